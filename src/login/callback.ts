// The browser comes back from the convention with a code. Step 4 of the story.
import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { LoginContext } from './login.ts';
import { LoginError } from './login-error.ts';
import type { OAuthClient, TokenSet } from './oauth-client.ts';
import type { PendingLogin, PendingLogins } from './pending-login.ts';
import type { ScopeChoice } from './scope-choice.ts';
import { attendeeOf, type Sessions } from './session.ts';

/** Asks the convention whose token this is. What it throws may carry a `status`: 503 and 504 reach the attendee's page. */
export type WhoIs = (tokenSet: TokenSet) => Promise<{ id: string }>;

interface Parts extends Pick<LoginContext, 'keys' | 'whoIs'> {
  readonly oauth: OAuthClient;
  readonly pendingLogins: PendingLogins;
  readonly scopeChoice: ScopeChoice;
  readonly sessions: Sessions;
}

/** Finishes a login: nothing exists before the convention has said who this is, and no answer leaves before the session is stored. */
export function createCallback({ oauth, pendingLogins, scopeChoice, sessions, keys, whoIs }: Parts): RequestHandler {
  return async (req, res) => {
    if (req.sessionFailure) throw req.sessionFailure;
    const pending = pendingLogins.take(req, res, req.query.state);
    if (!pending || !(await isFirstUse(pending.state))) {
      // The Back button, or a second tab that lost its turn: whoever is logged in stays so.
      if (req.attendee) return res.redirect(303, '/');
      throw new LoginError('login-again');
    }
    // Sharing more: the same person comes back, or nothing changes.
    const { sharer, startedAt, scopes } = pending;
    if (sharer && sharer !== req.attendee?.userId) throw new LoginError('login-again');
    const query = new URL(req.originalUrl, 'http://localhost').search;
    const tokenSet = await oauth.exchangeCode({ query, pending }).catch((error) => {
      if (!sharer || error.problem !== 'not-shared') throw error;
    });
    if (!tokenSet) return res.redirect(303, withNotice(pending, { notice: 'nothing-changed' }));
    const { id } = await askWhoThisIs(tokenSet);
    if (sharer && sharer !== id) return res.redirect(303, withNotice(pending, { notice: 'different-account' }));

    const { grantedScopes } = tokenSet;
    const heldBefore = sharer ? attendeeOf(req).grantedScopes : [];
    await sessions.start(req, res, { attendee: { userId: id, ...tokenSet }, begunAt: startedAt });
    pendingLogins.countRoundTrip(req, res);
    if (sharer) scopeChoice.remember(res, grantedScopes);
    const isAll = grantedScopes.length === scopes.length;
    const asked = scopes.filter((scope) => !heldBefore.includes(scope) || !grantedScopes.includes(scope));
    res.redirect(303, sharer || !isAll ? withNotice(pending, { notice: 'shared', asked }) : pending.returnTo);
  };

  /** A copied cookie must not finish the same login twice, for as long as a pending login lives. */
  function isFirstUse(state: string): Promise<boolean> {
    const key = `u:${createHash('sha256').update(state).digest('base64url')}`;
    return keys.setIfAbsent(key, Buffer.from('1'), 600);
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

/** The way back to our page, with what it is to tell: `asked` are the scopes, and which of them are granted now the session knows. */
function withNotice({ returnTo }: PendingLogin, { notice, asked = [] }: { notice: string; asked?: string[] }): string {
  if (!returnTo.startsWith('/')) return returnTo;
  const url = new URL(returnTo, 'http://localhost');
  url.searchParams.set('notice', notice);
  for (const scope of asked) url.searchParams.append('asked', scope);
  return url.pathname + url.search;
}
