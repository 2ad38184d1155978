// Chrome renders a page ahead, with the cookies of the person.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Chrome 156, prerender',
  source: 'recorded from Chromium 156',
  kind: 'prefetcher',
  navigation: {
    Connection: 'keep-alive',
    'Upgrade-Insecure-Requests': '1',
    'Sec-Purpose': 'prefetch;prerender',
    'Sec-Speculation-Tags': 'null',
    Accept:
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/jxl,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    'User-Agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    'Accept-Language': 'en-US,en;q=0.9',
  },
};
