// Limits how many pages are rendered at once for one session. The session's other requests wait, so
// a visitor who opens hundreds of pages cannot slow down everybody else.
import type { Request, RequestHandler } from 'express';

const mostAtOnce = 8;
/** About as many tabs as a browser reopens when it starts. */
const mostWaiting = 24;
const retryAfterSeconds = 5;

/**
 * Runs up to eight requests with the same key at a time, and lets up to 24 more wait. Any more get
 * 429 without a page, because rendering one would cost as much as the limit saves. Requests without
 * a key are not limited.
 */
export function concurrencyLimit(keyOf: (req: Request) => string | undefined): RequestHandler {
  /**
   * The requests for each key, oldest first. The first eight are in progress, and the others wait.
   */
  const lines = new Map<string, Set<() => void>>();

  return (req, res, next) => {
    const key = keyOf(req);
    if (key === undefined) return next();
    const line = lines.get(key) ?? new Set();
    if (line.size >= mostAtOnce + mostWaiting) {
      res.status(429).set('Retry-After', String(retryAfterSeconds));
      res.type('text').send('Too many pages at once. Wait a few seconds, then try again.');
      return;
    }
    const begin = () => next();
    lines.set(key, line.add(begin));
    res.once('close', () => {
      const wasInProgress = [...line].indexOf(begin) < mostAtOnce;
      line.delete(begin);
      if (line.size === 0) lines.delete(key);
      // The queue has moved up, so the next waiting request may start.
      else if (wasInProgress) [...line][mostAtOnce - 1]?.();
    });
    if (line.size <= mostAtOnce) begin();
  };
}
