// Optional: `/login?scope=pii:email` asks for this scope beside those that are always asked for. Whoever is logged in shares more by it:
// the same person comes back with more, or nothing changes.
import type { Request } from 'express';
import { isFromOtherSite } from '../fetch-metadata.ts';
import type { LoginHooks } from '../hooks.ts';
import { LoginError } from '../login-error.ts';
import { outcomeOf } from '../outcome.ts';

interface ShareMoreOptions {
  /** All that may be asked for. */
  readonly scopes: readonly string[];
  /** Those of them that an attendee may leave out. */
  readonly optionalScopes: readonly string[];
}

export function shareMore({ scopes, optionalScopes }: ShareMoreOptions): LoginHooks {
  /** Returns the scopes that the address names. A link of another site cannot ask for anything. */
  function named(req: Request): string[] {
    if (isFromOtherSite(req)) return [];
    const asked = [req.query.scope].flat();
    return scopes.filter((scope) => asked.includes(scope));
  }

  return {
    beforeLeaving(req, _res, request) {
      const chosen = named(req);
      if (chosen.length === 0) return;
      const held = req.attendee?.grantedScopes ?? [];
      request.scopes = scopes.filter(
        (scope) => !optionalScopes.includes(scope) || [...chosen, ...held].includes(scope),
      );
      const isMore = chosen.some((scope) => !held.includes(scope));
      if (req.attendee && isMore) request.expectedUserId = req.attendee.userId;
    },

    /** Logged out meanwhile, or somebody else has logged in: then the code is not even exchanged. */
    afterReturn(req, { expectedUserId }) {
      if (expectedUserId && expectedUserId !== req.attendee?.userId) throw new LoginError('login-again');
    },

    beforeLogin(_req, { pending, attendee }) {
      const { expectedUserId, returnTo } = pending;
      if (!expectedUserId || attendee?.userId === expectedUserId) return undefined;
      return outcomeOf(attendee ? 'different-account' : 'nothing-changed', { returnTo, scopes: [] }, []);
    },

    beforeOutcome(req, { pending, outcome }) {
      if (!pending.expectedUserId) return undefined;
      const heldBefore = req.attendee?.grantedScopes ?? [];
      // Tell only what changed: scopes that are new, and scopes that are gone.
      const changed = outcome.asked.filter((scope) => !heldBefore.includes(scope) || outcome.refused.includes(scope));
      return outcomeOf('shared-more', { returnTo: outcome.returnTo, scopes: changed }, outcome.granted);
    },
  };
}
