// Metadata of a page, such as its path, its name in the navigation, and whether it requires a
// login.
import type { LoginPaths } from '../login/login.ts';

export interface Page {
  /**
   * Identifies the page in `pathOf`, `partOf` and PAGES. Usually the name of the page's folder.
   */
  readonly name: string;
  readonly path: string;
  /** Whether the page works without a login. `in part`: the page's own routes decide. */
  readonly open?: true | 'in part';
  /**
   * The scope that the site's own credential needs for this page. Without that scope, the site
   * leaves out the page.
   */
  readonly needs?: string;
  /** The parent page's name. Settings that leave out the parent also leave out this page. */
  readonly partOf?: string;
  /**
   * Query parameters that survive a language change. Do not list parameters that report an event,
   * or that only a page of this site may set.
   */
  readonly keptQuery?: readonly string[];
  /**
   * Additional parameters that survive if the language form sends them. Only our own pages contain
   * that form.
   */
  readonly keptFields?: readonly string[];
  /** Set if the response is not a page but, for example, a download, a picture or JSON. */
  readonly isFile?: true;
  /** Set if the login code redirects to this page, for example after a log-out. */
  readonly loginPath?: keyof LoginPaths;
  /** Message key of the page's tab. */
  readonly navLabel?: string;
  /** Message key of the link in the menu under the visitor's name. */
  readonly menuLabel?: string;
  /** Message key of the link in the footer. */
  readonly footerLabel?: string;
}

/**
 * Returns the path of the page with this name, or undefined if this site leaves it out. Templates
 * then omit the link.
 */
export type PathOf = (name: string) => string | undefined;

/**
 * Returns the site's pages, except those that the settings leave out and those whose `needs` is not
 * among the credential's scopes.
 */
export function pagesOfSite<SitePage extends Page>(
  pages: readonly SitePage[],
  site: { readonly leftOut: readonly string[]; readonly serviceScopes: readonly string[] },
): SitePage[] {
  return pages.filter(
    ({ name, partOf = name, needs }) =>
      !site.leftOut.includes(partOf) && (!needs || site.serviceScopes.includes(needs)),
  );
}

export function pathsOf(pages: readonly Page[]): PathOf {
  return (name) => pages.find((page) => page.name === name)?.path;
}

/**
 * Maximum length of a form field in the URL, in UTF-16 code units. Real badge names are shorter,
 * and proxies reject long URLs.
 */
const longestField = 500;

/** Returns the URL of a page with only the query parameters and form fields that the page keeps. */
export function pageUrl(
  { path, keptQuery = [], keptFields = [] }: Page,
  query: URLSearchParams,
  fields = new URLSearchParams(),
): string {
  const kept = new URLSearchParams([
    ...[...query].filter(([name]) => keptQuery.includes(name)),
    ...[...fields].filter(
      ([name, { length }]) => keptFields.includes(name) && length <= longestField,
    ),
  ]);
  return kept.size > 0 ? `${path}?${kept}` : path;
}

/** Normalises a path for comparison. Express's router ignores case and a trailing slash, too. */
export const pathnameIn = (pathname: string): string =>
  pathname.toLowerCase().replace(/(?<=.)\/$/, '');

/**
 * Returns the URL of our page at this path, with only the query parameters that the page keeps.
 * Undefined if no page is there, or only a file.
 */
export function pageAt(url: unknown, pages: readonly Page[]): string | undefined {
  const [path = '', query] = String(url).split('?');
  const page = pages.find((one) => one.path === pathnameIn(path) && !one.isFile);
  return page && pageUrl(page, new URLSearchParams(query));
}

/**
 * Returns the URL to which a login may redirect. `url` may come from a link on another site, but
 * the page at `url` trusts our redirects as it trusts our own links. A file is therefore replaced
 * by its page, and parameters that only our own forms may set are dropped.
 */
export function returnTarget(url: string, pages: readonly Page[]): string {
  if (!url.startsWith('/')) return url;
  const { pathname, search, hash } = new URL(url, 'http://localhost');
  const path = pathnameIn(pathname.replace(/\/+/g, '/'));
  const page = pages.find((one) => one.path === path);
  if (page?.isFile) return pages.find(({ name }) => name === page.partOf)?.path ?? '/';
  const query = new URLSearchParams(search);
  const ownNames = page?.keptFields?.filter((name) => query.has(name)) ?? [];
  if (ownNames.length === 0) return url;
  for (const name of ownNames) query.delete(name);
  return `${page?.path}${query.size > 0 ? `?${query}` : ''}${hash}`;
}

/** Returns the paths of the pages to which the login code redirects. */
export function loginPathsOf(pages: readonly Page[]): Partial<LoginPaths> {
  return Object.fromEntries(
    pages.flatMap(({ loginPath, path }) => (loginPath ? [[loginPath, path]] : [])),
  );
}
