// Renders pages: a template from views/ with its view model, inside the layout.
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { Request, Response } from 'express';
import { textOn } from '../contrast.ts';
import type { LoginPaths } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import type { Assets } from './assets.ts';
import { createCache } from './bounded-cache.ts';
import { compiledTemplates } from './compiled-templates.ts';
import { type Page, type PathOf, pageUrl } from './page.ts';
import { initials } from './person.ts';
import { createOtherLanguages, type NamedLanguage } from './requests/language-choice.ts';
import { canOpenAgain } from './requests/page-of-form.ts';
import type { SessionEnd } from './session-warning.ts';
import type { SharingNotices } from './sharing-notice.ts';
import { defaultAccent } from './theme.ts';
import { createNameMarks } from './untranslated-names.ts';
import { visitorNameOf } from './visitor-name.ts';
import type { Translate } from './words/messages.ts';

/** The fields that all view models share. */
export interface PageView {
  /** The page's only h1, and the first part of its title. */
  readonly heading: string;
  /** The attendee's name for the header. Default: the latest name that a page has read. */
  readonly visitorName?: string | undefined;
  /** Explains that the page shows cached data because the platform is unavailable or busy. */
  readonly away?: string | undefined;
  /**
   * Additional fields for the language form to submit, because a language change would lose them:
   * typed text, or the action that the page reports.
   */
  readonly keptFields?: Readonly<Record<string, string>> | undefined;
  /** The name of the page under which the navigation lists this page. */
  readonly partOf?: string;
}

/** Details of the convention for templates. They are the same on every page. */
export interface ConventionView {
  readonly logo: string | undefined;
  /** The convention's accent colour, and the colour of text on it. */
  readonly band: { readonly accent: string; readonly onAccent: string };
  readonly siteUrl: string;
  readonly registrationUrl: string;
  /** The help contact. `text` is an email address or the URL of a page. */
  readonly help:
    | { readonly href: string; readonly text: string; readonly isMail: boolean }
    | undefined;
  /** The convention's own legal pages. */
  readonly imprintUrl: string | undefined;
  readonly privacyUrl: string | undefined;
  /** NOTICE: the operator's message to all visitors as typed, and its language. */
  readonly siteNotice: { readonly text: string; readonly language: string } | undefined;
  /** How an attendee can switch accounts. Undefined if that is not possible. */
  readonly switchAccountBy: 'login' | 'log-out' | undefined;
}

/** The fields of `it` in every template. `npm run check` compares the templates with this type. */
export interface TemplateContext<View extends PageView> extends ConventionView {
  readonly view: View;
  readonly t: Translate;
  /** The page's language, for the `lang` attribute. */
  readonly language: string;
  /** The other languages, starting with the most likely one for this visitor. */
  readonly otherLanguages: readonly NamedLanguage[];
  readonly asset: Assets['url'];
  /** This site's URL, for link previews. */
  readonly publicUrl: URL;
  readonly pathOf: PathOf;
  readonly loginPaths: LoginPaths;
  /** The kind of site (demo or development), as a word and as a sentence. */
  readonly banner: { readonly short: string; readonly text: string } | undefined;
  readonly formToken: string | undefined;
  /** When a logged-in visitor's session ends, and how to extend it. */
  readonly sessionEnd: (SessionEnd & { stayPath: string; expiredPath: string }) | undefined;
  /** Empty unless the visitor is logged in. */
  readonly navigation: readonly Link[];
  /** Links to pages without a tab, for the menu under the visitor's name. */
  readonly menu: readonly Link[];
  readonly footer: readonly Link[];
  readonly visitorName: string | undefined;
  /** The initials from `visitorName`, shown instead of the picture, which not every page reads. */
  readonly initials: string;
  /** Returns the last login's notice, and deletes it. */
  readonly takeNotice: () => ReturnType<SharingNotices['take']>;
  /** Whether the page includes the script that deletes the badge kept by this browser. */
  readonly endsKeptBadge: boolean;
  /** Whether this site requests any scope that an attendee may refuse. */
  readonly mayChoose: boolean;
}

interface Link {
  readonly path: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** Whether the current page belongs to the linked page. */
  readonly hasCurrent: boolean;
}

