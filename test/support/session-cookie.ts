// The session cookie of a visitor whose session the app has to look for in its store.
import { createHmac, randomBytes } from 'node:crypto';

/** The name of the session cookie under this address: on https, or on loopback with its port. */
export function sessionCookieName(publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? '__Host-sid' : `sid-${port || 80}`;
}

/** A Cookie header with a session id that is signed as express-session signs it, of a session that nobody started. */
export function signedSessionCookie({ publicUrl, secret }: { publicUrl: string; secret: string }): string {
  const sessionId = randomBytes(24).toString('base64url');
  const signature = createHmac('sha256', secret).update(sessionId).digest('base64').replace(/=+$/, '');
  return `${sessionCookieName(publicUrl)}=${encodeURIComponent(`s:${sessionId}.${signature}`)}`;
}
