// The addresses of the login in the host's app.

export interface LoginPaths {
  /** Starts a login. */
  readonly login: string;
  /** Where the convention sends the browser back to. */
  readonly callback: string;
  /** Takes the form of the log-out button. */
  readonly logout: string;
  /** Where a log-out ends. */
  readonly loggedOut: string;
  /** Where a login ends that did not say where it came from. */
  readonly home: string;
  /** The page for a visitor whose session has ended by itself; the login when left out. */
  readonly expired: string;
}

/** Returns all paths: those that are given, the others below the prefix (`/account`). Throws an Error for what is no path. */
export function createPaths(prefix: string, given: Partial<LoginPaths>): LoginPaths {
  const login = given.login ?? `${prefix}/login`;
  const usual = {
    callback: `${login}/callback`,
    logout: `${prefix}/logout`,
    loggedOut: '/',
    home: '/',
    expired: login,
  };
  const paths = { ...usual, ...given, login };
  for (const path of Object.values(paths)) {
    // Two slashes would lead to another site.
    if (!/^\/(?!\/)/.test(path))
      throw new Error(`createLogin: the path ${path} must begin with one slash. A prefix is like "/account".`);
  }
  return paths;
}

/** Where the convention sends the browser back to: register exactly this address there. */
export function redirectUri(publicUrl: URL, paths: LoginPaths = createPaths('', {})): URL {
  return new URL(paths.callback, publicUrl);
}
