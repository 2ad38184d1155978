// Decides which path of this site a request means, before any guard or route. All of them then
// compare the same spelling.
import type { RequestHandler } from 'express';
import { notFound } from '../error-pages.ts';
import { pathnameIn } from '../page.ts';

declare global {
  namespace Express {
    interface Request {
      /** The path of a page or form, as our code writes it. Undefined for any other path. */
      ownPath?: string | undefined;
    }
  }
}

/**
 * Writes the request's path as it is in `paths`, without capitals or a slash at its end. A path
 * with an empty segment gets "Page not found": Express ignores some empty segments, and a redirect
 * to the clean path could lead to another site (`//evil.example`).
 */
export function ownSpelling(paths: readonly string[]): RequestHandler {
  return (req, res, next) => {
    const { path, url } = req;
    if (path.includes('//')) return notFound(req, res, next);
    const clean = pathnameIn(path);
    req.ownPath = paths.find((own) => own === clean);
    if (req.ownPath) req.url = url.replace(/^[^?]*/, req.ownPath);
    next();
  };
}
