// `/`: what this site shows and the way in. Who is logged in goes straight to the first page.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';

export function homePage({ views, firstPage }: PageDependencies & { firstPage: string }): Page {
  const routes = getOnly('/', (req, res) => {
    // With its query: a login that comes back here may have something to tell.
    if (req.attendee) return res.redirect(303, firstPage + req.originalUrl.replace(/^[^?]*/, ''));
    // The one page for search engines.
    res.removeHeader('X-Robots-Tag');
    views.render(res, 'home/show', { heading: req.words('home.heading') });
  });
  return { path: '/', open: true, routes };
}
