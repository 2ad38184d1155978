// A link in a document of Word, Excel or PowerPoint: Office looks first, with cookies of its own.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Microsoft Office on Windows',
  source: 'https://support.microsoft.com/kb/899927/en-us',
  kind: 'opener',
  navigation: {
    Accept: '*/*',
    'User-Agent':
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; .NET4.0E; ms-office; MSOffice 16)',
    'Accept-Encoding': 'gzip, deflate',
    Connection: 'Keep-Alive',
  },
};
