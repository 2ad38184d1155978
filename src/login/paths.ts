// Defines the login's paths, and which pages a login may return to.

export interface LoginPaths {
  readonly login: string;
  /** The redirect URI's path, where the browser returns from the platform. */
  readonly callback: string;
  /** The log-out button submits its form to this path. */
  readonly logout: string;
  /** The "Log out everywhere" button submits its form to this path. */
  readonly logoutEverywhere: string;
  /** The page after a log-out. */
  readonly loggedOut: string;
  /** The page after a login without `return_to`. */
  readonly home: string;
  /** The page for a visitor whose session has expired. Default: the path `login`. */
  readonly expired: string;
}

/**
 * Fills in the default paths. Throws an Error unless each path begins with one slash, contains no
 * double slash and, except for `home`, has no query or fragment.
 */
export function createPaths(prefix: string, given: Partial<LoginPaths>): LoginPaths {
  const { login = `${prefix}/login`, logout = `${prefix}/logout` } = given;
  const defaults = {
    callback: `${login}/callback`,
    logoutEverywhere: `${logout}/everywhere`,
    loggedOut: '/',
    home: '/',
    expired: login,
  };
  // An app in JavaScript may pass undefined, which must not replace a default.
  const isGiven = ([, path]: [string, unknown]) => path !== undefined;
  const own = Object.fromEntries(Object.entries(given).filter(isGiven));
  const paths = { ...defaults, ...own, login, logout };
  for (const path of Object.values(paths)) {
    // A path such as `//elsewhere.example` leads to another site.
    if (!/^\/(?!\/)/.test(path) || path.includes('//'))
      throw new Error(
        `createLogin: the path ${path} must begin with one slash and contain no double slash. Example of a prefix: "/account".`,
      );
    // The login adds its own query.
    if (path !== paths.home && /[?#]/.test(path))
      throw new Error(`createLogin: the path ${path} must contain no ? and no #.`);
  }
  return paths;
}

/** Returns the redirect URI. Register its `.href` with the platform. */
export function redirectUri(publicUrl: URL, paths: LoginPaths = createPaths('', {})): URL {
  return new URL(paths.callback, publicUrl);
}

interface ReturnToOptions {
  readonly publicUrl: URL;
  readonly returnOrigins: readonly string[];
  readonly paths: LoginPaths;
}

/**
 * Maximum length of `returnTo` as JSON, in characters. The cookies of four pending logins must fit
 * into the headers that proxies accept.
 */
export const longestReturnTo = 256;

/**
 * Returns a safe target for the redirect after a login (RFC 9700 4.11): the path and query of a
 * page of the app, or the URL of a page on a site in `returnOrigins`. Returns undefined for any
 * other page, for the paths of the login itself, and for targets longer than 256 characters.
 */
export function safeReturnTo(value: string, options: ReturnToOptions): string | undefined {
  const target = allowedTarget(value, options);
  const isShort = JSON.stringify(target ?? '').length <= longestReturnTo + '""'.length;
  return isShort ? target : undefined;
}

function allowedTarget(value: string, options: ReturnToOptions): string | undefined {
  const { publicUrl, returnOrigins, paths } = options;
  const url = parseUrl(value, publicUrl.origin);
  if (!url) return undefined;
  const path = url.pathname + url.search + url.hash;
  // We do not use `url.origin`, because a blob: URL has the same origin as its site.
  const site = `${url.protocol}//${url.host}`;
  const isOwn = value.startsWith('/') || parseUrl(value)?.origin === publicUrl.origin;
  if (!isOwn) return returnOrigins.includes(site) ? site + path : undefined;
  // `new URL` gives a value such as `/.//elsewhere.example` our origin, but the resulting path
  // leads to another site.
  if (url.origin !== publicUrl.origin || path.startsWith('//')) return undefined;
  return isLoginPath(url.pathname, paths) ? undefined : path;
}

/** Whether a path belongs to the login. Returning to it would cause an error or another login. */
function isLoginPath(
  pathname: string,
  { login, callback, logout, logoutEverywhere }: LoginPaths,
): boolean {
  const path = `${pathname.toLowerCase()}/`;
  const ofLogin = [login, callback, logout, logoutEverywhere];
  return ofLogin.some((prefix) => path.startsWith(`${prefix.toLowerCase()}/`));
}

/**
 * Parses a URL, and returns undefined for an invalid one. We do not use `URL.canParse`, which has a
 * bug in Node 20: after thousands of calls, it rejects URLs with letters such as ü.
 */
function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
