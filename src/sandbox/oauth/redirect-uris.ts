// Decides which URLs belong to the client, based on its redirect URIs.

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?/;

/**
 * Whether a URL is a registered redirect URI in tolerant mode. On localhost, the port and the host
 * name may differ (RFC 8252 7.3).
 */
export function isRegistered(url: string, redirectUris: readonly string[]): boolean {
  const sought = withoutPort(url);
  return (
    parseRedirect(url) !== undefined && redirectUris.some((uri) => withoutPort(uri) === sought)
  );
}

export function isOnClientSite(url: string, redirectUris: readonly string[]): boolean {
  const parsed = parseRedirect(url);
  if (!parsed) return false;
  const sites = redirectUris.map((uri) => new URL(uri).origin);
  return isRegistered(parsed.origin, sites);
}

export function hasLoopback(redirectUris: readonly string[]): boolean {
  return redirectUris.some((uri) => loopback.test(uri));
}

/**
 * Returns undefined for an invalid URL. Does not use `URL.canParse`, which on Node 20 rejects
 * letters such as ü after thousands of calls.
 */
export function parseRedirect(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function withoutPort(url: string): string {
  return url.replace(loopback, 'http://localhost');
}
