// The contenders' pages. They have the same HTML as Lanyard's pages, from the same messages, view
// models and templates, but nothing is cached. same-page.proof.ts compares them.
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { CurrentUser } from '../../../../src/convention/current-user.ts';
import type { Registration } from '../../../../src/convention/registration.ts';
import { badgeNameView } from '../../../../src/pages/badge-name/badge-name-view.ts';
import { homeView } from '../../../../src/pages/home/home-view.ts';
import { profileView } from '../../../../src/pages/profile/profile-view.ts';
import type { Config } from '../../../../src/settings/config.ts';
import type { Assets } from '../../../../src/web/assets.ts';
import { initials } from '../../../../src/web/person.ts';
import { createNameMarks } from '../../../../src/web/proper-names.ts';
import {
  describeConvention,
  type PageView,
  type TemplateContext,
} from '../../../../src/web/views.ts';
import { type EventTime, eventTimeAt } from '../../../../src/web/words/event-calendar.ts';
import { loadLanguages } from '../../../../src/web/words/languages.ts';
import { type Translate, withRegion } from '../../../../src/web/words/messages.ts';

export interface Person {
  readonly user: CurrentUser;
  readonly registration: Registration;
  readonly formToken: string;
}

const { PUBLIC_URL = '', CONVENTION_URL = '', CONVENTION_NAME = '' } = process.env;
const { CONVENTION_DAYS = '' } = process.env;
const project = new URL('../../../../', import.meta.url);
const publicUrl = new URL(PUBLIC_URL);
const conventionUrl = new URL(CONVENTION_URL);
const [first = '', last = ''] = CONVENTION_DAYS.split('/');
const days = { first, last };
const event = { days } as Config['event'];
const badge = { tiers: [], changeNameUrl: conventionUrl };
const pictureOrigins = [conventionUrl.origin];
const timeZone = 'UTC';
const grantedScopes = ['pii:basic', 'pii:email', 'pii:phone', 'pii:address'];
const optionalScopes = ['pii:email', 'pii:phone', 'pii:address'];

const asset = (file: string) => `/assets/${file}`;
const convention = describeConvention(
  {
    name: CONVENTION_NAME,
    siteUrl: conventionUrl,
    registrationUrl: conventionUrl,
    promptLogin: false,
    pictureOrigins,
    timeZone,
  } as Config['convention'],
  { url: asset } as Assets,
);
const { catalogues, names } = loadLanguages({
  folder: new URL('views/messages/', project),
  common: { convention: CONVENTION_NAME },
  defaultLocale: 'en',
});
const eta = new Eta({ views: fileURLToPath(new URL('views/', project)), cache: true });

const markNames = createNameMarks(eta.config.escapeFunction(CONVENTION_NAME));

const paths: Readonly<Record<string, string>> = {
  home: '/',
  'badge-name': '/badge-name',
  calendar: '/convention.ics',
  profile: '/profile',
  sharing: '/sharing',
  roles: '/roles',
  'login-choose': '/login/choose',
  privacy: '/privacy',
  accessibility: '/accessibility',
};
const labels = {
  navigation: { 'badge-name': 'nav.badge', profile: 'nav.profile', sharing: 'nav.sharing' },
  menu: { roles: 'nav.roles' },
  footer: { privacy: 'privacy.heading', accessibility: 'accessibility.heading' },
};
const loginPaths = {
  login: '/login',
  callback: '/login/callback',
  logout: '/logout',
  logoutEverywhere: '/logout/everywhere',
  loggedOut: '/logged-out',
  home: '/',
  expired: '/login/expired',
};
export function renderPage(
  path: string,
  options: { person?: Person | undefined; acceptLanguage: string | undefined },
): string {
  const { person, acceptLanguage } = options;
  const words = wordsFor(acceptLanguage);
  const render = (template: string, view: PageView) =>
    markNames(eta.render(template, contextOf({ path, person, words, view })));
  if (path === '/' || !person)
    return render('home/show', homeView({ event, time: timeOfEvent(), words }));
  return path === '/profile'
    ? render('profile/show', profileOf(person, words))
    : render('badge-name/show', badgeOf(person, words));
}

function timeOfEvent(): EventTime {
  return eventTimeAt(Date.now(), { days, deskHours: undefined, timeZone });
}

function wordsFor(acceptLanguage = 'en'): Translate {
  const [tag = 'en'] = acceptLanguage.split(',');
  const words = catalogues.get(tag.slice(0, 2)) ?? catalogues.get('en');
  if (!words) throw new Error('the English catalogue is missing');
  return withRegion(words, tag);
}

function profileOf({ user }: Person, words: Translate) {
  const links = { login: loginPaths.login, profile: '/profile' };
  const { identityUrl } = event;
  const settings = { grantedScopes, optionalScopes, pictureOrigins, identityUrl, paths: links };
  return profileView({ ...settings, pathOf: (name) => paths[name], user, words });
}

function badgeOf({ user, registration }: Person, words: Translate) {
  const settings = { event, pictureOrigins, registrationUrl: conventionUrl, timeZone, badge };
  return badgeNameView({
    ...settings,
    pathOf: (name) => paths[name],
    records: { user, registration: { state: 'found', record: registration } },
    words,
    time: timeOfEvent(),
    readAt: Date.now(),
    address: new URL('/badge-name', publicUrl).href,
  });
}

function contextOf<View extends PageView>(options: {
  path: string;
  person: Person | undefined;
  words: Translate;
  view: View;
}): TemplateContext<View> {
  const { path: current, person, words, view } = options;
  const language = words.locale.slice(0, 2);
  const linksTo = (list: Readonly<Record<string, string>>) =>
    Object.entries(list).map(([name, label]) => {
      const path = paths[name] ?? '';
      const isCurrent = path === current;
      return { path, label: words(label), isCurrent, hasCurrent: false };
    });
  return {
    ...convention,
    view,
    t: words,
    language,
    otherLanguages: [...names]
      .filter(([code]) => code !== language)
      .map(([code, name]) => ({ code, name })),
    visitorName: view.visitorName,
    initials: initials(view.visitorName ?? ''),
    asset,
    publicUrl,
    pathOf: (name) => paths[name],
    loginPaths,
    banner: { short: words('short.banner.development'), text: words('banner.development') },
    formToken: person?.formToken,
    sessionEnd: person && {
      left: 1740,
      over: 1800,
      text: words('session.ends', { time: '12:00', day: '' }),
      canExtend: true,
      stayPath: '/login/stay',
      expiredPath: `${loginPaths.expired}?${new URLSearchParams({ return_to: current })}`,
    },
    navigation: person ? linksTo(labels.navigation) : [],
    menu: person ? linksTo(labels.menu) : [],
    footer: linksTo(labels.footer),
    takeNotice: () => undefined,
    endsKeptBadge: false,
    mayChoose: true,
  };
}
