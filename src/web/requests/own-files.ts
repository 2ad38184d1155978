// Files of the attendee are served to pages of this site and to typed addresses only.
import { Router } from 'express';
import { isFromOwnPage } from '../../login/login.ts';
import { type Page, pathsOf } from '../page.ts';

/**
 * Redirects all other requests for a file to its page. Otherwise another site could open a window
 * and learn whether somebody is logged in or registered, because a download leaves the window where
 * it is and a page does not. Requests that do not say where they come from are redirected, too.
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
