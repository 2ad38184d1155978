// `/login/choose` lets visitors choose what to share, and continues to the login. A cookie stores
// the choice. The page works without JavaScript.
import { isFromOwnPage } from '../../login/login.ts';
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';
import { chooseSharingView, chosenView } from './choose-sharing-view.ts';

const path = '/login/choose';

export const chooseSharingPage: SitePage = {
  name: 'choose-sharing',
  path,
  open: true,
  keptQuery: ['return_to'],
  keptFields: ['ticked', 'scope'],

  routes: ({ views, pathOf, scopes, optionalScopes, login, publicUrl }) =>
    getOnly('/', (req, res) => {
      // Logged-in attendees change their choice on the sharing page.
      if (req.attendee) return res.redirect(303, pathOf('sharing') ?? '/');
      const { chosen, ticked, scope, return_to: returnTo } = req.query;
      // The form submits to this page. A link from another site or a HEAD request must not set the
      // choice.
      const isForm = req.method === 'GET' && isFromOwnPage(req, publicUrl);
      const isChosen = chosen !== undefined && isForm;
      // After a language change, the query contains ticks that the visitor has not saved yet.
      const isTicked = isChosen || (ticked !== undefined && isForm);
      const selected = isTicked ? [scope].flat() : (login.sharing.remembered(req) ?? []);
      const options = {
        scopes,
        optionalScopes,
        chosen: optionalScopes.filter((one) => selected.includes(one)),
        returnTo: typeof returnTo === 'string' ? returnTo : undefined,
        paths: { login: login.paths.login, choose: path },
        words: req.words,
      };
      if (!isChosen) return views.render(res, 'choose-sharing/show', chooseSharingView(options));
      login.sharing.remember(res, options.chosen);
      const view = chosenView(options);
      // `form-action` also blocks a redirect to another site after a form submission. `Refresh` is
      // a new navigation, so it is not blocked.
      res.set('Refresh', `0; url=${view.continued.path}`);
      views.render(res, 'choose-sharing/show', view);
    }),
};
