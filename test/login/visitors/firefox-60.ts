// Firefox before version 70: its forms have no Origin, only Referer.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  'User-Agent': 'Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:60.0) Gecko/20100101 Firefox/60.0',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'en-US,en;q=0.5',
  'Accept-Encoding': 'gzip, deflate, br',
  Connection: 'keep-alive',
  'Upgrade-Insecure-Requests': '1',
};

export const userAgent: UserAgent = {
  name: 'Firefox 60 on Windows',
  source: 'https://bugzilla.mozilla.org/show_bug.cgi?id=446344',
  kind: 'person',
  navigation: always,
  form: { ...always, Referer: `${site}/` },
};
