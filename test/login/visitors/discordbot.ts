// Discord reads a page for its preview.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Discordbot',
  source: 'https://github.com/WoltLab/WCF/issues/2970',
  kind: 'robot',
  navigation: {
    'User-Agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    Accept: '*/*',
    'Accept-Encoding': 'gzip, br',
  },
};
