// Where a visitor may be sent after the login: pages of the app, and sites in `returnOrigins`.
import type { LoginPaths } from '../paths.ts';

/** In characters of JSON. Four pending logins must fit into the cookies of a browser. */
const maxLength = 256;

/**
 * Returns the parsed path and query of a page of the app, or the address of a page in
 * `returnOrigins` (RFC 9700 4.11). Returns undefined for anything else, for an address of the login
 * itself, and for more than 256 characters.
 */
export function safeReturnTo(value: unknown, options: ReturnToOptions): string | undefined {
  const target = typeof value === 'string' ? allowedTarget(value, options) : undefined;
  return target && JSON.stringify(target).length <= maxLength + '""'.length ? target : undefined;
}

interface ReturnToOptions {
  readonly publicUrl: URL;
  readonly returnOrigins: readonly string[];
  readonly paths: LoginPaths;
}

function allowedTarget(value: string, options: ReturnToOptions): string | undefined {
  const { publicUrl, returnOrigins, paths } = options;
  const url = parseUrl(value, publicUrl.origin);
  if (!url) return undefined;
  const path = url.pathname + url.search + url.hash;
  // Only other sites need a full address. Not `url.origin`: a blob: address has that of its site.
  const site = `${url.protocol}//${url.host}`;
  if (!value.startsWith('/')) return returnOrigins.includes(site) ? site + path : undefined;
  // `/.//elsewhere.example` parses to this origin, but its path alone leads to another site.
  if (url.origin !== publicUrl.origin || path.startsWith('//')) return undefined;
  return isLoginPath(url.pathname, paths) ? undefined : path;
}

/** A return to the login would only end in an error, or in another login. */
function isLoginPath(pathname: string, { login, callback, logout }: LoginPaths): boolean {
  const path = `${pathname.toLowerCase()}/`;
  return [login, callback, logout].some((prefix) => path.startsWith(`${prefix.toLowerCase()}/`));
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
