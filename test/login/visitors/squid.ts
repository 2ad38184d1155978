// Chrome behind a proxy of a company that keeps only the headers that it knows: no Fetch Metadata.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  Accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Accept-Language': 'en-US,en;q=0.9',
  'Accept-Encoding': 'identity',
  Via: '1.1 proxy.company.example (squid/5.7)',
  'X-Forwarded-For': '10.1.2.3',
  'Cache-Control': 'max-age=259200',
  Connection: 'keep-alive',
};

export const userAgent: UserAgent = {
  name: 'Chrome behind Squid',
  source:
    'http://etutorials.org/Server+Administration/Squid.+The+definitive+guide/Appendix+A.+Config+File+Reference/header_access',
  kind: 'person',
  navigation: always,
  form: { ...always, Referer: `${site}/` },
};
