// When a login asks for an id_token (OpenID Connect Core), and what binds it to this browser.
import { createHash } from 'node:crypto';
import type { PendingLogin } from '../pending-login.ts';

export type RequestedScopes = Pick<PendingLogin, 'scopes'>;

/** With `openid`, the answer has an id_token (OpenID Connect Core 3.1.2.1). */
export function asksForIdToken({ scopes }: RequestedScopes): boolean {
  return scopes.includes('openid');
}

/** Binds the id_token to this browser: the hash of a secret in its cookie (Core 15.5.2). */
export function nonceOf({ codeVerifier }: PendingLogin): string {
  return createHash('sha256').update(`nonce ${codeVerifier}`).digest('base64url');
}
