// Headers of real clients, one row per client. A client is left out if another row of the same kind
// sends the same headers.

export const site = 'https://attendees.testcon.example';

/**
 * The kind of client determines the expected responses. `person`: a browser, with or without a
 * proxy. `prefetcher`: a person's browser that loads a page in advance. `robot`: follows links
 * without cookies. `scanner`: a robot that opens each link twice. `opener`: follows redirects, then
 * opens the last URL in a browser. `script`: its headers say that it is not a navigation.
 * `monitor`: sends HEAD.
 */
export type Kind = 'person' | 'prefetcher' | 'robot' | 'scanner' | 'opener' | 'script' | 'monitor';

type Headers = Readonly<Record<string, string>>;

export interface UserAgent {
  readonly name: string;
  /**
   * URL of the documentation for these headers. If absent, the headers were recorded from the
   * program.
   */
  readonly source?: string;
  readonly kind: Kind;
  /** The HTTP version of requests that arrive at the app. Default: 1.1. */
  readonly httpVersion?: '1.0';
  readonly always?: Headers;
  /**
   * Additional headers when the client opens a link on another site. A reverse proxy may add more.
   */
  readonly navigation?: Headers;
  /**
   * Additional headers when the client sends a form on this site. Absent if it never sends forms.
   */
  readonly form?: Headers;
  /** Additional headers for an image or a script. Absent if they are the same as for a page. */
  readonly subresource?: Headers;
}

const navigate = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };
const pressed = { ...navigate, 'Sec-Fetch-User': '?1' };
const fromApp = { ...pressed, 'Sec-Fetch-Site': 'none' };
const ofOurs = { Origin: site, Referer: `${site}/` };
/** Headers of current Chrome and Firefox. Safari does not send `Sec-Fetch-User`. */
const modern = {
  navigation: { ...pressed, 'Sec-Fetch-Site': 'cross-site' },
  form: { ...ofOurs, ...pressed, 'Sec-Fetch-Site': 'same-origin' },
  subresource: {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'no-cors',
    'Sec-Fetch-Dest': 'image',
  },
};
/** For browsers without Fetch Metadata. Some of these do not send Origin either. */
const withOrigin = { form: ofOurs };
const withReferer = { form: { Referer: `${site}/` } };

/** Some browsers send forms with `Sec-Fetch-Site: none` and without Origin. */
const fromNowhere = { ...navigate, 'Sec-Fetch-Site': 'none' };
/** A navigation that a service worker forwarded with `fetch(event.request)`. */
const passedOn = { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'navigate' };

const prefetches = 'https://lionralfs.dev/blog/exploring-the-usage-of-prefetch-headers';

