// A browser behind a reverse proxy that speaks HTTP/1.0, as nginx did by default before 1.30.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  Connection: 'close',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'en-US,en;q=0.9',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
};

export const userAgent: UserAgent = {
  name: 'Firefox behind nginx with HTTP/1.0',
  source: 'https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_http_version',
  kind: 'person',
  httpVersion: '1.0',
  navigation: {
    ...always,
    'Upgrade-Insecure-Requests': '1',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-User': '?1',
    Priority: 'u=0, i',
  },
  form: {
    ...always,
    Referer: `${site}/`,
    Origin: site,
    'Upgrade-Insecure-Requests': '1',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-User': '?1',
    Priority: 'u=0, i',
  },
};
