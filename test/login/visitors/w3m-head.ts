// w3m -dump_head: HEAD in HTTP/1.0.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'w3m -dump_head',
  source: 'recorded from w3m 0.5.3',
  kind: 'monitor',
  httpVersion: '1.0',
  method: 'HEAD',
  navigation: {
    'User-Agent': 'w3m/0.5.3+git20230121',
    Accept: 'text/html, text/*;q=0.5, image/*',
    'Accept-Encoding': 'gzip, compress, bzip, bzip2',
    'Accept-Language': 'en;q=1.0',
  },
};
