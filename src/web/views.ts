// Renders a page: a template of views/ with its view model, inside the layout.
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { Request, Response } from 'express';
import { textOn } from '../contrast.ts';
import type { LoginPaths } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import type { Assets } from './assets.ts';
import { createCache } from './cache.ts';
import { addressOf, type Page, type PathOf } from './page.ts';
import { initials } from './person.ts';
import { createNameMarks } from './proper-names.ts';
import { createOtherLanguages, type NamedLanguage } from './requests/language-choice.ts';
import type { SessionEnd } from './session-end.ts';
import type { SharingNotices } from './sharing-notice.ts';
import { defaultAccent } from './theme.ts';
import { visitorNameOf } from './visitor-name.ts';
import type { Translate } from './words/messages.ts';

/** The fields of every view model. All other fields are for its own template. */
export interface PageView {
  /** The one h1, and the first part of the title. */
  readonly heading: string;
  /** The attendee's name for the header. Default: the newest name that a page has read. */
  readonly visitorName?: string | undefined;
  /** The message of a page that shows older data because the convention does not respond. */
  readonly away?: string | undefined;
  /**
   * Form fields that the language form sends along, because a change of language would lose them:
   * typed text, or the action that the page reports.
   */
  readonly keptFields?: Readonly<Record<string, string>> | undefined;
  /** The name of the page that the navigation marks as the parent of this page. */
  readonly partOf?: string;
}

/** Details of the convention for templates, the same on every page. */
export interface ConventionView {
  readonly logo: string | undefined;
  /** The convention's accent colour, and the colour of text on it. */
  readonly band: { readonly accent: string; readonly onAccent: string };
  readonly siteUrl: string;
  readonly registrationUrl: string;
  /** The help contact. `text` is an email address or the address of a page. */
  readonly help:
    | { readonly href: string; readonly text: string; readonly isMail: boolean }
    | undefined;
  /** The convention's own legal pages. */
  readonly imprintUrl: string | undefined;
  readonly privacyUrl: string | undefined;
  /** NOTICE: the operator's message to all visitors, as typed, and its language. */
  readonly siteNotice: { readonly text: string; readonly language: string } | undefined;
  /** How an attendee switches accounts, if possible. */
  readonly switchAccountBy: 'login' | 'log-out' | undefined;
}

/** The fields of `it` in every template. `npm run check` compares the templates with this type. */
export interface TemplateContext<View extends PageView> extends ConventionView {
  readonly view: View;
  readonly t: Translate;
  /** The language of the page, for the `lang` attribute. */
  readonly language: string;
  /** The other languages, the likeliest for this visitor first. */
  readonly otherLanguages: readonly NamedLanguage[];
  readonly asset: Assets['url'];
  /** The address of this site, for link previews. */
  readonly publicUrl: URL;
  readonly pathOf: PathOf;
  readonly loginPaths: LoginPaths;
  /** The kind of site (demo, test), in a word and in a sentence. */
  readonly banner: { readonly short: string; readonly text: string } | undefined;
  readonly formToken: string | undefined;
  /** When the visitor's login ends, if they are logged in, and how to extend it. */
  readonly sessionEnd: (SessionEnd & { stayPath: string; expiredPath: string }) | undefined;
  /** Empty unless the visitor is logged in. */
  readonly navigation: readonly Link[];
  /** The other pages, in the menu under the visitor's name. */
  readonly menu: readonly Link[];
  readonly footer: readonly Link[];
  readonly visitorName: string | undefined;
  /** The initials of `visitorName`, because not every page knows the picture. */
  readonly initials: string;
  /** Returns the notice of the last login, once. */
  readonly takeNotice: () => ReturnType<SharingNotices['take']>;
  /** Whether this site has a scope that an attendee may decline. */
  readonly mayChoose: boolean;
}

interface Link {
  readonly path: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** Whether the current page is part of the linked page. */
  readonly hasCurrent: boolean;
}

export type Views = ReturnType<typeof createViews>;

