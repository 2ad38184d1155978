// Creates the app. createApp mounts the middleware in the order in which a request passes through
// it, so this function also serves as a table of contents.
import express, { type Express } from 'express';
import { watchPictures } from './checks/picture-origins.ts';
import { tryKeyStore } from './checks/redis.ts';
import type { Convention } from './convention/convention.ts';
import type { Cause } from './log/causes.ts';
import { type Log, throttledWarnings } from './log/log.ts';
import type { Metrics } from './log/metrics.ts';
import { createCookies, type KeyStore, type SessionLimits, sessionLimits } from './login/login.ts';
import { accessibilityPage } from './pages/accessibility/routes.ts';
import { keptBadgePage } from './pages/badge-name/kept-badge-page.ts';
import { badgeNamePage, badgePicturePage, deskPage } from './pages/badge-name/routes.ts';
import { calendarPage } from './pages/calendar/routes.ts';
import { chooseSharingPage } from './pages/choose-sharing/routes.ts';
import { dealerPage } from './pages/dealer/routes.ts';
import { homePage } from './pages/home/routes.ts';
import { linkKitPage } from './pages/link-kit/routes.ts';
import { expiredPage, loggedOutPage } from './pages/logged-out/routes.ts';
import type { PageDependencies, SitePage } from './pages/page-dependencies.ts';
import { privacyPage } from './pages/privacy/routes.ts';
import { profilePage } from './pages/profile/routes.ts';
import { rolesPage } from './pages/roles/routes.ts';
import { downloadPage, forgetPage, sharingPage, stopPage } from './pages/sharing/routes.ts';
import { stayPage } from './pages/stay-logged-in/routes.ts';
import { volunteeringPage } from './pages/volunteering/routes.ts';
import { optionalScopesAmong } from './scopes.ts';
import type { Config } from './settings/config.ts';
import { type Assets, loadAssets, projectFolder } from './web/assets.ts';
import { errorPages, notFound } from './web/error-pages.ts';
import { pagesOfSite, pathsOf } from './web/page.ts';
import { headerName } from './web/person.ts';
import { refuseAmbiguous } from './web/requests/ambiguous-requests.ts';
import { ownFile } from './web/requests/attendee-files.ts';
import { health, readiness } from './web/requests/health.ts';
import { createKeptBadges } from './web/requests/kept-badges.ts';
import { createLanguageChoice, languagePath } from './web/requests/language-choice.ts';
import { officeLinks } from './web/requests/microsoft-office-links.ts';
import { normalisePath } from './web/requests/normalise-path.ts';
import { redirectToPublicUrl } from './web/requests/public-url.ts';
import { rateLimits } from './web/requests/rate-limits.ts';
import { requestLog } from './web/requests/request-log.ts';
import { sameOrigin } from './web/requests/same-origin.ts';
import { securityHeaders } from './web/requests/security-headers.ts';
import { securityTxt, securityTxtPath } from './web/requests/security-txt.ts';
import { sessionEnd } from './web/session-warning.ts';
import { createViews, type Views } from './web/views.ts';
import { createEventClock, daysOf } from './web/words/event-times.ts';
import { type Languages, loadLanguages } from './web/words/languages.ts';
import { createSiteLogin, type SiteLogin } from './wiring/site-login.ts';
import { createSiteRecords } from './wiring/site-records.ts';

/** Tests pass their own dependencies, but run the same app as production. */
export interface AppDependencies {
  readonly config: Config;
  readonly keys: KeyStore;
  /** See `OpenRedisKeys.ready`. Absent with an in-memory store. */
  readonly ready?: () => Promise<void>;
  readonly convention: Convention;
  readonly log: Log;
  /** Aborted when shutdown begins. Absent in the demo. */
  readonly stopping?: AbortSignal;
  /** Absent unless METRICS_PORT is set. */
  readonly metrics?: Metrics | undefined;
  /**
   * Resolves to the reason why logins fail, or undefined while none is known. Absent in the demo,
   * whose platform runs in the same process.
   */
  readonly whyNoLogins?: () => Promise<Cause | undefined>;
  /** The message key of the banner on every page, such as `banner.demo`. Absent in production. */
  readonly banner?: string | undefined;
  readonly messages?: URL;
  readonly now?: () => number;
  readonly limits?: Limits | undefined;
}

