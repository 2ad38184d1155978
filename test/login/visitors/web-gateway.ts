// Edge behind a gateway of a company that opens TLS: it names itself, and changes Accept-Encoding.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
  Accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'Accept-Language': 'en-GB,en;q=0.9',
  'Accept-Encoding': 'gzip, deflate',
  Via: '1.1 10.10.72.5 (SecureWebGateway 12.2.9)',
  'X-Forwarded-For': '10.10.72.1',
  Connection: 'Keep-Alive',
};

export const userAgent: UserAgent = {
  name: 'Edge behind a secure web gateway',
  source:
    'https://success.skyhighsecurity.com/Skyhigh_Secure_Web_Gateway_(On_Prem)/Best_Practices/Proxy_Related/Via_and_X-Forwarded-For_Headers_(Proxy_Loop_Prevention)',
  kind: 'person',
  navigation: {
    ...always,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-User': '?1',
    'Sec-Fetch-Dest': 'document',
  },
  form: {
    ...always,
    Origin: site,
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-User': '?1',
    'Sec-Fetch-Dest': 'document',
    Referer: `${site}/`,
  },
  subresource: {
    ...always,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'no-cors',
    'Sec-Fetch-Dest': 'image',
  },
};
