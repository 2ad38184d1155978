// Barracuda opens the links of a mail before its reader does.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Barracuda Sentinel',
  source: 'https://campus.barracuda.com/product/sentinel/doc/498468311/unwanted-link-clicks',
  kind: 'scanner',
  navigation: {
    'User-Agent': 'Barracuda Sentinel (EE)',
    'Accept-Encoding': 'gzip, deflate',
    Accept: '*/*',
    Connection: 'keep-alive',
  },
};
