// Where the browser may be sent back to: the redirect URIs of the client.

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?/;

/**
 * Returns whether an address is one of the registered redirect URIs, character by character. On
 * this computer any port and any loopback host will do (RFC 8252 7.3); the path must still
 * be the same.
 */
export function isRegistered(address: string, redirectUris: readonly string[]): boolean {
  const sought = withoutPort(address);
  return URL.canParse(address) && redirectUris.some((uri) => withoutPort(uri) === sought);
}

/** Returns whether an address is on the site of a redirect URI. */
export function isOnClientSite(address: string, redirectUris: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const sites = redirectUris.map((uri) => new URL(uri).origin);
  return isRegistered(new URL(address).origin, sites);
}

/** Returns whether any port of this computer will do for one of the redirect URIs. */
export function hasAnyPort(redirectUris: readonly string[]): boolean {
  return redirectUris.some((uri) => loopback.test(uri));
}

function withoutPort(address: string): string {
  return address.replace(loopback, 'http://localhost');
}
