// `/sharing` shows what the attendee shares, and lets them share less, download everything, or have
// it deleted.
import { type Request, type RequestHandler, Router } from 'express';
import { ConventionError, isConventionError } from '../../convention/convention-error.ts';
import type { CurrentUser } from '../../convention/current-user.ts';
import { PageError } from '../../errors.ts';
import { attendeeOf, LoginError } from '../../login/login.ts';
import { unreadable } from '../../text.ts';
import { getOnly, methodNotAllowed } from '../../web/requests/methods.ts';
import { visitorNameOf } from '../../web/visitor-name.ts';
import type { PageDependencies, SitePage } from '../page-dependencies.ts';
import { readDownload } from './download.ts';
import { type StoredLogin, sharingView } from './sharing-view.ts';
import { stopView } from './stop-view.ts';

const path = '/sharing';
const paths = {
  sharing: path,
  download: `${path}/download`,
  forget: `${path}/forget`,
  stop: `${path}/stop`,
};

export const sharingPage: SitePage = {
  name: 'sharing',
  path,
  navLabel: 'nav.sharing',

  routes(dependencies) {
    const { views, recordsOf, login, limits, now } = dependencies;
    const { optionalScopes, serviceScopes, timeZone, pictureOrigins } = dependencies;
    const settings = { optionalScopes, serviceScopes, timeZone, pictureOrigins, limits };
    return getOnly('/', async (req, res) => {
      const view = sharingView({
        ...settings,
        held: heldBy(req, limits),
        user: await userIfThere(req, recordsOf),
        paths: { ...paths, ...login.paths },
        now: now(),
        words: req.words,
      });
      views.render(res, 'sharing/show', view);
    });
  },
};

/** The download of everything that this site stores or can read about the attendee. */
export const downloadPage: SitePage = {
  name: 'sharing-download',
  path: paths.download,
  partOf: 'sharing',
  isFile: true,

  routes: ({ recordsOf, limits, login: { sharing }, keptBadges }) =>
    getOnly('/', async (req, res) => {
      const { publicDepartments, readAt, viewOf, ...records } = recordsOf(req);
      const held = () => heldBy(req, limits);
      const content = await readDownload({ held, records, sharing, keptBadges });
      const minutes = limits.idleSeconds / 60;
      const about = req.words('sharing.download.about', { minutes });
      const inWords = (_key: string, value: unknown) =>
        value === unreadable ? req.words('value.unreadable') : value;
      const file = JSON.stringify({ about, ...content }, inWords, 2);
      res.attachment('what-this-site-holds.json').type('json').send(file);
    }),
};

/** Asks for confirmation, and then ends all the attendee's sessions and deletes their data. */
export const forgetPage: SitePage = {
  name: 'sharing-forget',
  path: paths.forget,
  partOf: 'sharing',
  open: 'in part',

  routes({ views, login, keptBadges }) {
    const ask: RequestHandler = (req, res) => {
      const heading = req.words('forget.heading');
      views.render(res, 'sharing/forget', { heading, partOf: 'sharing', paths });
    };

    const forget: RequestHandler = async (req, res) => {
      await keptBadges.deleteEverywhere(req);
      const person = await login.logOutEverywhere(req, res);
      if (person) await login.sharing.forget(person);
      else if (!login.notices.wasForgotten(req)) throw new LoginError('nothing-saved');
      login.notices.announceForgotten(res);
      res.redirect(303, loggedOutPath({ why: 'forgotten' }, login.paths));
    };

    const routes = Router();
    routes
      .route('/')
      .get(login.requireLogin, ask)
      // No login is required, because a new login or a second submission of the form may just have
      // ended this session. The request still identifies the person.
      .post(login.checkForm, keptBadges.deleteHere, forget)
      .all(methodNotAllowed('GET, HEAD, POST'));
    return routes;
  },
};

/** Asks for confirmation, and then stops sharing a scope. */
export const stopPage: SitePage = {
  name: 'sharing-stop',
  path: paths.stop,
  partOf: 'sharing',
  open: 'in part',
  keptQuery: ['scope'],

  routes({ views, recordsOf, login, optionalScopes, serviceScopes, keptBadges }) {
    const ask: RequestHandler = async (req, res) => {
      const scope = optionalScope(req.query.scope);
      if (!isShared(req, scope)) return res.redirect(303, path);
      const user = await userIfThere(req, recordsOf);
      const view = stopView({ scope, serviceScopes, user, paths, words: req.words });
      views.render(res, 'sharing/stop', view);
    };

    const stop: RequestHandler = async (req, res) => {
      const scope = optionalScope(req.body?.scope);
      if (req.attendee) {
        if (!isShared(req, scope)) return res.redirect(303, path);
        await login.sharing.stop(req, res, scope);
        await keptBadges.deleteEverywhere(req);
        await login.logOutEverywhere(req, res);
      } else {
        // If the form was submitted twice, the first request has ended this session.
        const person = await login.logOutEverywhere(req, res);
        if (person) await login.sharing.stop(req, res, scope, person);
        else if (login.sharing.remembered(req)?.includes(scope) ?? true)
          throw new LoginError('nothing-saved');
      }
      res.redirect(303, loggedOutPath({ why: 'stopped', scope }, login.paths));
    };

    /** Throws PageError 404 unless this is an optional scope. */
    function optionalScope(requested: unknown): string {
      const scope = optionalScopes.find((one) => one === requested);
      if (!scope) throw new PageError({ status: 404, problem: 'not-found' });
      return scope;
    }

    const routes = Router();
    routes
      .route('/')
      .get(login.requireLogin, ask)
      // No login is required, because a second submission of the form may just have ended this
      // session. The request still identifies the person.
      .post(login.checkForm, keptBadges.deleteHere, stop)
      .all(methodNotAllowed('GET, HEAD, POST'));
    return routes;
  },
};

function isShared(req: Request, scope: string): boolean {
  return attendeeOf(req).grantedScopes.includes(scope);
}

/**
 * Undefined if the record cannot be read. Even then, attendees can see what they share and stop
 * sharing it.
 */
async function userIfThere(
  req: Request,
  recordsOf: PageDependencies['recordsOf'],
): Promise<CurrentUser | undefined> {
  try {
    return await recordsOf(req).currentUser();
  } catch (error) {
    const isAway = error instanceof ConventionError && !isConventionError(error, ['login-needed']);
    if (isAway) return undefined;
    throw error;
  }
}

/**
 * The path is on this site, because `form-action 'self'` also blocks a redirect to the platform
 * after a form submission.
 */
function loggedOutPath(
  reason: Record<string, string>,
  { loggedOut }: PageDependencies['login']['paths'],
): string {
  return `${loggedOut}?${new URLSearchParams(reason)}`;
}

function heldBy(req: Request, limits: PageDependencies['limits']): StoredLogin {
  const { userId, grantedScopes, expiresAt: permittedUntil } = attendeeOf(req);
  const name = visitorNameOf(req);
  const since = req.session.startedAt ?? 0;
  const until = since + limits.absoluteSeconds * 1000;
  return { userId, name, grantedScopes, since, until, permittedUntil };
}
