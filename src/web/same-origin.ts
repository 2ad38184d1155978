// Only our own pages may change anything: a form that another site sends is refused before any route sees it.
import type { RequestHandler } from 'express';
import { PageError } from '../errors.ts';
import { isFromOwnPage } from '../login/login.ts';
import { methodNotAllowed } from './page.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];
const changingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses every request that would change something and does not come from a page of ours. TRACE, and whatever other method there may
 * be, is 405 from anywhere.
 */
export function sameOrigin(publicUrl: URL): RequestHandler {
  return (req, res, next) => {
    if (readingMethods.includes(req.method)) return next();
    if (!changingMethods.includes(req.method)) return methodNotAllowed('GET, HEAD')(req, res, next);
    const isOurs = isFromOwnPage(req, publicUrl);
    next(isOurs ? undefined : new PageError({ status: 403, problem: 'unchecked-request' }));
  };
}