export const userAgents: readonly UserAgent[] = [
  { name: 'Chrome 156 on Windows', kind: 'person', ...modern },
  {
    name: 'Safari 26 on iOS',
    source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Fetch-User',
    kind: 'person',
    ...modern,
    navigation: { ...navigate, 'Sec-Fetch-Site': 'cross-site' },
    form: { ...ofOurs, ...navigate, 'Sec-Fetch-Site': 'same-origin' },
  },
  {
    name: 'Safari 15.6 on macOS',
    source: 'https://webkit.org/blog/13966/webkit-features-in-safari-16-4/',
    kind: 'person',
    ...withOrigin,
  },
  {
    name: 'Internet Explorer 11 on Windows',
    source: 'https://github.com/juxt/yada/pull/195',
    kind: 'person',
    ...withReferer,
  },
  {
    name: 'Pale Moon 34',
    source: 'https://github.com/mybb/mybb/issues/5382',
    kind: 'person',
    navigation: fromNowhere,
    form: { ...fromNowhere, Referer: `${site}/` },
  },
  {
    name: 'Pale Moon 34 without Referer',
    source: 'https://github.com/MoonchildProductions/Pale-Moon/issues/984',
    kind: 'person',
    navigation: fromNowhere,
    form: fromNowhere,
  },
  {
    name: 'Chrome 156 behind a service worker',
    source: 'https://github.com/w3c/ServiceWorker/issues/1803',
    kind: 'person',
    navigation: { ...passedOn, 'Sec-Fetch-Site': 'cross-site' },
    form: { ...ofOurs, ...passedOn, 'Sec-Fetch-Site': 'same-origin' },
    subresource: modern.subresource,
  },
  { name: 'Lynx 2.9', kind: 'person', httpVersion: '1.0', ...withReferer },
  {
    // The WebView's headers name the app that contains it.
    name: 'Facebook on Android',
    source: 'https://inchoo.net/?p=2680',
    kind: 'person',
    always: { 'X-Requested-With': 'com.facebook.katana' },
    ...modern,
    navigation: { ...fromApp, Referer: 'http://m.facebook.com/' },
  },
  {
    name: 'Facebook on iOS 15',
    source: 'https://webkit.org/blog/13966/webkit-features-in-safari-16-4/',
    kind: 'person',
    navigation: { Referer: 'http://m.facebook.com/' },
    ...withOrigin,
  },
  {
    // The browser vendor's proxy requests every page.
    name: 'Opera Mini 8 on a feature phone',
    source: 'http://dev.opera.com/articles/opera-mini-request-headers/',
    kind: 'person',
    always: { 'X-Forwarded-For': '203.0.113.80', 'X-OperaMini-Phone': 'Nokia # 225' },
    ...withReferer,
  },
  {
    // This company's proxy forwards only the headers it knows.
    name: 'Chrome behind Squid',
    source: 'http://etutorials.org/Server+Administration/Squid.+The+definitive+guide/',
    kind: 'person',
    always: { Via: '1.1 proxy.company.example (squid/5.7)', 'X-Forwarded-For': '10.1.2.3' },
    ...withReferer,
  },
  {
    name: 'Edge behind a secure web gateway',
    source: 'https://success.skyhighsecurity.com/Skyhigh_Secure_Web_Gateway_(On_Prem)',
    kind: 'person',
    always: { Via: '1.1 10.10.72.5 (SecureWebGateway)', 'X-Forwarded-For': '10.10.72.1' },
    ...modern,
  },
  {
    // Before version 1.30, nginx uses HTTP/1.0 for upstreams by default.
    name: 'Firefox behind nginx with HTTP/1.0',
    source: 'https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_http_version',
    kind: 'person',
    httpVersion: '1.0',
    navigation: modern.navigation,
    form: modern.form,
  },
  {
    name: 'Chrome 156, prefetch',
    kind: 'prefetcher',
    navigation: {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'no-cors',
      'Sec-Fetch-Dest': 'empty',
      'Sec-Purpose': 'prefetch',
    },
  },
  {
    name: 'Chrome 156, prerender',
    kind: 'prefetcher',
    navigation: {
      ...navigate,
      'Sec-Fetch-Site': 'none',
      'Sec-Purpose': 'prefetch;prerender',
    },
  },
  {
    name: 'Chrome 80, prefetch',
    source: prefetches,
    kind: 'prefetcher',
    navigation: { ...fromApp, Purpose: 'prefetch' },
  },
  {
    name: 'Safari 15, preview',
    source: prefetches,
    kind: 'prefetcher',
    navigation: { 'X-Purpose': 'preview' },
  },
  {
    name: 'Firefox 60, prefetch',
    source: prefetches,
    kind: 'prefetcher',
    navigation: { 'X-Moz': 'prefetch' },
  },
  {
    name: 'Googlebot',
    source: 'https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers',
    kind: 'robot',
  },
  { name: 'curl 7.88', kind: 'robot', form: {} },
  {
    name: 'ApacheBench 2.3',
    kind: 'robot',
    httpVersion: '1.0',
    navigation: { Connection: 'Keep-Alive' },
  },
  {
    name: 'Barracuda Sentinel',
    source: 'https://campus.barracuda.com/product/sentinel/doc/498468311/unwanted-link-clicks',
    kind: 'scanner',
  },
  {
    name: 'Microsoft Safe Links',
    source: 'https://github.com/emdash-cms/emdash/issues/3298',
    kind: 'scanner',
    navigation: fromApp,
  },
  {
    name: 'Microsoft Office on Windows',
    source: 'https://support.microsoft.com/kb/899927/en-us',
    kind: 'opener',
    always: { 'User-Agent': 'Mozilla/4.0 (compatible; MSIE 7.0; ms-office; MSOffice 16)' },
  },
  {
    name: 'Microsoft Word on macOS',
    source: 'https://github.com/fnando/browser/issues/112',
    kind: 'opener',
    always: { 'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X) Word/14.44.0' },
  },
  {
    name: 'Microsoft Office Existence Discovery',
    source: 'https://vielhuber.de/en/blog/corrupt-hyperlinks-in-word-and-excel/',
    kind: 'opener',
    always: { 'User-Agent': 'Microsoft Office Existence Discovery' },
  },
  {
    name: 'fetch of Node 20',
    kind: 'script',
    always: { 'Sec-Fetch-Mode': 'cors' },
    form: {},
  },
  {
    name: 'UptimeRobot',
    source: 'https://chrisleverseo.com/user-agents/uptimerobot',
    kind: 'monitor',
  },
  { name: 'w3m -dump_head', kind: 'monitor', httpVersion: '1.0' },
];
