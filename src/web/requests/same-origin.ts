// Only pages of this site may change anything: a form sent from another site is refused before any
// route sees it.
import type { RequestHandler } from 'express';
import { PageError } from '../../errors.ts';
import { isFromOwnPage } from '../../login/login.ts';
import { methodNotAllowed } from './methods.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];
const changingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses every request that would change something and does not come from a page of this site.
 * TRACE and all unknown methods get 405, wherever they come from.
 */
export function sameOrigin(publicUrl: URL): RequestHandler {
  return (req, res, next) => {
    if (readingMethods.includes(req.method)) return next();
    if (!changingMethods.includes(req.method)) return methodNotAllowed('GET, HEAD')(req, res, next);
    const isOurs = isFromOwnPage(req, publicUrl);
    next(isOurs ? undefined : new PageError({ status: 403, problem: 'unchecked-request' }));
  };
}
