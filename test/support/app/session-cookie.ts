import { createHmac, randomBytes } from 'node:crypto';

export function sessionCookieName(publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? '__Host-sid' : `sid-${port || 80}`;
}

/**
 * Returns a cookie for a session that does not exist. Its id is validly signed, so the app looks
 * the session up in its store.
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
