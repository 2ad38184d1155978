// Handles links to the login in Office documents. Office follows redirects with its own cookies and
// opens only the final URL in the browser (support.microsoft.com/kb/899927). That URL is at the
// platform, so the browser would return without a pending login.
import type { RequestHandler } from 'express';

const officeNames = /\bms-office\b|\bMicrosoft Office\b|\b(Word|Excel|PowerPoint)\/\d/i;

/**
 * Mount this on the login route. Office gets a page instead of a redirect, so that the browser
 * opens the link to this site.
 */
export const officeLinks: RequestHandler = (req, res, next) => {
  const { browser, return_to: returnTo } = req.query;
  // Office checks links without cookies. A browser window inside Office does send cookies.
  const isOffice = officeNames.test(req.get('user-agent') ?? '') && !req.headers.cookie;
  if (!isOffice || browser !== undefined || req.method !== 'GET') return next();
  // The next request comes from our own page, so the login would accept its scopes. The scopes in
  // the link are not ours, so they are dropped.
  const query = new URLSearchParams({
    ...(typeof returnTo === 'string' && { return_to: returnTo }),
    browser: '1',
  });
  const url = `${req.path}?${query}`;
  res.set({ Refresh: `0; url=${url}`, 'Cache-Control': 'no-store' });
  res.send(`<!doctype html><title>…</title><a href="${url.replaceAll('&', '&amp;')}">…</a>`);
};
