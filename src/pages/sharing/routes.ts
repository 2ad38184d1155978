// `/sharing`: what the attendee shares, and how to share less, download it all, or have it deleted.
import { type Request, type RequestHandler, Router } from 'express';
import { ConventionError, isConventionError } from '../../convention/convention-error.ts';
import type { CurrentUser } from '../../convention/current-user.ts';
import { PageError } from '../../errors.ts';
import { attendeeOf } from '../../login/login.ts';
import type { SiteLogin } from '../../site/site-login.ts';
import { getOnly, methodNotAllowed, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { readDownload } from './download.ts';
import { type StoredLogin, sharingView } from './sharing-view.ts';
import { stopView } from './stop-view.ts';

interface SharingPageOptions extends PageDependencies {
  readonly login: Pick<
    SiteLogin,
    | 'stopped'
    | 'stopSharing'
    | 'requireLogin'
    | 'checkForm'
    | 'logOutEverywhere'
    | 'notices'
    | 'paths'
  >;
}

const path = '/sharing';

export function sharingPages(options: SharingPageOptions): Page[] {
  const { views } = options;
  const routes = Router();

  const show: RequestHandler = async (req, res) => {
    const user = await userIfThere(req, options);
    const view = sharingView({ ...options, held: heldBy(req, options), user, words: req.words });
    views.render(res, 'sharing/show', view);
  };

  routes.use(getOnly('/', show), getOnly('/download', createDownload(options)));
  routes.use('/stop', stopRoutes(options));
  const forget = forgetRoutes(options);
  return [
    { name: 'sharing-forget', path: `${path}/forget`, open: 'in part', routes: forget },
    { name: 'sharing', path, navLabel: 'nav.sharing', routes },
  ];
}

/** The page that asks before everything is deleted, and its form. */
function forgetRoutes({ views, login }: SharingPageOptions): Router {
  const routes = Router();

  const ask: RequestHandler = (req, res) => {
    const heading = req.words('forget.heading');
    views.render(res, 'sharing/forget', { heading, partOf: 'sharing' });
  };

  const forget: RequestHandler = async (req, res) => {
    const person = await login.logOutEverywhere(req, res);
    await login.stopped.forget(person);
    res.redirect(303, loggedOutPath({ why: 'forgotten' }, login));
  };

  routes
    .route('/')
    .get(login.requireLogin, ask)
    // Open: a login may just have replaced the session of this request. The person is still known.
    .post(login.checkForm, forget)
    .all(methodNotAllowed('GET, HEAD, POST'));
  return routes;
}

/** The page that asks before an attendee stops sharing a scope, and its form. */
function stopRoutes(options: SharingPageOptions): Router {
  const { views, optionalScopes, login, serviceScopes } = options;
  const routes = Router();

  const ask: RequestHandler = async (req, res) => {
    const scope = sharedScope(req, req.query.scope);
    if (!scope) return res.redirect(303, path);
    const user = await userIfThere(req, options);
    const staysLoggedIn = attendeeOf(req).refreshToken !== undefined;
    const view = stopView({ scope, serviceScopes, user, staysLoggedIn, words: req.words });
    views.render(res, 'sharing/stop', view);
  };

  const stop: RequestHandler = async (req, res) => {
    const scope = sharedScope(req, req.body.scope);
    if (!scope) return res.redirect(303, path);
    const { since, until: endsAt } = heldBy(req, options);
    const isLoggedIn = await login.stopSharing(req, res, { scope, since, endsAt });
    if (isLoggedIn) {
      login.notices.announceStopped(res, scope);
      return res.redirect(303, path);
    }
    res.redirect(303, loggedOutPath({ why: 'stopped', scope }, login));
  };

  routes.route('/').get(ask).post(login.checkForm, stop).all(methodNotAllowed('GET, HEAD, POST'));
  return routes;

  /**
   * Returns the scope if it is shared now, or undefined if it is not. Throws PageError 404 for
   * anything but an optional scope.
   */
  function sharedScope(req: Request, requested: unknown): string | undefined {
    const scope = optionalScopes.find((one) => one === requested);
    if (!scope) throw new PageError({ status: 404, problem: 'not-found' });
    return attendeeOf(req).grantedScopes.includes(scope) ? scope : undefined;
  }
}

function createDownload(options: SharingPageOptions): RequestHandler {
  return async (req, res) => {
    const held = heldBy(req, options);
    const content = await readDownload({ held, records: options.recordsOf(req) });
    const about = req.words('sharing.download.about');
    const file = JSON.stringify({ about, ...content }, null, 2);
    res.attachment('what-this-site-holds.json').type('json').send(file);
  };
}

/** The attendee's record. What they share can be seen and stopped while the convention is away. */
async function userIfThere(
  req: Request,
  { recordsOf }: SharingPageOptions,
): Promise<CurrentUser | undefined> {
  try {
    return await recordsOf(req).currentUser();
  } catch (error) {
    const isAway = error instanceof ConventionError && !isConventionError(error, ['login-needed']);
    if (isAway) return undefined;
    throw error;
  }
}

/** Not at the convention: form-action 'self' also blocks redirects of a form to other sites. */
function loggedOutPath(
  reason: Record<string, string>,
  { paths }: Pick<SiteLogin, 'paths'>,
): string {
  return `${paths.loggedOut}?${new URLSearchParams(reason)}`;
}

function heldBy(req: Request, { limits }: SharingPageOptions): StoredLogin {
  const attendee = attendeeOf(req);
  const { userId, name, grantedScopes, expiresAt: permittedUntil } = attendee;
  const since = attendee.since ?? req.session.startedAt ?? 0;
  const until = since + limits.absoluteSeconds * 1000;
  return { userId, name, grantedScopes, since, until, permittedUntil };
}
