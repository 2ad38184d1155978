// The request path, in order: read this file as the table of contents of the app.
import express, { type Express } from 'express';
import type { Convention } from './convention/convention.ts';
import { type Log, throttledWarnings } from './log/log.ts';
import type { Metrics } from './log/metrics.ts';
import { createCookies, type KeyStore } from './login/login.ts';
import { accessibilityPage } from './pages/accessibility/routes.ts';
import { badgeNamePages } from './pages/badge-name/routes.ts';
import { calendarPage } from './pages/calendar/routes.ts';
import { dealerPage } from './pages/dealer/routes.ts';
import { homePage } from './pages/home/routes.ts';
import { linkKitPage } from './pages/link-kit/routes.ts';
import { loggedOutPages } from './pages/logged-out/routes.ts';
import { loginChoosePage } from './pages/login-choose/routes.ts';
import { privacyPage } from './pages/privacy/routes.ts';
import { profilePage } from './pages/profile/routes.ts';
import { rolesPage } from './pages/roles/routes.ts';
import { sharingPages } from './pages/sharing/routes.ts';
import { volunteeringPage } from './pages/volunteering/routes.ts';
import type { Config } from './settings/config.ts';
import { attendeeScopesThat } from './settings/scopes.ts';
import { createSiteLogin, type SiteLogin } from './site/site-login.ts';
import { createSiteRecords, type SiteRecords } from './site/site-records.ts';
import { truncate } from './text.ts';
import { loadAssets } from './web/assets.ts';
import { errorPages, notFound } from './web/error-pages.ts';
import type { Page, PathOf } from './web/page.ts';
import { health, readiness } from './web/requests/health.ts';
import { createLanguageChoice } from './web/requests/language-choice.ts';
import { publicAddress } from './web/requests/public-address.ts';
import { rateLimits } from './web/requests/rate-limits.ts';
import { requestLog } from './web/requests/request-log.ts';
import { sameOrigin } from './web/requests/same-origin.ts';
import { securityHeaders } from './web/requests/security-headers.ts';
import { securityTxt } from './web/requests/security-txt.ts';
import { refuseUnreadable } from './web/requests/unreadable-requests.ts';
import { createViews, type Views } from './web/views.ts';
import { daysOf } from './web/words/event-days.ts';
import { displayName } from './web/words/formatting.ts';
import { type Languages, loadLanguages } from './web/words/languages.ts';
import type { Translate } from './web/words/messages.ts';

/**
 * Everything the app needs from outside. Tests pass their own and run the same app as production.
 */
export interface AppDependencies {
  readonly config: Config;
  readonly keys: KeyStore;
  readonly convention: Convention;
  readonly log: Log;
  /** Absent unless METRICS_PORT is set. */
  readonly metrics?: Metrics | undefined;
  /** The message key of the banner on every page; absent in production. */
  readonly banner?: string | undefined;
  /** The folder of message catalogues, one per language. Tests use their own. */
  readonly messages?: URL;
  /** The clock, in milliseconds since 1970. Tests set their own. */
  readonly now?: () => number;
}

/** In graphemes: the name in the session is for the header of each page. */
const longestName = 100;
const projectFolder = new URL('../', import.meta.url);
const ownMessages = new URL('views/messages/', projectFolder);

export function createApp(dependencies: AppDependencies): Express {
  const { config, log, now = Date.now } = dependencies;
  const { publicUrl, securityContact: contact } = config;
  const { assets, languages, languageChoice, login, views, pages, warn } =
    createParts(dependencies);
  const { pictureOrigins } = config.convention;
  const rateLimit = rateLimits(config.rates, log);

  const app = express();
  app.disable('x-powered-by').disable('etag');
  if (config.trustProxy !== undefined) app.set('trust proxy', config.trustProxy);
  app.use(securityHeaders({ https: publicUrl.protocol === 'https:', pictureOrigins }));
  app.get('/healthz', health);
  app.get('/readyz', readiness(dependencies.keys));
  app.use(requestLog(log, dependencies.metrics?.countRequest));
  app.use(languageChoice.choose);
  app.use(refuseUnreadable);
  app.use(assets.serve);
  app.use(publicAddress(publicUrl, warn));
  app.use(sameOrigin(publicUrl));
  app.use(languageChoice.routes);
  if (contact) app.use(securityTxt({ contact, publicUrl, languages: languages.readByPeople, now }));
  app.use(login.session);
  app.use(login.attendee);
  app.get(login.paths.login, rateLimit.logins);
  app.use(login.routes);
  app.use(login.logoutEverywhereRoutes);
  for (const { path, open, routes } of pages)
    app.use(path, ...(open ? [] : [login.requireLogin, rateLimit.pages]), routes);
  app.use(notFound);
  app.use(login.loginAgain);
  app.use(errorPages({ views, log }));
  return app;
}

