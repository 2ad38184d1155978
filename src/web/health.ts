// The health check: is this process alive? It does not contact Redis or the convention.
import type { RequestHandler } from 'express';

export const health: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
};
