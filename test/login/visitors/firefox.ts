// Firefox.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'en-US,en;q=0.9',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  Connection: 'keep-alive',
};

export const userAgent: UserAgent = {
  name: 'Firefox 153 on Linux',
  source: 'recorded from Firefox ESR 153',
  kind: 'person',
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
  subresource: {
    ...always,
    Accept: 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
    'Sec-Fetch-Dest': 'image',
    'Sec-Fetch-Mode': 'no-cors',
    'Sec-Fetch-Site': 'cross-site',
    Priority: 'u=4, i',
  },
};
