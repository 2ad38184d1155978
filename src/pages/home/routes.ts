// `/` shows an overview of this site and a login button. Logged-in attendees are redirected to the
// first page in the navigation.
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';
import { homeView } from './home-view.ts';

export const homePage: SitePage = {
  name: 'home',
  path: '/',
  open: true,

  routes({ views, event, eventNow, pages }) {
    const firstPage = pages.find(({ navLabel }) => navLabel);
    return getOnly('/', async (req, res) => {
      if (req.attendee && firstPage) return res.redirect(303, firstPage.path);
      // Search engines may index only this page.
      res.removeHeader('X-Robots-Tag');
      const time = await eventNow();
      views.renderOpen(res, 'home/show', {
        version: JSON.stringify([time.days, time.stage]),
        view: () => homeView({ event, time, words: req.words }),
      });
    });
  },
};
