// `/roles`: the attendee's roles.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { rolesView } from './roles-view.ts';

export function rolesPage({ views, recordsOf }: PageDependencies): Page {
  const routes = getOnly('/', async (req, res) => {
    const records = recordsOf(req);
    const [user, roles] = await Promise.all([records.currentUser(), records.roles()]);
    views.render(res, 'roles/show', rolesView({ user, roles, words: req.words }));
  });
  return { name: 'roles', path: '/roles', moreLabel: 'nav.roles', routes };
}
