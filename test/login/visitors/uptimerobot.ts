// A monitor that sends HEAD.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'UptimeRobot',
  source: 'https://chrisleverseo.com/user-agents/uptimerobot',
  kind: 'monitor',
  method: 'HEAD',
  navigation: {
    'User-Agent': 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    Accept: '*/*',
    'Accept-Language': 'en-US,en;q=0.8',
    'Accept-Encoding': 'gzip, deflate',
    'Cache-Control': 'no-cache',
    Connection: 'close',
  },
};
