// Optional: a browser that finishes logins, but never keeps the session, goes in circles. After three rounds it is stopped.
import type { Request } from 'express';
import type { Cookies } from '../cookies.ts';
import type { LoginHooks } from '../hooks.ts';
import { LoginError } from '../login-error.ts';

const mostRounds = 3;
/** Each round within this time of the one before. */
const roundMs = 60_000;

/** Throws LoginError `login-loop` before a fourth round. The rounds are counted in a sealed cookie. */
export function loopBreaker({ cookies }: { cookies: Cookies }): LoginHooks {
  const cookieName = cookies.nameOf('round-trips');
  const roundsOf = (req: Request) => cookies.readSealed<{ count: number }>(req, cookieName)?.count ?? 0;
  return {
    beforeLeaving(req) {
      if (!req.attendee && roundsOf(req) >= mostRounds) throw new LoginError('login-loop');
    },
    afterLogin(req, res) {
      if (!req.attendee) cookies.setSealed(res, cookieName, { count: roundsOf(req) + 1 }, roundMs);
    },
    /** Whoever sends a form is in no loop. */
    afterForm(req, res) {
      if (roundsOf(req) > 0) cookies.clear(res, cookieName);
    },
  };
}
