// Internet Explorer, and the mode of Edge: no Origin on a form of the same site.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  Accept: 'text/html, application/xhtml+xml, image/jxr, */*',
  'Accept-Language': 'de-DE',
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Accept-Encoding': 'gzip, deflate',
  Connection: 'Keep-Alive',
};

export const userAgent: UserAgent = {
  name: 'Internet Explorer 11 on Windows',
  source: 'https://github.com/juxt/yada/pull/195',
  kind: 'person',
  navigation: always,
  form: { ...always, Referer: `${site}/`, 'Cache-Control': 'no-cache' },
};
