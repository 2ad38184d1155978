// `/`: what this site shows, and the login. A logged-in attendee is redirected to the first page of
// the navigation.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { homeView } from './home-view.ts';

interface HomePageOptions extends PageDependencies {
  /** Returns the path of the first page in the navigation, or undefined if it is empty. */
  readonly firstPage: () => string | undefined;
}

export function homePage({ views, event, eventDays, firstPage }: HomePageOptions): Page {
  const routes = getOnly('/', async (req, res) => {
    const path = req.attendee && firstPage();
    if (path) return res.redirect(303, path);
    // The only page that search engines may index.
    res.removeHeader('X-Robots-Tag');
    const days = await eventDays();
    views.renderOpen(res, 'home/show', {
      version: JSON.stringify({ days }),
      view: () => homeView({ days, event, words: req.words }),
    });
  });
  return { name: 'home', path: '/', open: true, routes };
}