interface ViewsOptions {
  readonly folder: URL;
  /** Whether an error in a template names its line, which costs a little time. */
  readonly debug?: boolean;
  /** The name of each language in that language, by its code. */
  readonly languages: ReadonlyMap<string, string>;
  readonly assets: Assets;
  readonly publicUrl: URL;
  readonly convention: Config['convention'];
  /** The message key of the banner on every page; absent in production. */
  readonly banner?: string | undefined;
  /** Pages in the order of the navigation. */
  readonly pages: readonly Page[];
  /** The paths of pages and of the login, for links in templates. */
  readonly pathOf: PathOf;
  readonly loginPaths: LoginPaths;
  readonly notices: Pick<SharingNotices, 'take'>;
  /** Scopes that an attendee may decline. */
  readonly optionalScopes: readonly string[];
  /** The form token of a logged-in visitor, undefined for anyone else. */
  readonly formToken: (req: Request) => string | undefined;
  /** When the login of a visitor ends, undefined for anyone else. */
  readonly sessionEnd: (req: Request) => SessionEnd | undefined;
}

export function createViews(options: ViewsOptions) {
  const eta = createEta(options);
  const contextOf = createContexts(options);
  const markNames = createNameMarks(eta.config.escapeFunction(options.convention.name));
  const openPages = createCache<string>();

  /** Sends the page with the status set on `res`, as HTML unless another content type is set. */
  function render<View extends PageView>(res: Response, template: string, view: View): void {
    send(res, renderText(res, template, view));
  }

  function renderText<View extends PageView>(res: Response, template: string, view: View): string {
    const text = eta.render(template, contextOf(res, view));
    return res.get('Content-Type') ? text : markNames(text);
  }

  /**
   * Like `render`, for a page without a login. Visitors without cookies get it from a cache, by
   * language. `version` must change whenever the view changes.
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

/** Returns a function that creates the context of a template. */
function createContexts(options: ViewsOptions) {
  const { languages, assets, convention, banner, optionalScopes, pages } = options;
  const otherLanguages = createOtherLanguages(languages);
  const ofConvention = describeConvention(convention, assets);
  const linksOf = createLinks(pages);

  return <View extends PageView>(res: Response, view: View): TemplateContext<View> => {
    const { req } = res;
    const { words } = req;
    const language = languageOf(words);
    // Older data may have an older name.
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
      loginPaths: options.loginPaths,
      ...ofConvention,
      banner: banner ? { short: words(`short.${banner}`), text: words(banner) } : undefined,
      formToken: options.formToken(req),
      sessionEnd: sessionEndOn(req, options),
      ...linksOf(req, { language, view }),
      takeNotice: () => options.notices.take(req, res),
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
  // A page that only responds to POST cannot be opened again.
  const page = req.method === 'GET' ? pageOf(req, pages) : undefined;
  const [, query] = req.originalUrl.split('?');
  const returnTo = page ? addressOf(page, new URLSearchParams(query)) : '/';
  return {
    ...end,
    stayPath: pathOf('stay') ?? '',
    expiredPath: `${loginPaths.expired}?${new URLSearchParams({ return_to: returnTo })}`,
  };
}

/** Returns undefined if the request is not for a page. */
function pageOf({ baseUrl, path }: Request, pages: readonly Page[]): Page | undefined {
  return pages.find((page) => baseUrl + path === `${page.path}/`);
}

export function describeConvention(
  convention: Config['convention'],
  assets: Assets,
): ConventionView {
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
 * How an attendee switches accounts: with a login that asks for the account, or with a log-out here
 * and then at the convention. After a log-out here alone, the next login uses the same account.
 */
function howToSwitchAccount({
  promptLogin,
  logoutUrl,
}: Config['convention']): ConventionView['switchAccountBy'] {
  if (promptLogin) return 'login';
  return logoutUrl && 'log-out';
}

/** Creates the template engine. It finds, reads and compiles each template once. */
function createEta({ folder, debug = false }: ViewsOptions): Eta {
  const eta = new Eta({ views: fileURLToPath(folder), cache: true, debug });
  const { resolvePath } = eta;
  const paths = new Map<string, string>();
  // Eta resolves a path at each include. Our template names do not depend on the including
  // template, so the paths are cached.
  eta.resolvePath = (template, options) => {
    const path = paths.get(template) ?? resolvePath.call(eta, template, options);
    paths.set(template, path);
    return path;
  };
  return eta;
}

type Links = Pick<TemplateContext<PageView>, 'navigation' | 'menu' | 'footer'>;

/** Cache entries for each language, page and kind of visitor. */
const mostLinks = 512;

/** Returns a function that returns the links of a page, cached for all its visitors. */
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

/** Returns links to the pages that have this label. */
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
