// The link checker of the W3C.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'W3C link checker',
  source: 'http://validator.w3.org/docs/checklink.html',
  kind: 'monitor',
  method: 'HEAD',
  navigation: {
    TE: 'deflate,gzip;q=0.3',
    Connection: 'TE, close',
    'User-Agent': 'W3C-checklink/5.0.0 libwww-perl/6.67',
  },
};
