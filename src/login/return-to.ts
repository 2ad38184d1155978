// Where a visitor may be sent after the login: pages of the app, and sites in `returnOrigins`.
import type { LoginPaths } from './paths.ts';

const maxPathLength = 512;

/**
 * Returns the parsed path and query of a page of the app, or the address of a page in
 * `returnOrigins` (RFC 9700 4.11). Returns undefined for anything else, for an address of the login
 * itself, and for a path above 512 characters.
 */
export function safeReturnTo(
  value: unknown,
  {
    publicUrl,
    returnOrigins,
    paths,
  }: { publicUrl: URL; returnOrigins: readonly string[]; paths: LoginPaths },
): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value, publicUrl.origin)) return undefined;
  const url = new URL(value, publicUrl.origin);
  const path = url.pathname + url.search;
  if (path.length > maxPathLength) return undefined;
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
