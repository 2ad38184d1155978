// What Office asks before it opens a link: whether it could edit what is there.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Microsoft Office Existence Discovery',
  source: 'https://vielhuber.de/en/blog/corrupt-hyperlinks-in-word-and-excel/',
  kind: 'opener',
  navigation: {
    'User-Agent': 'Microsoft Office Existence Discovery',
    'Accept-Encoding': 'gzip, deflate',
    Connection: 'Keep-Alive',
  },
};
