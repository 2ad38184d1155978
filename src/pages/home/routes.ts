// `/`: what this site shows and the way in. Who is logged in goes straight to the first page.
import { getOnly, type Page } from '../../web/page.ts';
import type { Views } from '../../web/views.ts';
import { homeView } from './home-view.ts';

export function homePage({ views, firstPage }: { views: Views; firstPage: string }): Page {
  const routes = getOnly('/', (req, res) => {
    // With its query: a login that comes back here may have something to tell.
    if (req.attendee) return res.redirect(303, firstPage + req.originalUrl.replace(/^[^?]*/, ''));
    // The one page for search engines.
    res.removeHeader('X-Robots-Tag');
    views.render(res, 'home/show', homeView(req.words));
  });
  return { path: '/', open: true, routes };
}
