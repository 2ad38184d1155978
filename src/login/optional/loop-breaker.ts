// Optional: stops a browser that finishes logins but never keeps the session. Without it, such a
// browser would be redirected forever.
import type { Request } from 'express';
import type { Cookies } from '../browser/cookies.ts';
import type { LoginHooks } from '../hooks.ts';
import { LoginError } from '../login-error.ts';

const mostRounds = 3;
/** Rounds count as a loop if each follows the one before within this time. */
const roundMs = 60_000;

/** Throws LoginError `login-loop` before a fourth round. A sealed cookie counts the rounds. */
export function loopBreaker({ cookies }: { cookies: Cookies }): LoginHooks {
  const cookieName = cookies.nameOf('round-trips');
  const roundsOf = (req: Request) =>
    cookies.readSealed<{ count: number }>(req, cookieName)?.count ?? 0;
  return {
    beforeLeaving(req) {
      if (!req.attendee && roundsOf(req) >= mostRounds) throw new LoginError('login-loop');
    },
    afterLogin(req, res) {
      if (!req.attendee) cookies.setSealed(res, cookieName, { count: roundsOf(req) + 1 }, roundMs);
    },
    /** A submitted form proves that the browser is not in a loop. */
    afterForm(req, res) {
      if (roundsOf(req) > 0) cookies.clear(res, cookieName);
    },
  };
}
