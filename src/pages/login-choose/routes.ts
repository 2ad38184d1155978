// `/login/choose`: what to share, decided before the login and remembered by this browser. Works without a script.
import { isFromOwnPage } from '../../login/login.ts';
import type { SiteLogin } from '../../site-login.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { chosenView, loginChooseView } from './login-choose-view.ts';

type Login = Pick<SiteLogin, 'choice'>;

export function loginChoosePage(options: PageDependencies & { login: Login }): Page {
  const { views, optionalScopes, login, publicUrl } = options;
  const routes = getOnly('/', (req, res) => {
    // Who is logged in shares more, or less, there.
    if (req.attendee) return res.redirect(303, '/sharing');
    const { chosen, scope, return_to: returnTo } = req.query;
    // The form of this page leads back to it. A link of another site decides nothing for anybody.
    const isChosen = chosen !== undefined && isFromOwnPage(req, publicUrl);
    const named = isChosen ? [scope].flat() : (login.choice.remembered(req) ?? []);
    const view = {
      ...options,
      chosen: optionalScopes.filter((one) => named.includes(one)),
      returnTo: typeof returnTo === 'string' ? returnTo : undefined,
      words: req.words,
    };
    if (!isChosen) return views.render(res, 'login-choose/show', loginChooseView(view));
    login.choice.remember(res, view.chosen);
    views.render(res, 'login-choose/chosen', chosenView(view));
  });
  return { path: '/login/choose', open: true, routes };
}
