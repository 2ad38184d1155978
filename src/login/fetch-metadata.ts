// What a browser says of a request (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/), and what old browsers say instead.
import type { Request } from 'express';

/** Whether a person navigates to a document. Images, scripts, frames and prefetches start no login. */
export function isNavigation(req: Request): boolean {
  const mode = req.headers['sec-fetch-mode'] ?? 'navigate';
  const destination = req.headers['sec-fetch-dest'] ?? 'document';
  return mode === 'navigate' && destination === 'document' && !req.headers['sec-purpose'];
}

/** Whether a page of this site sent the request. Where an old browser sends no Sec-Fetch-Site, Origin or Referer decides. */
export function isFromOwnPage(req: Request, publicUrl: URL): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, referer = '' } = req.headers;
  return origin === undefined ? referer.startsWith(`${publicUrl.origin}/`) : origin === publicUrl.origin;
}

/** Whether a page of another site led here. An address that was typed, or opened from an app, comes from no site. */
export function isFromOtherSite(req: Request): boolean {
  const site = req.headers['sec-fetch-site'] ?? 'none';
  return site !== 'same-origin' && site !== 'none';
}
