// Files of the attendee go to pages of this site, and to whoever types their address.
import { Router } from 'express';
import { isFromOwnPage } from '../../login/login.ts';
import { type Page, pathsOf } from '../page.ts';

/**
 * Leads every other request for a file of the attendee to the page that the file is part of. A
 * window that another site opens stays where it is for a file and moves on for a page: that site
 * would learn who is logged in, and who is registered. Browsers that do not say where a request
 * comes from get the page, too.
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
