// A shared HTTP cache in front of the site (RFC 9111). It stores everything that it may store
// and, like some CDNs, ignores Vary. So personal responses must have no-store.
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { type ForwardedResponse, forward, sendOn } from '../support/app/forward.ts';
import { listen } from '../support/machine/listen.ts';

export interface SharedCache {
  readonly url: string;
  forwardTo(siteUrl: string): void;
  kept(): string[];
}

export async function startSharedCache(t: TestContext): Promise<SharedCache> {
  let site = '';
  const store = new Map<string, { answer: ForwardedResponse; freshUntil: number }>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const kept = method === 'GET' || method === 'HEAD' ? store.get(url) : undefined;
    if (kept && kept.freshUntil > Date.now()) return sendOn(response, kept.answer);
    const reply = await forward(site, request);
    const seconds = method === 'GET' ? freshSeconds(reply) : 0;
    if (seconds > 0) store.set(url, { answer: reply, freshUntil: Date.now() + 1000 * seconds });
    sendOn(response, reply);
  });
  return {
    url: await listen(t, server),
    forwardTo: (siteUrl) => {
      site = siteUrl;
    },
    kept: () => [...store.keys()],
  };
}

/** Statuses that are cacheable without explicit freshness (RFC 9110 section 15.1). */
const heuristicallyCacheable = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501];
const heuristicSeconds = 600;

/**
 * Returns how many seconds a shared cache may reuse a response (RFC 9111 sections 3 and 4.2); 0 if
 * it must not.
 */
function freshSeconds({ status, headers }: ForwardedResponse): number {
  const control = String(headers['cache-control'] ?? '').toLowerCase();
  if (/\b(no-store|private|no-cache)\b/.test(control)) return 0;
  const maxAge = /\bs-maxage=(\d+)/.exec(control) ?? /\bmax-age=(\d+)/.exec(control);
  if (maxAge) return Number(maxAge[1]);
  if (headers.expires) return (Date.parse(String(headers.expires)) - Date.now()) / 1000;
  return heuristicallyCacheable.includes(status) || /\bpublic\b/.test(control)
    ? heuristicSeconds
    : 0;
}
