// w3m, a browser for terminals: HTTP/1.0, and Referer on its forms.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  'User-Agent': 'w3m/0.5.3+git20230121',
  Accept: 'text/html, text/*;q=0.5, image/*',
  'Accept-Encoding': 'gzip, compress, bzip, bzip2',
  'Accept-Language': 'en;q=1.0',
};

export const userAgent: UserAgent = {
  name: 'w3m 0.5.3',
  source: 'recorded from w3m 0.5.3',
  kind: 'person',
  httpVersion: '1.0',
  navigation: always,
  form: { ...always, Referer: `${site}/` },
};
