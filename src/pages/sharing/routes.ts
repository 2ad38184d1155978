// `/sharing`: what the attendee shares, and how to share less, download it all, or be forgotten.
import { type Request, type RequestHandler, Router } from 'express';
import { PageError } from '../../errors.ts';
import { attendeeOf } from '../../login/login.ts';
import type { SiteLogin } from '../../site-login.ts';
import { getOnly, methodNotAllowed, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { readDownload } from './download.ts';
import { type StoredLogin, sharingView } from './sharing-view.ts';
import { stopView } from './stop-view.ts';

interface SharingPageOptions extends PageDependencies {
  readonly login: Pick<
    SiteLogin,
    'stopped' | 'stopSharing' | 'checkForm' | 'logOutEverywhere' | 'notices' | 'paths'
  >;
}

const path = '/sharing';

export function sharingPages(options: SharingPageOptions): Page[] {
  const { views, login } = options;
  const routes = Router();

  // Does not call the convention: sharing can be viewed and stopped while it is down.
  const show: RequestHandler = (req, res) => {
    const view = sharingView({ ...options, held: heldBy(req, options), words: req.words });
    views.render(res, 'sharing/show', view);
  };

  const forget: RequestHandler = async (req, res) => {
    const person = await login.logOutEverywhere(req, res);
    await login.stopped.forget(person);
    res.redirect(303, loggedOutPath({ why: 'forgotten' }, options));
  };

  routes.use(getOnly('/', show), getOnly('/download', createDownload(options)));
  routes.use('/stop', stopRoutes(options));
  // Open: a login may just have replaced the session of this request. The person is still known.
  const forgetRoutes = Router();
  forgetRoutes.route('/').post(login.checkForm, forget).all(methodNotAllowed('POST'));
  return [
    { name: 'sharing-forget', path: `${path}/forget`, open: true, routes: forgetRoutes },
    { name: 'sharing', path, navLabel: 'nav.sharing', routes },
  ];
}

/** The page that asks before an attendee stops sharing a scope, and its form. */
function stopRoutes(options: SharingPageOptions): Router {
  const { views, optionalScopes, login, serviceScopes } = options;
  const routes = Router();

  const ask: RequestHandler = (req, res) => {
    const scope = sharedScope(req, req.query.scope);
    if (!scope) return res.redirect(303, path);
    views.render(res, 'sharing/stop', stopView({ scope, serviceScopes, words: req.words }));
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
    res.redirect(303, loggedOutPath({ why: 'stopped', scope }, options));
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

/** Not at the convention: form-action 'self' also blocks redirects of a form to other sites. */
function loggedOutPath(reason: Record<string, string>, { login }: SharingPageOptions): string {
  return `${login.paths.loggedOut}?${new URLSearchParams(reason)}`;
}

function heldBy(req: Request, { limits }: SharingPageOptions): StoredLogin {
  const attendee = attendeeOf(req);
  const { userId, name, grantedScopes, expiresAt: permittedUntil } = attendee;
  const since = attendee.since ?? req.session.startedAt ?? 0;
  const until = since + limits.absoluteSeconds * 1000;
  return { userId, name, grantedScopes, since, until, permittedUntil };
}
