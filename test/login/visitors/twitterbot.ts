// Twitter reads a page for its card.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Twitterbot',
  source: 'https://www.webmasterworld.com/search_engine_spiders/4475928.htm',
  kind: 'robot',
  navigation: {
    'User-Agent': 'Twitterbot/1.0',
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br',
  },
};
