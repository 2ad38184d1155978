// `/profile`: the attendee's own record, as far as they share it.
import { attendeeOf } from '../../login/login.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { profileView } from './profile-view.ts';

export function profilePage(options: PageDependencies): Page {
  const { views, recordsOf } = options;
  const routes = getOnly('/', async (req, res) => {
    const user = await recordsOf(req).currentUser();
    const { grantedScopes } = attendeeOf(req);
    const view = profileView({ ...options, user, grantedScopes, words: req.words });
    views.render(res, 'profile/show', view);
  });
  return { name: 'profile', path: '/profile', navLabel: 'nav.profile', routes };
}
