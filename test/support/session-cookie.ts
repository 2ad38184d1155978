import { createHmac, randomBytes } from 'node:crypto';

/** Returns the name of the session cookie. For a loopback URL, it contains the port. */
export function sessionCookieName(publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? '__Host-sid' : `sid-${port || 80}`;
}

/**
 * Returns a Cookie header with a validly signed id of a session that does not exist. It makes the
 * app look up the session in its store.
 */
export function signedSessionCookie({
  publicUrl,
  secret,
}: {
  publicUrl: string;
  secret: string;
}): string {
  const sessionId = randomBytes(24).toString('base64url');
  const signature = createHmac('sha256', secret)
    .update(sessionId)
    .digest('base64')
    .replace(/=+$/, '');
  return `${sessionCookieName(publicUrl)}=${encodeURIComponent(`s:${sessionId}.${signature}`)}`;
}
