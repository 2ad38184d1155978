// `/roles` shows the attendee's roles.
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';
import { rolesView } from './roles-view.ts';

export const rolesPage: SitePage = {
  name: 'roles',
  path: '/roles',
  menuLabel: 'nav.roles',

  routes: ({ views, recordsOf }) =>
    getOnly('/', async (req, res) => {
      const records = recordsOf(req);
      const [user, roles] = await Promise.all([records.currentUser(), records.roles()]);
      views.render(res, 'roles/show', rolesView({ user, roles, words: req.words }));
    }),
};
