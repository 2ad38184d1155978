// Safari draws the pictures of its top sites, with the cookies of the person.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Safari 15, preview',
  source: 'https://lionralfs.dev/blog/exploring-the-usage-of-prefetch-headers',
  kind: 'prefetcher',
  navigation: {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Encoding': 'gzip, deflate, br',
    'User-Agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15',
    'Accept-Language': 'en-us',
    Connection: 'keep-alive',
    'X-Purpose': 'preview',
  },
};
