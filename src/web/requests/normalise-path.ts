// Normalises the request path before any guard or route, so that all of them compare the same
// spelling.
import type { RequestHandler } from 'express';
import { notFound } from '../error-pages.ts';
import { type Page, pathnameIn } from '../page.ts';

/**
 * Rewrites the path of a page or form to the spelling in our code: lower case, without a trailing
 * slash. Express would also match some paths with an empty segment (`//badge-name`). A GET for such
 * a path is redirected to the page or form, and any other such request gets "Page not found".
 */
export function normalisePath(pages: readonly Page[], others: readonly string[]): RequestHandler {
  const paths = [...pages.map(({ path }) => path), ...others];
  return (req, res, next) => {
    const clean = pathnameIn(req.path.replace(/\/+/g, '/'));
    const own = paths.find((one) => one === clean);
    const ownUrl = own && req.url.replace(/^[^?]*/, own);
    if (req.path.includes('//')) {
      const isLink = req.method === 'GET' && ownUrl;
      return isLink ? res.redirect(303, ownUrl) : notFound(req, res, next);
    }
    if (ownUrl) req.url = ownUrl;
    // The log and the metrics use this path as the route's name.
    res.locals.ownPath = own;
    next();
  };
}
