// Safari before 16.4 sends no Fetch Metadata.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br',
  'User-Agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15',
  'Accept-Language': 'en-us',
  Connection: 'keep-alive',
};

export const userAgent: UserAgent = {
  name: 'Safari 15.6 on macOS',
  source: 'https://webkit.org/blog/13966/webkit-features-in-safari-16-4/',
  kind: 'person',
  navigation: always,
  form: { ...always, Origin: site, Referer: `${site}/` },
};
