// `/privacy` lists the data that this site reads and stores, and its cookies. It works without a
// login.
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';
import { privacyView } from './privacy-view.ts';

export const privacyPage: SitePage = {
  name: 'privacy',
  path: '/privacy',
  open: true,
  footerLabel: 'privacy.heading',

  routes: ({ views, scopes, optionalScopes, serviceScopes, pictureOrigins, limits }) =>
    getOnly('/', ({ words }, res) => {
      const asked = { scopes, optionalScopes, serviceScopes };
      views.render(res, 'privacy/show', privacyView({ ...asked, pictureOrigins, limits, words }));
    }),
};
