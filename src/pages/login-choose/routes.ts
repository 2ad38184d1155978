// `/login/choose`: choose what to share before login. This browser remembers the choice.
// Works without JavaScript.
import { isFromOwnPage } from '../../login/login.ts';
import type { SiteLogin } from '../../site/site-login.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { chosenView, loginChooseView } from './login-choose-view.ts';

type Login = Pick<SiteLogin, 'choice'>;

export function loginChoosePage(options: PageDependencies & { login: Login }): Page {
  const { views, pathOf, optionalScopes, login, publicUrl } = options;
  const routes = getOnly('/', (req, res) => {
    // A logged-in attendee changes it on the sharing page.
    if (req.attendee) return res.redirect(303, pathOf('sharing') ?? '/');
    const { chosen, scope, return_to: returnTo } = req.query;
    // The form submits to this page. A link from another site must not set the choice.
    const isChosen = chosen !== undefined && isFromOwnPage(req, publicUrl);
    const selected = isChosen ? [scope].flat() : (login.choice.remembered(req) ?? []);
    const view = {
      ...options,
      chosen: optionalScopes.filter((one) => selected.includes(one)),
      returnTo: typeof returnTo === 'string' ? returnTo : undefined,
      words: req.words,
    };
    if (!isChosen) return views.render(res, 'login-choose/show', loginChooseView(view));
    login.choice.remember(res, view.chosen);
    views.render(res, 'login-choose/chosen', chosenView(view));
  });
  return { name: 'login-choose', path: '/login/choose', open: true, routes };
}
