// The crawler of Google search.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Googlebot',
  source: 'https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers',
  kind: 'robot',
  navigation: {
    Connection: 'keep-alive',
    Accept:
      'text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8',
    From: 'googlebot(at)googlebot.com',
    'User-Agent':
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/156.0.0.0 Safari/537.36',
    'Accept-Encoding': 'gzip, deflate, br',
  },
};