export type Views = ReturnType<typeof createViews>;

interface ViewsOptions {
  readonly folder: URL;
  /** Whether template errors name their line, which costs a little time. */
  readonly debug?: boolean;
  /** Each language's own name, by code. */
  readonly languages: ReadonlyMap<string, string>;
  readonly assets: Assets;
  readonly publicUrl: URL;
  readonly convention: Config['convention'];
  /** The message key of the banner on every page. Absent in production. */
  readonly banner?: string | undefined;
  /** Pages in navigation order. */
  readonly pages: readonly Page[];
  /** The paths of pages and of the login, for links in templates. */
  readonly pathOf: PathOf;
  readonly loginPaths: LoginPaths;
  readonly notices: Pick<SharingNotices, 'take'>;
  /** Scopes that an attendee may refuse. */
  readonly optionalScopes: readonly string[];
  /** Returns the form token of a logged-in visitor, else undefined. */
  readonly formToken: (req: Request) => string | undefined;
  /** Returns when a visitor's session ends. Undefined if nobody is logged in. */
  readonly sessionEnd: (req: Request) => SessionEnd | undefined;
}

export function createViews(options: ViewsOptions) {
  const eta = createEta(options);
  const contextOf = createContexts(options);
  const markNames = createNameMarks(eta.config.escapeFunction(options.convention.name));
  const openPages = createCache<string>();

  /**
   * Sends the page with the status set on `res`. The content type is HTML unless a different one is
   * set.
   */
  function render<View extends PageView>(res: Response, template: string, view: View): void {
    send(res, renderText(res, template, view));
  }

  function renderText<View extends PageView>(res: Response, template: string, view: View): string {
    const text = eta.render(template, contextOf(res, view));
    return res.get('Content-Type') ? text : markNames(text);
  }

  /**
   * Like `render`, for a page that does not require a login. For visitors without cookies, the page
   * is cached per `Accept-Language` header. `version` must change whenever the view changes.
   */
  function renderOpen<View extends PageView>(
    res: Response,
    template: string,
    { version, view }: { version: string; view: () => View },
  ): void {
    const { method, headers } = res.req;
    const isSame = method === 'GET' && headers.cookie === undefined;
    const key = JSON.stringify([template, version, headers['accept-language']]);
    const create = () => renderText(res, template, view());
    send(res, isSame ? openPages.getOrCreate(key, create) : create());
  }

  return { render, renderOpen };
}

function send(res: Response, html: string): void {
  if (!res.get('Content-Type')) res.type('html');
  res.set('Content-Language', languageOf(res.req.words)).vary('Accept-Language, Cookie').send(html);
}

function languageOf({ locale }: Translate): string {
  const [language = ''] = locale.split('-');
  return language;
}

function createContexts(options: ViewsOptions) {
  const { languages, assets, convention, banner, optionalScopes, pages, loginPaths } = options;
  const otherLanguages = createOtherLanguages(languages, (req) => canOpenAgain(req, loginPaths));
  const ofConvention = describeConvention(convention, assets);
  const linksOf = createLinks(pages);

  return <View extends PageView>(res: Response, view: View): TemplateContext<View> => {
    const { req } = res;
    const { words } = req;
    const language = languageOf(words);
    // Cached data may contain an outdated name.
    const visitorName = (view.away ? undefined : view.visitorName) ?? visitorNameOf(req);
    return {
      t: words,
      language,
      otherLanguages: otherLanguages(req, language),
      view,
      visitorName,
      initials: initials(visitorName ?? ''),
      asset: assets.url,
      publicUrl: options.publicUrl,
      pathOf: options.pathOf,
      loginPaths,
      ...ofConvention,
      banner: banner ? { short: words(`short.${banner}`), text: words(banner) } : undefined,
      formToken: options.formToken(req),
      sessionEnd: sessionEndOn(req, options),
      ...linksOf(req, { language, view }),
      takeNotice: () => options.notices.take(req, res),
      endsKeptBadge: res.locals.endsKeptBadge === true,
      mayChoose: optionalScopes.length > 0,
    };
  };
}

