// `/dealer`: the attendee's dealer applications.
// Exists only if the site has the service scope vendor:read.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { dealerView } from './dealer-view.ts';

export function dealerPage({ views, recordsOf }: PageDependencies): Page {
  const routes = getOnly('/', async (req, res) => {
    const records = recordsOf(req);
    const [user, dealers] = await Promise.all([records.currentUser(), records.dealers()]);
    views.render(res, 'dealer/show', dealerView({ user, dealers, words: req.words }));
  });
  return { name: 'dealer', path: '/dealer', needs: 'vendor:read', moreLabel: 'nav.dealer', routes };
}
