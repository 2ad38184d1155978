// Where a visitor may be sent after the login: pages of the app itself, and of sites that the settings name.
import type { LoginPaths } from './paths.ts';

const longestPath = 512;

/**
 * Returns the path and query of a page of ours, or a page of `returnOrigins`, as parsed (RFC 9700 4.11). Undefined for anything else, for
 * an address of the login itself, and above 512 characters.
 */
export function safeReturnTo(
  value: unknown,
  { publicUrl, returnOrigins, paths }: { publicUrl: URL; returnOrigins: readonly string[]; paths: LoginPaths },
): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value, publicUrl.origin)) return undefined;
  const url = new URL(value, publicUrl.origin);
  const path = url.pathname + url.search;
  if (path.length > longestPath) return undefined;
  // A full address is for other sites. Not `url.origin`, which a blob: address borrows.
  const site = `${url.protocol}//${url.host}`;
  if (!value.startsWith('/')) return returnOrigins.includes(site) ? site + path : undefined;
  // `/.//elsewhere.example` parses to our origin, and its path alone would lead elsewhere.
  if (url.origin !== publicUrl.origin || path.startsWith('//')) return undefined;
  return isOfLogin(url.pathname, paths) ? undefined : path;
}

/** The callback, for one, would only end in an error. */
function isOfLogin(pathname: string, { login, callback, logout }: LoginPaths): boolean {
  const path = `${pathname.toLowerCase()}/`;
  return [login, callback, logout].some((own) => path.startsWith(`${own.toLowerCase()}/`));
}
