// Whether a visitor reloads a page: it should be as it is now, not as it was a moment ago.
import type { Request } from 'express';

/**
 * True for a reload (browsers then send Cache-Control, RFC 9111 section 5.2.1), and for a link with
 * `?again`, because browsers do not say that a link leads to the page that they already show.
 */
export function isReload(req: Request): boolean {
  const { again } = req.query;
  return again !== undefined || /\b(no-cache|max-age=0)\b/i.test(req.get('cache-control') ?? '');
}
