// For whoever watches this process: is it alive? Asks nothing of Redis or the convention.
import type { RequestHandler } from 'express';

export const health: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
};
