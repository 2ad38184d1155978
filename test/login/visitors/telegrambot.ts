// Telegram reads a page for its preview.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'TelegramBot',
  source: 'https://github.com/prerender/prerender-cloudflare-worker/pull/3',
  kind: 'robot',
  navigation: {
    'User-Agent': 'TelegramBot (like TwitterBot)',
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Encoding': 'gzip, deflate',
    Connection: 'keep-alive',
  },
};
