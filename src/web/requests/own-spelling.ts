// Decides which path of this site a request means, before any guard or route. All of them then
// compare the same spelling.
import type { RequestHandler } from 'express';
import { notFound } from '../error-pages.ts';
import { type Page, pathnameIn } from '../page.ts';

/**
 * Writes the path of a page or form as our code writes it, without capitals or a slash at its end.
 * A path with an empty segment gets "Page not found": Express ignores some empty segments, and a
 * redirect to the clean path could lead to another site (`//evil.example`).
 */
export function ownSpelling(pages: readonly Page[], others: readonly string[]): RequestHandler {
  const paths = [...pages.map(({ path }) => path), ...others];
  return (req, res, next) => {
    const { path, url } = req;
    if (path.includes('//')) return notFound(req, res, next);
    const clean = pathnameIn(path);
    const own = paths.find((one) => one === clean);
    if (own) req.url = url.replace(/^[^?]*/, own);
    // The log and the metrics name the route.
    res.locals.ownPath = own;
    next();
  };
}
