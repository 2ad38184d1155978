// Slack reads the head of a page for its preview.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Slackbot',
  source: 'https://api.slack.com/robots',
  kind: 'robot',
  navigation: {
    'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    Accept: '*/*',
    'Accept-Encoding': 'gzip,deflate',
    Range: 'bytes=0-32768',
    Connection: 'close',
  },
};
