// A cache that many people share, as it stands in front of many a site (RFC 9111). It keeps whatever it is allowed to keep, and
// does not look at Vary, as some content networks do not: an answer that must reach one person only has to say no-store.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type Answer, forward, sendOn } from './forward.ts';

export interface SharedCache {
  /** http://localhost:<port> */
  readonly url: string;
  /** Says where the site is. */
  standBefore(siteUrl: string): void;
  /** The addresses whose answers it keeps. */
  kept(): string[];
}

export async function startSharedCache(t: TestContext): Promise<SharedCache> {
  let site = '';
  const store = new Map<string, { answer: Answer; freshUntil: number }>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const kept = method === 'GET' || method === 'HEAD' ? store.get(url) : undefined;
    if (kept && kept.freshUntil > Date.now()) return sendOn(response, kept.answer);
    const answer = await forward(site, request);
    const seconds = method === 'GET' ? freshSeconds(answer) : 0;
    if (seconds > 0) store.set(url, { answer, freshUntil: Date.now() + 1000 * seconds });
    sendOn(response, answer);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    standBefore: (siteUrl) => {
      site = siteUrl;
    },
    kept: () => [...store.keys()],
  };
}

/** Statuses that a cache may keep without being told for how long (RFC 9110 15.1). */
const keptByHeuristics = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501];
const heuristicSeconds = 600;

/** For how many seconds a shared cache may answer with this (RFC 9111 3 and 4.2); 0: it may not. */
function freshSeconds({ status, headers }: Answer): number {
  const control = String(headers['cache-control'] ?? '').toLowerCase();
  if (/\b(no-store|private|no-cache)\b/.test(control)) return 0;
  const told = /\bs-maxage=(\d+)/.exec(control) ?? /\bmax-age=(\d+)/.exec(control);
  if (told) return Number(told[1]);
  if (headers.expires) return (Date.parse(String(headers.expires)) - Date.now()) / 1000;
  return keptByHeuristics.includes(status) || /\bpublic\b/.test(control) ? heuristicSeconds : 0;
}
