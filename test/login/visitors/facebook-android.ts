// The browser in the app of Facebook.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  Connection: 'keep-alive',
  'sec-ch-ua': '"Not:A-Brand";v="8", "Chromium";v="138", "Android WebView";v="138"',
  'sec-ch-ua-mobile': '?1',
  'sec-ch-ua-platform': '"Android"',
  'Upgrade-Insecure-Requests': '1',
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 14; SM-S911B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/411.1.0.29.112;]',
  Accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-US,en;q=0.9',
  'X-Requested-With': 'com.facebook.katana',
};

export const userAgent: UserAgent = {
  name: 'Facebook on Android',
  source: 'https://inchoo.net/?p=2680',
  kind: 'person',
  navigation: {
    ...always,
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-User': '?1',
    'Sec-Fetch-Dest': 'document',
    Referer: 'http://m.facebook.com/',
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
