// Serves the attendee's files only to pages of this site and to typed URLs.
import type { RequestHandler } from 'express';
import { isFromOwnPage } from '../../login/login.ts';

/**
 * The guard of a file. Redirects a request to `page` unless it comes from a page of this site or
 * from a typed URL. Otherwise another site could open a window and learn whether somebody is logged
 * in or registered: a download leaves the window unchanged, and a page does not. Requests of
 * unknown origin are also redirected.
 */
export function ownFile(page: string, publicUrl: URL): RequestHandler {
  return (req, res, next) => {
    const isTyped = req.headers['sec-fetch-site'] === 'none';
    if (isTyped || isFromOwnPage(req, publicUrl)) next();
    else res.redirect(303, page);
  };
}