export interface Limits {
  readonly sessions?: SessionLimits;
  readonly rates?: Parameters<typeof rateLimits>[0]['rates'];
  readonly recordCacheSeconds?: number;
}

/** Every page, in navigation order. */
export const everyPage: readonly SitePage[] = [
  homePage,
  badgeNamePage,
  deskPage,
  badgePicturePage,
  keptBadgePage,
  calendarPage,
  profilePage,
  volunteeringPage,
  dealerPage,
  rolesPage,
  downloadPage,
  forgetPage,
  stopPage,
  sharingPage,
  chooseSharingPage,
  loggedOutPage,
  expiredPage,
  stayPage,
  privacyPage,
  accessibilityPage,
  linkKitPage,
];

const ownMessages = new URL('views/messages/', projectFolder);

export function createApp(dependencies: AppDependencies): Express {
  const { config, log, now = Date.now } = dependencies;
  const { publicUrl, securityContact: contact } = config;
  const { assets, languages, languageChoice, login, views, pages, pageDependencies, warn } =
    createParts(dependencies);
  const { keptBadges, pathOf } = pageDependencies;
  const { pictureOrigins } = config.convention;
  const { hasPendingLogin } = login;
  const rateLimit = rateLimits({ log, hasPendingLogin, rates: dependencies.limits?.rates });

  const app = express();
  app.disable('x-powered-by').disable('etag');
  if (config.trustProxy !== undefined) app.set('trust proxy', config.trustProxy);
  app.use(securityHeaders({ https: publicUrl.protocol === 'https:', pictureOrigins }));
  app.get('/healthz', health);
  app.get('/readyz', readiness(checksFor(dependencies)));
  app.use(requestLog(log, dependencies.metrics?.countRequest));
  app.use(languageChoice.choose);
  app.use(normalisePath(pages, [...Object.values(login.paths), languagePath, securityTxtPath]));
  app.use(refuseAmbiguous);
  app.use(assets.serve);
  app.use(redirectToPublicUrl(publicUrl, warn));
  app.use(sameOrigin(publicUrl, login.paths.callback));
  app.use(languageChoice.routes);
  if (contact)
    app.use(securityTxt({ contact, publicUrl, languages: languages.reviewedByPeople, now }));
  app.use(login.sessionLimit);
  app.use(login.session);
  app.use(login.attendee);
  app.use(
    keptBadges.watch(
      ['home', 'badge-name', 'desk', 'kept-badge'].flatMap((name) => pathOf(name) ?? []),
    ),
  );
  app.get(login.paths.login, officeLinks);
  app.get(login.paths.callback, rateLimit.logins);
  const { logout, logoutEverywhere } = login.paths;
  app.post([logout, logoutEverywhere], login.checkForm, keptBadges.deleteHere);
  app.post(logoutEverywhere, async (req, _res, next) => {
    await keptBadges.deleteEverywhere(req);
    next();
  });
  app.use(login.routes);
  for (const { path, open, isFile, partOf, routes } of pages) {
    const guards = [
      ...(isFile && partOf ? [ownFile(pathOf(partOf) ?? '/', publicUrl)] : []),
      ...(open ? [] : [login.requireLogin]),
      ...(open === true ? [] : [rateLimit.pages]),
    ];
    app.use(path, ...guards, routes(pageDependencies));
  }
  app.use(notFound);
  app.use(login.renewLogin);
  app.use(errorPages({ views, log, publicUrl, pages, loginPaths: login.paths }));
  return app;
}

function checksFor({
  keys,
  stopping,
  ready = async () => {},
  whyNoLogins = async () => undefined,
}: AppDependencies): Parameters<typeof readiness>[0] {
  return { stopping, ready, write: () => tryKeyStore(keys), login: whyNoLogins };
}

