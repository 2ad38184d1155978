// The browser in the app of Instagram: an Android WebView names its app.
import { site, type UserAgent } from '../../support/user-agents.ts';

const always = {
  Connection: 'keep-alive',
  'sec-ch-ua': '"Not:A-Brand";v="8", "Chromium";v="138", "Android WebView";v="138"',
  'sec-ch-ua-mobile': '?1',
  'sec-ch-ua-platform': '"Android"',
  'Upgrade-Insecure-Requests': '1',
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 14; SM-S911B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 Instagram 384.0.0.46.83 Android (34/14; 480dpi; 1080x2127; samsung; SM-S911B; dm1q; qcom; en_US; 739121243)',
  Accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-US,en;q=0.9',
  'X-Requested-With': 'com.instagram.android',
};

export const userAgent: UserAgent = {
  name: 'Instagram on Android',
  source:
    'https://android-developers.googleblog.com/2023/02/improving-user-privacy-by-requiring-opt-in-to-send-x-requested-wih-header-from-webview.html',
  kind: 'person',
  navigation: {
    ...always,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-User': '?1',
    'Sec-Fetch-Dest': 'document',
    Referer: 'https://l.instagram.com/',
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
