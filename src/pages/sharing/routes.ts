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

type Login = Pick<SiteLogin, 'choice' | 'checkForm' | 'logOutEverywhere'>;

export function sharingPage(options: PageDependencies & { login: Login }): Page {
  const { views, recordsOf, optionalScopes, login, limits, serviceScopes } = options;
  const routes = Router();

  // Does not call the convention: sharing can be viewed and stopped while it is down.
  const show: RequestHandler = (req, res) => {
    views.render(
      res,
      'sharing/show',
      sharingView({ ...options, held: heldBy(req), words: req.words }),
    );
  };

  const askBeforeStop: RequestHandler = (req, res) => {
    const scope = sharedScope(req, req.query.scope);
    if (!scope) return res.redirect(303, '/sharing');
    views.render(res, 'sharing/stop', stopView({ scope, serviceScopes, words: req.words }));
  };

  const stop: RequestHandler = async (req, res) => {
    const scope = sharedScope(req, req.body.scope);
    if (!scope) return res.redirect(303, '/sharing');
    const remaining = attendeeOf(req).grantedScopes.filter((held) => held !== scope);
    // First: even if the log-out fails, the next login asks for less.
    login.choice.remember(res, remaining);
    // Every session of this attendee, on any device, could still read it. The page that follows
    // says that none can.
    await login.logOutEverywhere(req, res);
    // Not to the convention: form-action 'self' also blocks redirects of a form to other sites.
    res.redirect(303, `/logged-out?${new URLSearchParams({ why: 'stopped', scope })}`);
  };

  const forget: RequestHandler = async (req, res) => {
    await login.logOutEverywhere(req, res);
    res.redirect(303, '/logged-out?why=forgotten');
  };

  const download: RequestHandler = async (req, res) => {
    const content = await readDownload({ held: heldBy(req), records: recordsOf(req) });
    const file = JSON.stringify(
      { about: req.words('sharing.download.about'), ...content },
      null,
      2,
    );
    res.attachment('what-this-site-holds.json').type('json').send(file);
  };

  routes.use(getOnly('/', show), getOnly('/download', download));
  routes
    .route('/stop')
    .get(askBeforeStop)
    .post(login.checkForm, stop)
    .all(methodNotAllowed('GET, HEAD, POST'));
  routes.route('/forget').post(login.checkForm, forget).all(methodNotAllowed('POST'));
  return { path: '/sharing', navLabel: 'nav.sharing', routes };

  /**
   * Returns the scope if it is shared now, or undefined if it is not. Throws PageError 404 for
   * anything but an optional scope.
   */
  function sharedScope(req: Request, requested: unknown): string | undefined {
    const scope = optionalScopes.find((one) => one === requested);
    if (!scope) throw new PageError({ status: 404, problem: 'not-found' });
    return attendeeOf(req).grantedScopes.includes(scope) ? scope : undefined;
  }

  function heldBy(req: Request): StoredLogin {
    const { userId, grantedScopes, expiresAt } = attendeeOf(req);
    const { startedAt: since = 0 } = req.session;
    return {
      userId,
      grantedScopes,
      since,
      until: Math.min(expiresAt, since + limits.absoluteSeconds * 1000),
    };
  }
}
