// Decides which pages a login may return to, so that it cannot redirect to any other site.
import type { LoginPaths } from './paths.ts';

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
