// Lynx, a browser for terminals: HTTP/1.0, and Referer on its forms.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  Accept: 'text/html, text/plain, text/sgml, text/css, */*;q=0.01',
  'Accept-Encoding': 'gzip, compress, bzip2',
  'Accept-Language': 'en',
  'User-Agent': 'Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8',
};

export const userAgent: UserAgent = {
  name: 'Lynx 2.9',
  source: 'recorded from Lynx 2.9.0dev.12',
  kind: 'person',
  httpVersion: '1.0',
  navigation: always,
  form: { ...always, Pragma: 'no-cache', 'Cache-Control': 'no-cache', Referer: `${site}/` },
};
