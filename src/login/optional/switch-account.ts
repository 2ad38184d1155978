// Optional: `/login?prompt=login` lets the convention ask who logs in, also if somebody is logged
// in there, or here. For a convention that knows `prompt` (OpenID Connect Core 3.1.2.1).
import type { LoginHooks } from '../hooks.ts';
import { outcomeOf } from '../outcome.ts';

export function switchAccount(): LoginHooks {
  return {
    beforeLeaving(req, _res, request) {
      const { prompt } = req.query;
      if (prompt !== 'login') return;
      request.prompt = 'login';
      request.evenIfLoggedIn = true;
    },

    /** Whoever was logged in before a denial still is. */
    beforeLogin(req, { pending: { prompt, returnTo }, attendee }) {
      if (!prompt || attendee || !req.attendee) return undefined;
      return outcomeOf('nothing-changed', { returnTo, scopes: [] }, []);
    },
  };
}
