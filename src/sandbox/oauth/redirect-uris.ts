// Where the browser may be sent back to: the redirect URIs of the client.

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?/;

/**
 * Returns whether an address is one of the registered redirect URIs, character by character. On
 * this computer any port and any loopback host will do (RFC 8252 7.3); the path must still
 * be the same.
 */
export function isRegistered(address: string, redirectUris: readonly string[]): boolean {
  const sought = withoutPort(address);
  return (
    parseRedirect(address) !== undefined && redirectUris.some((uri) => withoutPort(uri) === sought)
  );
}

/** Returns whether an address is on the site of a redirect URI. */
export function isOnClientSite(address: string, redirectUris: readonly string[]): boolean {
  const parsed = parseRedirect(address);
  if (!parsed) return false;
  const sites = redirectUris.map((uri) => new URL(uri).origin);
  return isRegistered(parsed.origin, sites);
}

/** Returns whether any port of this computer will do for one of the redirect URIs. */
export function hasAnyPort(redirectUris: readonly string[]): boolean {
  return redirectUris.some((uri) => loopback.test(uri));
}

/**
 * Returns the parsed address, or undefined if it is none. Not by `URL.canParse`: on Node 20 it
 * comes to refuse addresses with letters such as ü.
 */
export function parseRedirect(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

function withoutPort(address: string): string {
  return address.replace(loopback, 'http://localhost');
}
