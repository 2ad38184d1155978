// Is this process alive, and can it serve logins? For proxies and orchestrators.
import type { RequestHandler } from 'express';
import { type Cause, causeOf } from '../../log/causes.ts';

/** Alive: it asks neither Redis nor the convention. */
export const health: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

interface ReadinessChecks {
  /** Resolves if Redis answers and, as far as is known, takes writes. */
  readonly ready: () => Promise<void>;
  /** Resolves if Redis takes what a login writes. */
  readonly write: () => Promise<void>;
  /** Resolves to what keeps people from logging in; undefined if nothing is known to. */
  readonly login: () => Promise<Cause | undefined>;
}

/**
 * Ready: Redis answers, and takes writes as far as is known. Otherwise 503, with the cause in the
 * words of the log. A platform that is away is no reason: no instance could do better. For
 * monitors: with `?write` a write is tried, and with `?login` the platform too. Both are needed to
 * log in.
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
