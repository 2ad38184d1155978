// Firefox before Fetch Metadata: a prefetch has X-Moz and nothing else.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Firefox 60, prefetch',
  source: 'https://lionralfs.dev/blog/exploring-the-usage-of-prefetch-headers',
  kind: 'prefetcher',
  navigation: {
    'User-Agent': 'Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:60.0) Gecko/20100101 Firefox/60.0',
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Language': 'en-US,en;q=0.5',
    'Accept-Encoding': 'gzip, deflate, br',
    'X-Moz': 'prefetch',
    Connection: 'keep-alive',
  },
};
