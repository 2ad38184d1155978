// Facebook reads the first half megabyte of a page for its preview.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'facebookexternalhit',
  source: 'https://developers.facebook.com/docs/sharing/webmasters/crawler/',
  kind: 'robot',
  navigation: {
    'User-Agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    Accept: '*/*',
    'Accept-Encoding': 'deflate, gzip',
    Range: 'bytes=0-524288',
    Connection: 'close',
  },
};
