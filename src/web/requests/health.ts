// Health checks for proxies and orchestrators: is this process alive, and can it serve logins?
import type { RequestHandler } from 'express';
import { type Cause, causeOf } from '../../log/causes.ts';

/** Responds while the process runs. Checks neither Redis nor the convention. */
export const health: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

interface ReadinessChecks {
  /** Resolves if Redis responds and, as far as is known, accepts writes. */
  readonly ready: () => Promise<void>;
  /** Resolves if Redis accepts the writes of a login. */
  readonly write: () => Promise<void>;
  /** Resolves to the reason why logins fail, or undefined while none is known. */
  readonly login: () => Promise<Cause | undefined>;
}

/**
 * Ready if Redis responds and is not known to refuse writes. Otherwise 503 with the cause, as in
 * the log. A platform outage does not count, because no other instance could do better. Monitors
 * can ask for more: `?write` tries a write, and `?login` also checks the platform. A login needs
 * both.
 */
export function readiness({ ready, write, login }: ReadinessChecks): RequestHandler {
  return async (req, res) => {
    res.set('Cache-Control', 'no-store');
    try {
      await ready();
      const { write: asksWrite, login: asksLogin } = req.query;
      if (asksWrite !== undefined || asksLogin !== undefined) await write();
      const cause = asksLogin === undefined ? undefined : await login();
      if (cause) res.status(503).json({ status: 'not ready', ...cause });
      else res.json({ status: 'ready' });
    } catch (error) {
      res.status(503).json({ status: 'not ready', ...causeOf(error) });
    }
  };
}