/** Creates what the request path consists of. */
function createParts(dependencies: AppDependencies) {
  const { config, keys, convention, log, banner } = dependencies;
  const { now = Date.now } = dependencies;
  const warn = throttledWarnings(log, now);
  const optionalScopes = attendeeScopesThat(({ optional }) => optional).filter((scope) =>
    config.scopes.includes(scope),
  );
  const assets = loadAssets(new URL('public/', projectFolder), config.convention);
  const cookies = createCookies(config.publicUrl, config.encryptionKeys);
  const languages = readLanguages(dependencies);
  const languageChoice = createLanguageChoice({ ...config, ...languages, cookies });
  const { recordsOf, forget } = createSiteRecords({ config, convention, now });
  const login = createSiteLogin({
    ...{ config, keys, cookies, optionalScopes, warn, now },
    isOpen: (path) => pages.some((page) => page.open === true && page.path === path),
    async whoIs(tokenSet) {
      const user = await convention.onBehalfOf(tokenSet).currentUser();
      return { id: user.id, name: truncate(displayName(user), longestName) };
    },
    onSessionsEnd: forget,
    onOutcome: dependencies.metrics?.countLogin,
  });
  const pathOf: PathOf = (name) => pages.find((page) => page.name === name)?.path;
  const views = createViews({
    folder: new URL('views/', projectFolder),
    languages: languages.names,
    assets,
    publicUrl: config.publicUrl,
    convention: config.convention,
    banner,
    pages: () => pages,
    pathOf,
    notices: login.notices,
    optionalScopes,
    formToken: (req) => (req.attendee ? login.formToken(req) : undefined),
  });
  const pages = createPages({
    ...{ config, convention, recordsOf, login, views, pathOf, optionalScopes, now },
    languages: languages.catalogues,
  });
  return { assets, languages, languageChoice, login, views, pages, warn };
}

function readLanguages({ config, messages = ownMessages }: AppDependencies): Languages {
  return loadLanguages({
    folder: messages,
    overrides: config.messages,
    common: { convention: config.convention.name },
    defaultLocale: config.defaultLocale,
  });
}

interface PagesOptions extends Pick<AppDependencies, 'config' | 'convention'> {
  readonly login: SiteLogin;
  readonly views: Views;
  readonly pathOf: PathOf;
  readonly recordsOf: SiteRecords['recordsOf'];
  readonly optionalScopes: readonly string[];
  readonly languages: ReadonlyMap<string, Translate>;
  readonly now: () => number;
}

/**
 * Returns the pages, in the order of the navigation, without those that the settings leave out or
 * whose service scope is missing.
 */
function createPages({ config, convention, ...others }: PagesOptions): Page[] {
  const { publicUrl, scopes, limits, event } = config;
  const serviceScopes = config.service?.scopes ?? [];
  const eventDays = async () =>
    event.days ?? daysOf(await convention.dates(), config.convention.timeZone);
  const settings = { ...config.convention, event, publicUrl, scopes, serviceScopes, limits };
  const firstPage = () => available.find(({ navLabel }) => navLabel)?.path;
  // Each page uses only what it destructures.
  const shared = { ...others, ...settings, eventDays, firstPage };

  const pages: Page[] = [
    homePage(shared),
    ...badgeNamePages({ ...shared, badge: config.badge }),
    calendarPage(shared),
    profilePage(shared),
    volunteeringPage(shared),
    dealerPage(shared),
    rolesPage(shared),
    ...sharingPages(shared),
    loginChoosePage(shared),
    ...loggedOutPages(shared),
    privacyPage(shared),
    accessibilityPage(shared),
    linkKitPage({ ...shared, returnResult: config.returnResult }),
  ];
  const available = pages.filter(
    ({ name, partOf = name, needs }) =>
      !config.pagesLeftOut.includes(partOf) && (!needs || serviceScopes.includes(needs)),
  );
  return available;
}
