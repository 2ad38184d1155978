// The paths of the login in the host's app, and where a visitor may be sent after a login.

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

/** Adds defaults to the given paths. Throws an Error unless each path begins with one slash. */
export function createPaths(prefix: string, given: Partial<LoginPaths>): LoginPaths {
  const { login = `${prefix}/login`, logout = `${prefix}/logout` } = given;
  const defaults = {
    callback: `${login}/callback`,
    logoutEverywhere: `${logout}/everywhere`,
    loggedOut: '/',
    home: '/',
    expired: login,
  };
  // A host in JavaScript may give undefined for a default.
  const isGiven = ([, path]: [string, unknown]) => path !== undefined;
  const own = Object.fromEntries(Object.entries(given).filter(isGiven));
  const paths = { ...defaults, ...own, login, logout };
  for (const path of Object.values(paths)) {
    // A path that starts with two slashes leads to another site.
    if (!/^\/(?!\/)/.test(path) || path.includes('//'))
      throw new Error(
        `createLogin: the path ${path} must begin with one slash, and have no two in a row. A prefix is like "/account".`,
      );
  }
  return paths;
}

/** Returns the redirect URI. Register exactly this address at the convention. */
export function redirectUri(publicUrl: URL, paths: LoginPaths = createPaths('', {})): URL {
  return new URL(paths.callback, publicUrl);
}

interface ReturnToOptions {
  readonly publicUrl: URL;
  /** The origins of other sites to which a login may lead. */
  readonly returnOrigins: readonly string[];
  readonly paths: LoginPaths;
}

/** In characters of JSON. Four pending logins must fit into the cookies of a browser. */
const longestReturnTo = 256;

/**
 * Returns the parsed path and query of a page of the app, also if its address is a full one, or the
 * address of a page in `returnOrigins` (RFC 9700 4.11). Returns undefined for anything else, for an
 * address of the login itself, and for more than 256 characters.
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
  // Not `url.origin`: a blob: address has that of its site.
  const site = `${url.protocol}//${url.host}`;
  const isOwn = value.startsWith('/') || parseUrl(value)?.origin === publicUrl.origin;
  if (!isOwn) return returnOrigins.includes(site) ? site + path : undefined;
  // `/.//elsewhere.example` parses to this origin, but its path alone leads to another site.
  if (url.origin !== publicUrl.origin || path.startsWith('//')) return undefined;
  return isLoginPath(url.pathname, paths) ? undefined : path;
}

/** A return to the login would only end in an error, or in another login. */
function isLoginPath(
  pathname: string,
  { login, callback, logout, logoutEverywhere }: LoginPaths,
): boolean {
  const path = `${pathname.toLowerCase()}/`;
  const ofLogin = [login, callback, logout, logoutEverywhere];
  return ofLogin.some((prefix) => path.startsWith(`${prefix.toLowerCase()}/`));
}

/**
 * Returns the parsed address, or undefined if it is none. Not by `URL.canParse`: on Node 20 it
 * refuses addresses with letters such as ü, but only after some thousand calls.
 */
function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
