// Opera Mini loads every page through a proxy of its own, which names the phone.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  'User-Agent': 'Opera/9.80 (J2ME/MIDP; Opera Mini/8.0/191.273; U; en) Presto/2.5.25 Version/10.54',
  Accept:
    'text/html, application/xml;q=0.9, application/xhtml+xml, image/png, image/webp, image/jpeg, image/gif, image/x-xbitmap, */*;q=0.1',
  'Accept-Language': 'en',
  'Accept-Encoding': 'gzip, deflate',
  'X-OperaMini-Features': 'advanced, file_system, camera, touch, folding',
  'X-OperaMini-Phone': 'Nokia # 225',
  'X-OperaMini-Phone-UA': 'Nokia225/2.0 (10.00.11) Profile/MIDP-2.1 Configuration/CLDC-1.1',
  'X-Forwarded-For': '203.0.113.80',
  Forwarded: 'for="203.0.113.80:41000"',
  Connection: 'Keep-Alive',
};

export const userAgent: UserAgent = {
  name: 'Opera Mini 8 on a feature phone',
  source: 'http://dev.opera.com/articles/opera-mini-request-headers/',
  kind: 'person',
  navigation: always,
  form: { ...always, Referer: `${site}/` },
};
