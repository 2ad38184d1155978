// wget --spider, as scripts of monitors use it.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'wget --spider',
  source: 'recorded from wget 1.21.3',
  kind: 'monitor',
  method: 'HEAD',
  navigation: {
    'User-Agent': 'Wget/1.21.3',
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    Connection: 'Keep-Alive',
  },
};
