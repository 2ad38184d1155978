// Safe Links, or Office itself, under the name of Office.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Microsoft Office',
  source: 'https://support.microsoft.com/kb/899927/en-us',
  kind: 'scanner',
  navigation: {
    Accept: '*/*',
    'User-Agent': 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
    'Accept-Encoding': 'gzip, deflate',
    Connection: 'Keep-Alive',
  },
};
