// The session cookie of a visitor whose session the app has to look for in its store.
import { createHmac, randomBytes } from 'node:crypto';

/** A Cookie header with a session id that is signed as express-session signs it, of a session that nobody started. */
export function signedSessionCookie({ publicUrl, secret }: { publicUrl: string; secret: string }): string {
  const { protocol, port } = new URL(publicUrl);
  const name = protocol === 'https:' ? '__Host-sid' : `sid-${port || 80}`;
  const sessionId = randomBytes(24).toString('base64url');
  const signature = createHmac('sha256', secret).update(sessionId).digest('base64').replace(/=+$/, '');
  return `${name}=${encodeURIComponent(`s:${sessionId}.${signature}`)}`;
}
