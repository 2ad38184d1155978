// A link in a document of Word on a Mac.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Microsoft Word on macOS',
  source: 'https://github.com/fnando/browser/issues/112',
  kind: 'opener',
  navigation: {
    Accept: '*/*',
    'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X) Word/14.44.0',
    'Accept-Language': 'en-us',
    'Accept-Encoding': 'gzip, deflate',
    Connection: 'keep-alive',
  },
};
