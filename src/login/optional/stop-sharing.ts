// Optional: a person stops sharing a scope, on all devices. Where the convention narrows a token,
// they stay logged in on this one.
import type { Request, Response } from 'express';
import { attendeeOf } from '../attendee.ts';
import type { LogOut } from '../log-out.ts';
import { LoginError } from '../login-error.ts';
import type { Narrow } from '../sessions/narrow.ts';
import { sessionKey } from '../store/key-names.ts';
import type { EndAllLogins } from './end-all-logins.ts';
import type { RememberedChoice } from './remembered-choice.ts';
import type { StoppedScopes } from './stopped-scopes.ts';

interface StopSharingOptions {
  readonly choice: RememberedChoice;
  readonly stopped: StoppedScopes;
  readonly endAll: EndAllLogins;
  readonly narrow: Narrow;
  readonly logOut: LogOut;
}

/**
 * Resolves to whether this browser is still logged in. No login of the person reads the scope any
 * more, on any device. Rejects if that is not certain.
 */
export type StopSharing = (
  req: Request,
  res: Response,
  stop: {
    readonly scope: string;
    /** When the attendee logged in, and when that login ends in any case (ms since 1970). */
    readonly since: number;
    readonly endsAt: number;
  },
) => Promise<boolean>;

export function stopSharing(options: StopSharingOptions): StopSharing {
  const { choice, stopped, endAll, narrow, logOut } = options;

  return async (req, res, { scope, ...limits }) => {
    const { userId, grantedScopes, refreshToken } = attendeeOf(req);
    const scopes = grantedScopes.filter((held) => held !== scope);
    // First: even if the rest fails, the next login asks for less.
    choice.remember(res, scopes);
    await stopped.stop(userId, scope);
    if (refreshToken !== undefined) {
      // Other devices first. This session keeps its wide token until a narrower one takes its
      // place: a log-out everywhere in between finds it, and ends what replaces it.
      const pending = await endAll.endOthersOf(userId, sessionKey(req.sessionID));
      if (await isNarrowed(narrow(req, { scopes, pending, ...limits }))) return true;
    }
    await endAll.endAllOf(userId);
    await logOut(req, res);
    return false;
  };
}

/** If the session cannot be replaced, what remains of it is ended with all others. */
function isNarrowed(narrowing: Promise<boolean>): Promise<boolean> {
  return narrowing.catch((error) => {
    if (error instanceof LoginError) return false;
    throw error;
  });
}