function createParts(dependencies: AppDependencies) {
  const { config, keys, convention, log } = dependencies;
  const { now = Date.now, limits: { sessions: limits = sessionLimits, recordCacheSeconds } = {} } =
    dependencies;
  const { publicUrl, pagesLeftOut: leftOut, service } = config;
  const serviceScopes = service?.scopes ?? [];
  const pages = pagesOfSite(everyPage, { leftOut, serviceScopes });
  const optionalScopes = optionalScopesAmong(config.scopes);
  const warn = throttledWarnings(log, now);
  const assets = loadAssets(new URL('public/', projectFolder), config.convention);
  const cookies = createCookies(publicUrl, config.encryptionKeys);
  const languages = readLanguages(dependencies);
  const { recordsOf, forget } = createSiteRecords({
    config,
    convention,
    cacheSeconds: recordCacheSeconds,
    idleSeconds: limits.idleSeconds,
    now,
  });
  const { encryptionKeys } = config;
  const keptBadges = createKeptBadges({ cookies, keys, encryptionKeys, now });
  const checkPicture = watchPictures({ keys, log, ...config.convention });
  const login = createSiteLogin({
    config,
    keys,
    limits,
    cookies,
    pages,
    optionalScopes,
    async whoIs(tokenSet) {
      const user = await convention.onBehalfOf(tokenSet).currentUser();
      checkPicture(user.profilePictureUrl);
      return { id: user.id, subject: user.id, name: headerName(user) };
    },
    onSessionsEnd: forget,
    onLogin: (req, res) => keptBadges.deleteOthers(req, res, req.session.attendee?.userId),
    warn,
    now,
  });
  const { paths: loginPaths } = login;
  const languageChoice = createLanguageChoice({
    ...config,
    ...languages,
    cookies,
    pages,
    loginPaths,
  });
  const sessionEndOf = createSessionEndOf({ limits, timeZone: config.convention.timeZone, now });
  const shared = { pages, pathOf: pathsOf(pages), optionalScopes, publicUrl, sessionEndOf };
  const views = createSiteViews(dependencies, { ...shared, assets, languages, login });
  const pageDependencies: PageDependencies = {
    ...shared,
    ...pageSettings(config),
    limits,
    languages: languages.catalogues,
    serviceScopes,
    views,
    login,
    recordsOf,
    eventNow: createEventNow({ config, convention, now }),
    keptBadges,
    now,
  };
  return { assets, languages, languageChoice, login, views, pages, pageDependencies, warn };
}

/**
 * Returns a function that computes when a request's session ends. If the access token expires
 * before that, the next page view starts a new login automatically.
 */
function createSessionEndOf(
  options: Pick<Parameters<typeof sessionEnd>[0], 'limits' | 'timeZone'> & { now: () => number },
): PageDependencies['sessionEndOf'] {
  return ({ session, words }) => {
    const { attendee, startedAt } = session ?? {};
    const now = options.now();
    return attendee && sessionEnd({ ...options, startedAt: startedAt ?? now, now, words });
  };
}

type SharedParts = Pick<
  PageDependencies,
  'pages' | 'pathOf' | 'optionalScopes' | 'publicUrl' | 'sessionEndOf'
>;

interface ViewParts extends SharedParts {
  readonly assets: Assets;
  readonly languages: Languages;
  readonly login: SiteLogin;
}

function createSiteViews(
  { config, banner, log }: AppDependencies,
  { languages, login, sessionEndOf, ...shared }: ViewParts,
): Views {
  return createViews({
    ...shared,
    folder: new URL('views/', projectFolder),
    debug: log.level === 'debug',
    languages: languages.names,
    convention: config.convention,
    banner,
    loginPaths: login.paths,
    notices: login.notices,
    formToken: (req) => (req.attendee ? login.formToken(req) : undefined),
    sessionEnd: (req) => (req.attendee ? sessionEndOf(req) : undefined),
  });
}

function readLanguages({ config, messages = ownMessages }: AppDependencies): Languages {
  return loadLanguages({
    folder: messages,
    overrides: config.messages,
    common: { convention: config.convention.name },
    defaultLocale: config.defaultLocale,
  });
}

function pageSettings({ convention, scopes, event, badge, returnResult }: Config) {
  const { name: conventionName, ...settings } = convention;
  return { ...settings, conventionName, scopes, event, badge, returnResult };
}

function createEventNow(options: {
  config: Config;
  convention: Convention;
  now: () => number;
}): PageDependencies['eventNow'] {
  const { config, convention, now } = options;
  const { event } = config;
  const { timeZone } = config.convention;
  const timeOf = createEventClock(now, { deskHours: event.deskHours, timeZone });
  return async () => timeOf(event.days ?? daysOf(await convention.dates(), timeZone));
}
