// `/profile`: the attendee's own record, as far as they share it.
import { attendeeOf } from '../../login/login.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { profileView } from './profile-view.ts';

export function profilePage(options: PageDependencies & { pictureOrigins: readonly string[] }): Page {
  const { views, words, recordsOf, pictureOrigins } = options;
  const routes = getOnly('/', async (req, res) => {
    const user = await recordsOf(req).currentUser();
    const { grantedScopes } = attendeeOf(req);
    views.render(res, 'profile/show', profileView({ user, grantedScopes, pictureOrigins, words }));
  });
  return { path: '/profile', navLabel: 'nav.profile', routes };
}
