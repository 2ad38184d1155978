// The browser in the app of Facebook on an iPhone: a WKWebView, before iOS 16.4 without Fetch
// Metadata.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'en-US,en;q=0.9',
  'Accept-Encoding': 'gzip, deflate, br',
  'User-Agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/430.0.0.23.113;FBBV/515467211;FBDV/iPhone10,4;FBMD/iPhone;FBSN/iOS;FBSV/15.8;FBSS/2;FBLC/en_US;FBOP/5]',
  Connection: 'keep-alive',
};

export const userAgent: UserAgent = {
  name: 'Facebook on iOS 15',
  source: 'https://webkit.org/blog/13966/webkit-features-in-safari-16-4/',
  kind: 'person',
  navigation: { ...always, Referer: 'http://m.facebook.com/' },
  form: { ...always, Origin: site, Referer: `${site}/` },
};
