// Builds session cookies that make the app look up a session in its store.
import { createHmac, randomBytes } from 'node:crypto';

/** Returns the session cookie's name: one for https; for loopback addresses, one with the port. */
export function sessionCookieName(publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? '__Host-sid' : `sid-${port || 80}`;
}

/**
 * Returns a Cookie header with a validly signed id (as by express-session) of no existing session.
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
