// The paths of the login, and the pages to which a login may lead.

export interface LoginPaths {
  /** Starts a login. */
  readonly login: string;
  /** Where the convention redirects the browser to. */
  readonly callback: string;
  /** Receives the form of the log-out button. */
  readonly logout: string;
  /** Receives the form of the button "Log out everywhere". */
  readonly logoutEverywhere: string;
  /** The page after a log-out. */
  readonly loggedOut: string;
  /** The page after a login that had no `return_to`. */
  readonly home: string;
  /** The page for a visitor whose session has expired. Default: `login`. */
  readonly expired: string;
}

/** Adds defaults. Throws an Error unless each path begins with one slash. */
export function createPaths(prefix: string, given: Partial<LoginPaths>): LoginPaths {
  const { login = `${prefix}/login`, logout = `${prefix}/logout` } = given;
  const defaults = {
    callback: `${login}/callback`,
    logoutEverywhere: `${logout}/everywhere`,
    loggedOut: '/',
    home: '/',
    expired: login,
  };
  // An app in JavaScript may pass undefined.
  const isGiven = ([, path]: [string, unknown]) => path !== undefined;
  const own = Object.fromEntries(Object.entries(given).filter(isGiven));
  const paths = { ...defaults, ...own, login, logout };
  for (const path of Object.values(paths)) {
    // `//elsewhere.example` is another site.
    if (!/^\/(?!\/)/.test(path) || path.includes('//'))
      throw new Error(
        `createLogin: the path ${path} must begin with one slash, and have no two in a row. A prefix is like "/account".`,
      );
  }
  return paths;
}

/** Returns the redirect URI. Register its `.href` at the convention. */
export function redirectUri(publicUrl: URL, paths: LoginPaths = createPaths('', {})): URL {
  return new URL(paths.callback, publicUrl);
}

interface ReturnToOptions {
  readonly publicUrl: URL;
  /** Origins of other sites to which a login may lead. */
  readonly returnOrigins: readonly string[];
  readonly paths: LoginPaths;
}

/** In characters of JSON. Four pending logins must fit into the cookies of a browser. */
const longestReturnTo = 256;

/**
 * Returns the path and query of a page of the app, or the URL of a page in `returnOrigins` (RFC
 * 9700 4.11). Returns undefined for any other page, for the login itself, and for more than 256
 * characters.
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
  // Not `url.origin`, which a blob: URL shares with its site.
  const site = `${url.protocol}//${url.host}`;
  const isOwn = value.startsWith('/') || parseUrl(value)?.origin === publicUrl.origin;
  if (!isOwn) return returnOrigins.includes(site) ? site + path : undefined;
  // `/.//elsewhere.example` parses to this origin, but its path alone leads to another site.
  if (url.origin !== publicUrl.origin || path.startsWith('//')) return undefined;
  return isLoginPath(url.pathname, paths) ? undefined : path;
}

/** A return to the login would end in an error, or in another login. */
function isLoginPath(
  pathname: string,
  { login, callback, logout, logoutEverywhere }: LoginPaths,
): boolean {
  const path = `${pathname.toLowerCase()}/`;
  const ofLogin = [login, callback, logout, logoutEverywhere];
  return ofLogin.some((prefix) => path.startsWith(`${prefix.toLowerCase()}/`));
}

/**
 * Returns undefined for an invalid URL. `URL.canParse` has a bug in Node 20: after some thousand
 * calls it refuses URLs with letters such as ü.
 */
function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
