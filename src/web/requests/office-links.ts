// Links to the login in documents of Office. Office follows their redirects by itself, with cookies
// of its own, and opens in the browser only the address where they end
// (support.microsoft.com/kb/899927): that of the convention, from which the browser would come back
// without the pending login.
import type { RequestHandler } from 'express';

const officeNames = /\bms-office\b|\bMicrosoft Office\b|\b(Word|Excel|PowerPoint)\/\d/i;

/** Mount at the login. Office gets a page without a redirect, so that a browser opens the link. */
export const officeLinks: RequestHandler = (req, res, next) => {
  const { browser, return_to: returnTo } = req.query;
  // Only what looks at the link for Office has no cookies: its windows are browsers with their own.
  const isOffice = officeNames.test(req.get('user-agent') ?? '') && !req.headers.cookie;
  if (!isOffice || browser !== undefined || req.method !== 'GET') return next();
  // A window of Office continues from here, on a page of ours: the link's scopes must not count.
  const query = new URLSearchParams({
    ...(typeof returnTo === 'string' && { return_to: returnTo }),
    browser: '1',
  });
  const address = `${req.path}?${query}`;
  res.set({ Refresh: `0; url=${address}`, 'Cache-Control': 'no-store' });
  res.send(`<!doctype html><title>…</title><a href="${address.replaceAll('&', '&amp;')}">…</a>`);
};
