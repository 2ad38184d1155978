import { Client, request } from 'undici';

export const connections = 32;

export interface LoadResult {
  readonly seconds: number;
  /**
   * The number of responses with an unexpected status. On a busy computer, a few requests miss a
   * deadline.
   */
  readonly failed: number;
  /** In milliseconds, ascending. */
  readonly latencies: readonly number[];
}

export interface Visitor {
  readonly client: Client;
  readonly cookie: string | undefined;
}

/** A visitor without a cookie is not logged in. */
export function openConnections(origin: string, cookies: readonly string[]): Visitor[] {
  return Array.from({ length: connections }, (_, index) => ({
    client: new Client(origin),
    cookie: cookies[index],
  }));
}

export interface LoadOptions {
  readonly path: string;
  readonly count: number;
  readonly status: number;
  readonly languages?: readonly string[] | undefined;
}

export async function load(
  visitors: readonly Visitor[],
  { path, count, status, languages = [navigation['accept-language']] }: LoadOptions,
): Promise<LoadResult> {
  const latencies: number[] = [];
  let left = count;
  let failed = 0;
  const visit = async ({ client, cookie }: Visitor) => {
    for (let times = 0; left > 0; times += 1) {
      left -= 1;
      const headers = headersOf(cookie, languages[times % languages.length]);
      const startedAt = performance.now();
      const answer = await client.request({ method: 'GET', path, headers });
      await answer.body.dump();
      if (answer.statusCode !== status) failed += 1;
      latencies.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(visitors.map(visit));
  const seconds = (performance.now() - startedAt) / 1000;
  if (failed === count) throw new Error(`no response with ${status} for ${path}`);
  return { seconds, failed, latencies: latencies.sort((a, b) => a - b) };
}

export function headersOf(cookie: string | undefined, language = navigation['accept-language']) {
  return { ...navigation, 'accept-language': language, ...(cookie && { cookie }) };
}

export const navigation = {
  accept: 'text/html,application/xhtml+xml',
  'accept-language': 'en-GB,en;q=0.9,de;q=0.5',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/**
 * Follows redirects until one of them leads to the profile. Resolves to the site's cookies, as a
 * Cookie header.
 */
export async function logIn(origin: string, path: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = new URL(path, origin);
  for (let steps = 0; steps < 10; steps += 1) {
    const isOurs = url.origin === origin;
    const cookie = cookiesOf(jar);
    const headers = { ...navigation, ...(isOurs && cookie && { cookie }) };
    const answer = await request(url, { headers });
    await answer.body.dump();
    if (isOurs) keepCookies(jar, [answer.headers['set-cookie'] ?? []].flat());
    url = new URL([answer.headers.location].flat()[0] ?? '/profile', url);
    if (isOurs && url.pathname === '/profile') return cookiesOf(jar);
  }
  throw new Error(`too many redirects, last to ${url.pathname}`);
}

function cookiesOf(jar: ReadonlyMap<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

function keepCookies(jar: Map<string, string>, setCookies: readonly string[]): void {
  for (const line of setCookies) {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}