function sessionEndOn(
  req: Request,
  options: ViewsOptions,
): TemplateContext<PageView>['sessionEnd'] {
  const { pages, pathOf, loginPaths } = options;
  const end = options.sessionEnd(req);
  if (!end) return undefined;
  // A page that only responds to POST cannot be opened again with GET.
  const page = req.method === 'GET' ? pageOf(req, pages) : undefined;
  const [, query] = req.originalUrl.split('?');
  const returnTo = page ? pageUrl(page, new URLSearchParams(query)) : '/';
  return {
    ...end,
    stayPath: pathOf('stay') ?? '',
    expiredPath: `${loginPaths.expired}?${new URLSearchParams({ return_to: returnTo })}`,
  };
}

/** Undefined for the home page, error pages, and paths below the path of a page. */
function pageOf({ baseUrl, path }: Request, pages: readonly Page[]): Page | undefined {
  return pages.find((page) => baseUrl + path === `${page.path}/`);
}

function describeConvention(convention: Config['convention'], assets: Assets): ConventionView {
  const { accent = defaultAccent } = convention;
  return {
    logo: convention.logo && assets.url(convention.logo.file),
    band: { accent, onAccent: textOn(accent) },
    siteUrl: convention.siteUrl.href,
    registrationUrl: convention.registrationUrl.href,
    help: convention.help && {
      ...convention.help,
      isMail: convention.help.href.startsWith('mailto:'),
    },
    imprintUrl: convention.imprintUrl?.href,
    privacyUrl: convention.privacyUrl?.href,
    siteNotice: convention.siteNotice,
    switchAccountBy: howToSwitchAccount(convention),
  };
}

/**
 * How an attendee switches accounts: by a login that asks for the account, or by logging out here
 * and on the platform. After logging out of this site only, the next login would use the same
 * account.
 */
function howToSwitchAccount({
  promptLogin,
  logoutUrl,
}: Config['convention']): ConventionView['switchAccountBy'] {
  if (promptLogin) return 'login';
  return logoutUrl && 'log-out';
}

/** Creates a template engine that finds, reads and compiles each template once. */
function createEta({ folder, debug = false }: ViewsOptions): Eta {
  const eta = new Eta({ views: fileURLToPath(folder), cache: true, debug });
  const { resolvePath } = eta;
  // Compiled templates do not record line numbers.
  for (const [path, template] of debug ? [] : Object.entries(compiledTemplates))
    eta.loadTemplate(eta.resolvePath(path), template);
  const paths = new Map<string, string>();
  // Eta resolves the path of every include. Our template names do not depend on the including
  // template, so the paths can be cached.
  eta.resolvePath = (template, options) => {
    const path = paths.get(template) ?? resolvePath.call(eta, template, options);
    paths.set(template, path);
    return path;
  };
  return eta;
}

type Links = Pick<TemplateContext<PageView>, 'navigation' | 'menu' | 'footer'>;

/**
 * Maximum number of cache entries. There is one entry for each language, page and kind of visitor.
 */
const mostLinks = 512;

/**
 * Caches the links, which depend only on the page, its `partOf`, the language, and whether the
 * visitor is logged in.
 */
function createLinks(pages: readonly Page[]) {
  const known = createCache<Links>(mostLinks);

  return (req: Request, { language, view }: { language: string; view: PageView }): Links => {
    const { attendee, words } = req;
    const current = pageOf(req, pages)?.name;
    const { partOf } = view;
    const key = JSON.stringify([language, attendee !== undefined, current, partOf]);
    return known.getOrCreate(key, () => {
      const linksTo = (label: Label) => toLinks(pages, { label, words, current, partOf });
      return {
        navigation: attendee ? linksTo('navLabel') : [],
        menu: attendee ? linksTo('menuLabel') : [],
        footer: linksTo('footerLabel'),
      };
    });
  };
}

type Label = 'navLabel' | 'menuLabel' | 'footerLabel';

function toLinks(
  pages: readonly Page[],
  options: {
    label: Label;
    words: Translate;
    current: string | undefined;
    partOf: string | undefined;
  },
): Link[] {
  const { label, words, current, partOf } = options;
  return pages.flatMap(({ name, path, [label]: message }) => {
    const isCurrent = name === current;
    return message ? [{ path, label: words(message), isCurrent, hasCurrent: name === partOf }] : [];
  });
}
