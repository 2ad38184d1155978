// `/`: what this site shows, and the login. A logged-in attendee is redirected to the first page.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';

export function homePage({ views, firstPage }: PageDependencies & { firstPage: string }): Page {
  const routes = getOnly('/', (req, res) => {
    // Keep the query: it may contain the notice of a login that returns here.
    if (req.attendee) return res.redirect(303, firstPage + req.originalUrl.replace(/^[^?]*/, ''));
    // The only page that search engines may index.
    res.removeHeader('X-Robots-Tag');
    views.render(res, 'home/show', { heading: req.words('home.heading') });
  });
  return { path: '/', open: true, routes };
}
