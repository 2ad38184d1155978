// Serves the attendee's files only to pages of this site and to typed URLs.
import { Router } from 'express';
import { isFromOwnPage } from '../../login/login.ts';
import { type Page, pathsOf } from '../page.ts';

/**
 * Redirects a request for a file to its page, unless it comes from a page of this site or from a
 * typed URL. Otherwise another site could open a window and learn whether somebody is logged in or
 * registered: a download leaves the window unchanged, and a page does not. Requests of unknown
 * origin are also redirected.
 */
export function ownFiles({ pages, publicUrl }: { pages: readonly Page[]; publicUrl: URL }): Router {
  const routes = Router();
  const pathOf = pathsOf(pages);
  for (const { path, partOf, isFile } of pages) {
    const page = isFile && partOf && pathOf(partOf);
    if (!page) continue;
    routes.get(path, (req, res, next) => {
      const isTyped = req.headers['sec-fetch-site'] === 'none';
      if (isTyped || isFromOwnPage(req, publicUrl)) next();
      else res.redirect(303, page);
    });
  }
  return routes;
}
