// Gives up a part of what a login may read, without a new login: for a host where people can stop
// sharing something. Needs a convention that narrows a token when it is refreshed (RFC 6749 6).
import type { Request } from 'express';
import type { WhoIs } from '../callback.ts';
import { LoginError } from '../login-error.ts';
import type { OAuthClient } from '../oauth/oauth-client.ts';
import type { LoginRequest } from '../pending-login.ts';
import type { StartSession } from './start-session.ts';

interface NarrowOptions {
  readonly oauth: OAuthClient;
  readonly whoIs: WhoIs;
  readonly startSession: StartSession;
  readonly warn: (what: string) => void;
}

interface NarrowRequest {
  /** What the login may still read. */
  readonly scopes: readonly string[];
  /** What hooks shall find in the pending login of the new session. */
  readonly pending: Partial<LoginRequest>;
  /** When the attendee logged in, and when that login ends in any case (ms since 1970). */
  readonly since: number;
  readonly endsAt: number;
}

/**
 * Replaces the session of this request by one whose token reads only `scopes`. Resolves to false if
 * the convention has not confirmed that: the session is then as it was, and its token still reads
 * everything. Rejects with LoginError if the new session cannot be stored, or the old one was ended
 * meanwhile.
 */
export type Narrow = (req: Request, request: NarrowRequest) => Promise<boolean>;

export function createNarrow({ oauth, whoIs, startSession, warn }: NarrowOptions): Narrow {
  /** Resolves to the narrower token set, if it is one of the same person. */
  async function requestNarrowerToken(
    { refreshToken, userId }: { refreshToken?: string; userId: string },
    scopes: readonly string[],
  ) {
    if (refreshToken === undefined) return undefined;
    const refused = (why: string) => {
      warn(`the convention did not narrow a login (${why}): the attendee is logged out instead`);
      return undefined;
    };
    try {
      const tokenSet = await oauth.narrow(refreshToken, scopes);
      if (!tokenSet) return refused('it did not name the scopes that remain');
      const isSamePerson = String((await whoIs(tokenSet)).id) === userId;
      return isSamePerson ? tokenSet : refused('the new token is of somebody else');
    } catch (error) {
      return refused(error instanceof LoginError ? `status ${error.status}` : 'it failed');
    }
  }

  return async function narrow(req, { scopes, pending, since, endsAt }) {
    const { attendee } = req;
    const tokenSet = attendee && (await requestNarrowerToken(attendee, scopes));
    if (!tokenSet) return false;
    const { userId, name, serverSession } = attendee;
    // To share less does not make a login longer.
    const expiresAt = Math.min(tokenSet.expiresAt, endsAt);
    const kept = { userId, ...(name && { name }), ...(serverSession && { serverSession }) };
    const narrowed = { ...kept, ...tokenSet, expiresAt, since };
    const login = { attendee: narrowed, pending: { returnTo: '/', ...pending, scopes } };
    await startSession(req, login);
    req.attendee = narrowed;
    return true;
  };
}
