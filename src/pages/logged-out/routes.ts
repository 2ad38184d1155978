// `/logged-out` is shown after a log-out, and `/login/expired` after a session has expired. Both
// offer a new login.
import type { Request } from 'express';
import { isFromOwnPage } from '../../login/login.ts';
import { type Page, pageAt, pathnameIn } from '../../web/page.ts';
import { getOnly } from '../../web/requests/methods.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies, SitePage } from '../page-dependencies.ts';
import { type LogoutReason, loggedOutView } from './logged-out-view.ts';

export const loggedOutPage: SitePage = {
  name: 'logged-out',
  path: '/logged-out',
  open: true,
  loginPath: 'loggedOut',
  keptQuery: ['return_to'],
  keptFields: ['why', 'scope'],

  routes(dependencies) {
    const { views, login, pathOf, registrationUrl, logoutUrl, promptLogin } = dependencies;
    return getOnly('/', (req, res) => {
      const { words } = req;
      if (req.attendee)
        return views.render(res, 'logged-out/still', { heading: words('loggedOut.still.heading') });
      const view = loggedOutView({
        by: logoutReason(req, dependencies),
        logInPath: login.logInPath(req, wantedPage(req)),
        loginPath: login.paths.login,
        sharingPath: pathOf('sharing'),
        registrationUrl,
        logoutUrl,
        promptLogin,
        words,
      });
      views.render(res, 'logged-out/show', view);
    });
  },
};

export const expiredPage: SitePage = {
  name: 'expired',
  path: '/login/expired',
  open: true,
  loginPath: 'expired',
  keptQuery: ['return_to'],

  routes: ({ views, limits, sessionEndOf, pages }) =>
    getOnly('/', (req, res) => {
      // The session has not expired, perhaps because another tab or a name preview extended it.
      if (sessionEndOf(req)) return res.redirect(303, pageAt(req.query.return_to, pages) ?? '/');
      const returnTo = new URLSearchParams({ return_to: String(req.query.return_to ?? '/') });
      views.render(res, 'logged-out/expired', {
        heading: req.words('expired.heading'),
        text: req.words('expired.text', {
          minutes: limits.idleSeconds / 60,
          hours: limits.absoluteSeconds / 3600,
        }),
        query: `?${returnTo}`,
      });
    }),
};

type ReasonOptions = Pick<PageDependencies, 'login' | 'publicUrl' | 'optionalScopes' | 'pages'>;

/** The page that the visitor wanted to open before we asked. */
function wantedPage({ query }: Request): string | undefined {
  return typeof query.return_to === 'string' ? query.return_to : undefined;
}

/**
 * Without `return_to`, trusts the query only if a page of this site redirected here and a cookie
 * confirms what the query says. `forgotten` requires a recent deletion in this browser. `stopped`
 * requires a remembered choice without the scope.
 */
function logoutReason(
  req: Request,
  { login, publicUrl, optionalScopes, pages }: ReasonOptions,
): LogoutReason {
  const wanted = wantedPage(req);
  if (wanted !== undefined) return { why: 'ask', pageName: nameOf(wanted, pages, req.words) };
  const { why, scope } = isFromOwnPage(req, publicUrl) ? req.query : {};
  if (why === 'forgotten' && login.notices.wasForgotten(req)) return { why };
  const chosen = login.sharing.remembered(req);
  const stopped = optionalScopes.find((one) => one === scope && chosen?.includes(one) === false);
  return why === 'stopped' && stopped ? { why, scope: stopped } : { why: 'log-out' };
}

/** Returns the page's navigation label. Undefined for a page without one, and for any other URL. */
function nameOf(url: string, pages: readonly Page[], words: Translate): string | undefined {
  const [pathname = ''] = url.split('?');
  const { navLabel, menuLabel } = pages.find(({ path }) => path === pathnameIn(pathname)) ?? {};
  const label = navLabel ?? menuLabel;
  return label && words(label);
}
