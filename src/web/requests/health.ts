// Health checks for proxies and orchestrators: whether this process is alive, and whether it can
// serve logins.
import type { RequestHandler } from 'express';
import { type Cause, causeOf } from '../../log/causes.ts';

/** Responds while the process runs, without checking Redis or the platform. */
export const health: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

interface ReadinessChecks {
  /** Aborted when shutdown begins. */
  readonly stopping?: AbortSignal | undefined;
  /**
   * Resolves if Redis responds and is not known to reject writes. A Redis that is full or cannot
   * save to disk counts as ready.
   */
  readonly ready: () => Promise<void>;
  /** Resolves if Redis accepts a login's writes. */
  readonly write: () => Promise<void>;
  /** Resolves to the reason why logins fail, or undefined while none is known. */
  readonly login: () => Promise<Cause | undefined>;
}

/** Anybody can request this check, so one write attempt serves all requests within a second. */
const writeSharedMs = 1000;

/**
 * Returns 200 if Redis responds and is not known to reject writes, otherwise 503 with the same
 * cause as in the log. A Redis that is full or cannot save to disk counts as ready, because
 * logged-in attendees can see every page. A platform outage is ignored, because other instances
 * could not log anybody in either. While the process stops, the response is 503, so that visitors
 * are routed to another instance. For monitors, `?write` and `?login` also try a write, even while
 * the process stops, and `?login` reports a known reason why logins fail, such as a platform
 * outage.
 */
export function readiness({ stopping, ready, write, login }: ReadinessChecks): RequestHandler {
  let lastWrite: Promise<void> | undefined;
  const forget = () => {
    lastWrite = undefined;
  };
  function sharedWrite(): Promise<void> {
    lastWrite ??= write().finally(() => setTimeout(forget, writeSharedMs).unref());
    return lastWrite;
  }

  return async (req, res) => {
    res.set('Cache-Control', 'no-store');
    const { write: asksWrite, login: asksLogin } = req.query;
    const isForRouting = asksWrite === undefined && asksLogin === undefined;
    if (isForRouting && stopping?.aborted) return void res.status(503).json({ status: 'stopping' });
    try {
      await ready();
      if (!isForRouting) await sharedWrite();
      const cause = asksLogin === undefined ? undefined : await login();
      if (cause) res.status(503).json({ status: 'not ready', ...cause });
      else res.json({ status: 'ready' });
    } catch (error) {
      res.status(503).json({ status: 'not ready', ...causeOf(error) });
    }
  };
}
