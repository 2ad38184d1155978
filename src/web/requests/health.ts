// Is this process alive, and can it serve logins? For proxies and orchestrators.
import type { RequestHandler } from 'express';
import { causeOf } from '../../log/causes.ts';
import type { KeyStore } from '../../login/login.ts';

/** Alive: it asks neither Redis nor the convention. */
export const health: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

/**
 * Ready: Redis answers, and takes writes as far as is known. Otherwise 503, with the cause in the
 * words of the log. A platform that is away is no reason: no instance could do better.
 */
export function readiness(keys: Pick<KeyStore, 'ready'>): RequestHandler {
  return async (_req, res) => {
    res.set('Cache-Control', 'no-store');
    try {
      await keys.ready();
      res.json({ status: 'ready' });
    } catch (error) {
      const cause = causeOf(error, 'service-unavailable') ?? 'Redis cannot be reached';
      res.status(503).json({ status: 'not ready', cause });
    }
  };
}
