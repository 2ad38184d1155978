// `/profile` shows the part of the attendee's record that they share.
import { attendeeOf } from '../../login/login.ts';
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';
import { profileView } from './profile-view.ts';

const path = '/profile';

export const profilePage: SitePage = {
  name: 'profile',
  path,
  navLabel: 'nav.profile',

  routes: ({ views, recordsOf, optionalScopes, pictureOrigins, event, login, pathOf }) =>
    getOnly('/', async (req, res) => {
      const records = recordsOf(req);
      const view = records.viewOf(profileView, {
        user: await records.currentUser(),
        grantedScopes: attendeeOf(req).grantedScopes,
        optionalScopes,
        pictureOrigins,
        identityUrl: event.identityUrl,
        paths: { login: login.paths.login, profile: path },
        pathOf,
        words: req.words,
      });
      views.render(res, 'profile/show', view);
    }),
};
