// The app of WhatsApp reads a page for its preview, on the phone of the sender.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'WhatsApp',
  source: 'https://github.com/monperrus/crawler-user-agents/pull/33',
  kind: 'robot',
  navigation: {
    'User-Agent': 'WhatsApp/2.23.20.0 A',
    'Accept-Language': 'en-US',
    'Accept-Encoding': 'gzip',
    Connection: 'Keep-Alive',
  },
};
