// Defines the login's paths.

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
  /**
   * The page for a visitor whose session has expired or was ended elsewhere. Default: the path
   * `login`.
   */
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
