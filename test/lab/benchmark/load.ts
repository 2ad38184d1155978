// Sends requests with autocannon, which reports how long the responses take.
import autocannon from 'autocannon';
import { url } from './apps.ts';
import type { Contender } from './contender.ts';

export const connections = 32;
/** Each language adds formatting objects, which use memory outside the heap. */
const languages = ['en-GB', 'de-DE', 'fr-FR', 'nl-NL', 'pl-PL', 'ja-JP'];

export interface Load {
  readonly paths: readonly string[];
  /** Cookie headers that the requests use in turn. Empty if nobody is logged in. */
  readonly cookies: readonly string[];
  readonly status?: number;
  readonly count: number;
  /**
   * Requests per second. Without a rate, each connection sends its next request as soon as the
   * previous response has arrived. With a rate, autocannon also counts the time that late requests
   * would have waited (coordinated omission).
   */
  readonly rate?: number;
}

const browser = {
  host: new URL(url).host,
  'x-forwarded-proto': 'https',
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** Resolves to latencies in milliseconds. */
export async function load(
  { origin }: Contender,
  { paths, cookies, status = 200, count, rate }: Load,
): Promise<{ p50: number; p99: number }> {
  let sent = 0;
  const nextRequest = (request: autocannon.Request): autocannon.Request => {
    const person = Math.floor(sent / paths.length) % Math.max(cookies.length, 1);
    const path = paths[sent % paths.length] ?? '/';
    sent += 1;
    const language = languages[person % languages.length] ?? '';
    const headers = { ...browser, 'accept-language': language, cookie: cookies[person] ?? '' };
    return { ...request, path, headers };
  };
  const { latency, statusCodeStats = {} } = await autocannon({
    url: origin,
    connections,
    amount: count,
    ...(rate && { overallRate: rate }),
    requests: [{ setupRequest: nextRequest }],
  });
  const expected = statusCodeStats[`${status}`]?.count ?? 0;
  // On a busy computer, a few requests may be rejected.
  if (expected < 0.99 * count)
    throw new Error(`${count - expected} of ${count} responses for ${paths} are not ${status}`);
  return { p50: latency.p50, p99: latency.p99 };
}
