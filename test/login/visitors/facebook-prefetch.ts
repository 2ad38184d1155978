// The app of Facebook loads pages ahead that somebody may open.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Facebook on Android, prefetch',
  source: 'https://inchoo.net/?p=2680',
  kind: 'prefetcher',
  navigation: {
    'User-Agent':
      'Mozilla/5.0 (Linux; Android 14; SM-S911B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/411.1.0.29.112;]',
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Language': 'en-US',
    'Accept-Encoding': 'gzip, deflate',
    Referer: 'http://m.facebook.com',
    'X-Purpose': 'preview',
    'X-FB-HTTP-Engine': 'Liger',
    Connection: 'keep-alive',
  },
};
