// Is this process alive, and can it serve logins? For proxies and orchestrators.
import type { RequestHandler } from 'express';
import { causeFields } from '../../log/causes.ts';

/** Alive: it asks neither Redis nor the convention. */
export const health: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

interface ReadinessChecks {
  /** Resolves if Redis answers and, as far as is known, takes writes. */
  readonly ready: () => Promise<void>;
  /** Resolves if Redis takes what a login writes. */
  readonly write: () => Promise<void>;
}

/**
 * Ready: Redis answers, and takes writes as far as is known. Otherwise 503, with the cause in the
 * words of the log. A platform that is away is no reason: no instance could do better. With
 * `?write`, for monitors, a write is tried: if that fails, nobody can log in at any instance.
 */
export function readiness({ ready, write }: ReadinessChecks): RequestHandler {
  return async (req, res) => {
    res.set('Cache-Control', 'no-store');
    try {
      await ready();
      if (req.query.write !== undefined) await write();
      res.json({ status: 'ready' });
    } catch (error) {
      const cause = causeFields(error, 'service-unavailable');
      res.status(503).json({ status: 'not ready', ...cause });
    }
  };
}
