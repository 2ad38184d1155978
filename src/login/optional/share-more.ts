// Optional: `/login?scope=pii:email` asks for this scope in addition to the required ones. A
// logged-in attendee can share more this way. After a denial, or if another person returns, nothing
// changes.
import { scopesFromOwnPage } from '../browser/fetch-metadata.ts';
import type { LoginHooks } from '../hooks.ts';
import { LoginError } from '../login-error.ts';
import { outcomeOf } from '../outcome.ts';

declare module '../pending-login.ts' {
  interface LoginRequest {
    /** Who must return: the attendee who is already logged in and shares more. */
    expectedUserId?: string;
  }
}

interface ShareMoreOptions {
  /** The address at which visitors reach the app. */
  readonly publicUrl: URL;
  /** All scopes that the app may ask for. */
  readonly scopes: readonly string[];
  /** The scopes among them that an attendee may leave out. */
  readonly optionalScopes: readonly string[];
}

export function shareMore({ publicUrl, scopes, optionalScopes }: ShareMoreOptions): LoginHooks {
  return {
    beforeLeaving(req, _res, request) {
      const requested = scopesFromOwnPage(req, { publicUrl, scopes });
      if (requested.length === 0) return;
      const granted = req.attendee?.grantedScopes ?? [];
      request.scopes = scopes.filter(
        (scope) => !optionalScopes.includes(scope) || [...requested, ...granted].includes(scope),
      );
      const isMore = requested.some((scope) => !granted.includes(scope));
      if (!req.attendee || !isMore) return;
      request.expectedUserId = req.attendee.userId;
      request.evenIfLoggedIn = true;
    },

    /** If the attendee has logged out or changed meanwhile, the code is not even exchanged. */
    afterReturn(req, { expectedUserId }) {
      if (expectedUserId && expectedUserId !== req.attendee?.userId)
        throw new LoginError('login-again');
    },

    beforeLogin(_req, { pending, attendee }) {
      const { expectedUserId, returnTo } = pending;
      if (!expectedUserId || attendee?.userId === expectedUserId) return undefined;
      return outcomeOf(
        attendee ? 'different-account' : 'nothing-changed',
        { returnTo, scopes: [] },
        [],
      );
    },

    beforeOutcome(req, { pending, outcome }) {
      if (!pending.expectedUserId) return undefined;
      const grantedBefore = req.attendee?.grantedScopes ?? [];
      // Report only changes: scopes that were added or refused.
      const changed = outcome.asked.filter(
        (scope) => !grantedBefore.includes(scope) || outcome.refused.includes(scope),
      );
      return outcomeOf(
        'shared-more',
        { returnTo: outcome.returnTo, scopes: changed },
        outcome.granted,
      );
    },
  };
}
