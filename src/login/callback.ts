// The browser comes back from the convention with a code. Step 4 of the story.
import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { KeyStore } from './key-store.ts';
import { LoginError } from './login-error.ts';
import type { OAuthClient, TokenSet } from './oauth-client.ts';
import type { PendingLogins } from './pending-login.ts';
import type { Sessions } from './session.ts';

/** Asks the convention whose token this is. What it throws may carry a `status`: 503 and 504 reach the attendee's page. */
export type WhoIs = (tokenSet: TokenSet) => Promise<{ id: string }>;

export interface CallbackOptions {
  readonly oauth: OAuthClient;
  readonly pendingLogins: PendingLogins;
  readonly sessions: Sessions;
  readonly keys: KeyStore;
  readonly whoIs: WhoIs;
}

const replayGuardSeconds = 600;

/** Finishes a login: nothing exists before the convention has said who this is, and no answer leaves before the session is stored. */
export function createCallback({ oauth, pendingLogins, sessions, keys, whoIs }: CallbackOptions): RequestHandler {
  return async (req, res) => {
    const pending = pendingLogins.take(req, res, req.query.state);
    if (!pending || !(await isFirstUse(pending.state))) {
      // The Back button, or a second tab that lost its turn: whoever is logged in stays so.
      if (req.attendee) return res.redirect(303, '/');
      throw new LoginError('login-again');
    }
    const query = new URL(req.originalUrl, 'http://localhost').search;
    const tokenSet = await oauth.exchangeCode({ query, pending });
    const { id } = await askWhoThisIs(tokenSet);
    await sessions.start(req, res, {
      userId: id,
      grantedScopes: tokenSet.grantedScopes,
      accessToken: tokenSet.accessToken,
      accessTokenExpiresAt: tokenSet.expiresAt,
    });
    res.redirect(303, pending.returnPath);
  };

  /** A copied cookie must not finish the same login twice. */
  function isFirstUse(state: string): Promise<boolean> {
    const key = `u:${createHash('sha256').update(state).digest('base64url')}`;
    return keys.setIfAbsent(key, Buffer.from('1'), replayGuardSeconds);
  }

  async function askWhoThisIs(tokenSet: TokenSet): Promise<{ id: string }> {
    try {
      return await whoIs(tokenSet);
    } catch (cause) {
      const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
      throw new LoginError('login-unavailable', { status: status === 503 || status === 504 ? status : 502, cause });
    }
  }
}
