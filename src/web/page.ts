// Describes a page before its routes exist: its path, who may see it, and its name in the
// navigation.
import type { LoginPaths } from '../login/login.ts';

export interface Page {
  /**
   * Identifies the page in `pathOf` and `partOf`: the name of its folder, unless a folder has
   * several pages.
   */
  readonly name: string;
  readonly path: string;
  /** Whether the page works without a login. `in part`: each of its routes decides. */
  readonly open?: true | 'in part';
  /** The service scope that the page requires. Without that scope, the page does not exist. */
  readonly needs?: string;
  /** The page that this page belongs to. A site that leaves out that page has neither. */
  readonly partOf?: string;
  /**
   * The query parameters that stay when the language changes. Leave out those that report an event,
   * and those that only a page of this site may set.
   */
  readonly keptQuery?: readonly string[];
  /**
   * Further parameters that stay if the language form sends them: only our own pages have that
   * form.
   */
  readonly keptFields?: readonly string[];
  /** Set if it is a file to save or a picture, not a page to read. */
  readonly isFile?: true;
  /**
   * Set if the login redirects to this page, such as after a log-out or after a session has
   * expired.
   */
  readonly loginPath?: keyof LoginPaths;
  /** The message key of its tab. */
  readonly navLabel?: string;
  /** The message key of its link in the menu under the visitor's name. */
  readonly menuLabel?: string;
  /** The message key of its link in the footer. */
  readonly footerLabel?: string;
}

/**
 * Returns the path of the page with this name. Undefined if this site does not have that page; a
 * link to it is then left out.
 */
export type PathOf = (name: string) => string | undefined;

/**
 * Returns the pages of a site, without those that its settings leave out or that need a service
 * scope it does not have.
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

/** In UTF-16 code units. Names on badges are shorter, and proxies reject long addresses. */
const longestField = 500;

/** Returns the address of a page with the parameters of its query and its form that may stay. */
export function addressOf(
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

/** Returns the paths of the login that lead to pages of this site. */
export function loginPathsOf(pages: readonly Page[]): Partial<LoginPaths> {
  return Object.fromEntries(
    pages.flatMap(({ loginPath, path }) => (loginPath ? [[loginPath, path]] : [])),
  );
}
