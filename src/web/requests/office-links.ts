// Links to the login in Office documents. Office follows redirects with its own cookies and opens
// only the last address in the browser (support.microsoft.com/kb/899927). That address is the
// convention's, and the browser would return without the pending login.
import type { RequestHandler } from 'express';

const officeNames = /\bms-office\b|\bMicrosoft Office\b|\b(Word|Excel|PowerPoint)\/\d/i;

/**
 * Mount at the login. Office gets a page instead of a redirect, so that the browser opens the link
 * itself.
 */
export const officeLinks: RequestHandler = (req, res, next) => {
  const { browser, return_to: returnTo } = req.query;
  // Office checks links without cookies. A browser window inside Office does send them.
  const isOffice = officeNames.test(req.get('user-agent') ?? '') && !req.headers.cookie;
  if (!isOffice || browser !== undefined || req.method !== 'GET') return next();
  // The next request comes from our own page, from which the login accepts scopes. The scopes of
  // the link must not count as ours, so they are left out.
  const query = new URLSearchParams({
    ...(typeof returnTo === 'string' && { return_to: returnTo }),
    browser: '1',
  });
  const address = `${req.path}?${query}`;
  res.set({ Refresh: `0; url=${address}`, 'Cache-Control': 'no-store' });
  res.send(`<!doctype html><title>…</title><a href="${address.replaceAll('&', '&amp;')}">…</a>`);
};
