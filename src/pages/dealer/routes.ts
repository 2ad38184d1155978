// `/dealer` shows the attendee's dealer applications. It exists only if the site's own credential
// has the scope vendor:read.
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';
import { dealerView } from './dealer-view.ts';

export const dealerPage: SitePage = {
  name: 'dealer',
  path: '/dealer',
  needs: 'vendor:read',
  menuLabel: 'nav.dealer',

  routes: ({ views, recordsOf }) =>
    getOnly('/', async (req, res) => {
      const records = recordsOf(req);
      const [user, dealers] = await Promise.all([records.currentUser(), records.dealers()]);
      views.render(res, 'dealer/show', dealerView({ user, dealers, words: req.words }));
    }),
};
