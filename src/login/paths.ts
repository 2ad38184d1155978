// The paths of the login in the host's app.

export interface LoginPaths {
  /** Starts a login. */
  readonly login: string;
  /** Where the convention redirects the browser to. */
  readonly callback: string;
  /** Receives the form of the log-out button. */
  readonly logout: string;
  /** The page after a log-out. */
  readonly loggedOut: string;
  /** The page after a login that had no `return_to`. */
  readonly home: string;
  /** The page for a visitor whose session has expired. Default: `login`. */
  readonly expired: string;
}

/** Adds defaults to the given paths. Throws an Error unless each path begins with one slash. */
export function createPaths(prefix: string, given: Partial<LoginPaths>): LoginPaths {
  const login = given.login ?? `${prefix}/login`;
  const defaults = {
    callback: `${login}/callback`,
    logout: `${prefix}/logout`,
    loggedOut: '/',
    home: '/',
    expired: login,
  };
  const paths = { ...defaults, ...given, login };
  for (const path of Object.values(paths)) {
    // A path that starts with two slashes leads to another site.
    if (!/^\/(?!\/)/.test(path))
      throw new Error(
        `createLogin: the path ${path} must begin with one slash. A prefix is like "/account".`,
      );
  }
  return paths;
}

/** Returns the redirect URI. Register exactly this address at the convention. */
export function redirectUri(publicUrl: URL, paths: LoginPaths = createPaths('', {})): URL {
  return new URL(paths.callback, publicUrl);
}
