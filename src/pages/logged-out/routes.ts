// `/logged-out` after a log-out, and `/login/expired` after a session has expired. Both offer a new
// login.
import type { Request } from 'express';
import { isFromOwnPage } from '../../login/login.ts';
import type { SiteLogin } from '../../site/site-login.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { type LogoutReason, loggedOutView } from './logged-out-view.ts';

type Login = Pick<SiteLogin, 'choice' | 'paths'>;

export function loggedOutPages(options: PageDependencies & { login: Login }): Page[] {
  const { views, optionalScopes, login, publicUrl, limits } = options;

  const loggedOut = getOnly('/', (req, res) => {
    const { words } = req;
    if (req.attendee)
      return views.render(res, 'logged-out/still', { heading: words('loggedOut.still.heading') });
    const view = loggedOutView({ ...options, by: logoutReason(req), words });
    views.render(res, 'logged-out/show', view);
  });

  const expired = getOnly('/', (req, res) => {
    const returnTo = new URLSearchParams({ return_to: String(req.query.return_to ?? '/') });
    views.render(res, 'logged-out/expired', {
      heading: req.words('expired.heading'),
      text: req.words('expired.text', { minutes: limits.idleSeconds / 60 }),
      query: `?${returnTo}`,
    });
  });

  return [
    { name: 'logged-out', path: login.paths.loggedOut, open: true, routes: loggedOut },
    { name: 'expired', path: login.paths.expired, open: true, routes: expired },
  ];

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
