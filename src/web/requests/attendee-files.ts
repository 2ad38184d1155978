// Serves the attendee's files only if the request comes from a page of this site or from a typed
// URL.
import type { RequestHandler } from 'express';
import { isFromOwnPage } from '../../login/login.ts';

/**
 * Guards a file: redirects a request to `page` unless it comes from a page of this site or from a
 * typed URL. Otherwise another site could open a window and learn whether somebody is logged in or
 * registered, because a page navigates the window and a download does not. Requests whose origin is
 * unknown are redirected too.
 */
export function ownFile(page: string, publicUrl: URL): RequestHandler {
  return (req, res, next) => {
    const isTyped = req.headers['sec-fetch-site'] === 'none';
    if (isTyped || isFromOwnPage(req, publicUrl)) next();
    else res.redirect(303, page);
  };
}
