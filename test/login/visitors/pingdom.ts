// A monitor that reads the page with GET.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Pingdom',
  source: 'https://chrisleverseo.com/user-agents/pingdom',
  kind: 'robot',
  navigation: {
    'User-Agent': 'Mozilla/5.0 (compatible; Pingdom.com_bot_version_1.4_(http://www.pingdom.com/))',
    Accept: '*/*',
    'Accept-Encoding': 'gzip',
    Pragma: 'no-cache',
    Connection: 'close',
  },
};
