// `/badge-name`: the badge name, the ticket and whether it is paid. The page that the product is named for.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { badgeNameView } from './badge-name-view.ts';

export function badgeNamePage(options: PageDependencies & { timeZone: string; now: () => number }): Page {
  const { views, words, recordsOf, timeZone, now } = options;
  const routes = getOnly('/', async (req, res) => {
    const records = recordsOf(req);
    const [user, registration] = await Promise.all([records.currentUser(), records.registration()]);
    views.render(res, 'badge-name/show', badgeNameView({ user, registration, words, timeZone, now: now() }));
  });
  return { path: '/badge-name', navLabel: 'nav.badge', routes };
}
