// `/logged-out` after a log-out, and `/login/expired` after a session has expired. Both offer a new
// login.
import { type Request, Router } from 'express';
import { isFromOwnPage } from '../../login/login.ts';
import type { SiteLogin } from '../../site-login.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { type LogoutReason, loggedOutView } from './logged-out-view.ts';

type Login = Pick<SiteLogin, 'choice'>;

export function loggedOutPage(options: PageDependencies & { login: Login }): Page {
  const { views, optionalScopes, login, publicUrl, registrationUrl, logoutUrl, limits } = options;
  const routes = Router();

  routes.use(
    getOnly('/logged-out', (req, res) => {
      const { words } = req;
      if (req.attendee)
        return views.render(res, 'logged-out/still', { heading: words('loggedOut.still.heading') });
      views.render(
        res,
        'logged-out/show',
        loggedOutView({ by: logoutReason(req), words, registrationUrl, logoutUrl }),
      );
    }),
    getOnly('/login/expired', (req, res) => {
      const returnTo = new URLSearchParams({ return_to: String(req.query.return_to ?? '/') });
      const view = {
        heading: req.words('expired.heading'),
        text: req.words('expired.text', { minutes: limits.idleSeconds / 60 }),
        query: `?${returnTo}`,
      };
      views.render(res, 'logged-out/expired', view);
    }),
  );
  return { path: '/', open: true, routes };

  /**
   * Trusts the query only if a page of this site redirected here. `stopped` also requires that the
   * choice stored in this browser leaves the scope out.
   */
  function logoutReason(req: Request): LogoutReason {
    const { why, scope } = isFromOwnPage(req, publicUrl) ? req.query : {};
    if (why === 'forgotten') return { why };
    const chosen = login.choice.remembered(req);
    const stopped = optionalScopes.find((one) => one === scope && chosen?.includes(one) === false);
    return why === 'stopped' && stopped ? { why, scope: stopped } : { why: 'log-out' };
  }
}
