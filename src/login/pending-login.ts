// A pending login: what this browser must bring back from the convention. Step 3 of the story.
// It lives in a sealed cookie of its own, one for each tab, so that nothing is kept here before the browser has proved itself.
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { readCookies } from './cookies.ts';
import type { LoginContext } from './login.ts';
import { LoginError } from './login-error.ts';
import { sameSecret } from './sealing.ts';

export interface PendingLogin {
  /** Binds the answer to this browser (RFC 6749 10.12): 256 bits, used once. */
  readonly state: string;
  /** The secret half of PKCE (RFC 7636 4.1). */
  readonly codeVerifier: string;
  /** What the authorization request asks for: no more than this counts as granted. */
  readonly scopes: readonly string[];
  readonly returnTo: string;
  /** Sharing more: the user id of who is logged in already, and must come back. */
  readonly sharer?: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export type PendingLogins = ReturnType<typeof createPendingLogins>;

const maxAgeMs = 600_000;
const maxPerBrowser = 4;
const maxRoundTrips = 3;

export function createPendingLogins({ cookies, now }: Pick<LoginContext, 'cookies' | 'now'>) {
  const prefix = `${cookies.name('login')}.`;
  const cookieName = (state: string) => prefix + state.slice(0, 8);
  const loopCookie = cookies.name('round-trips');
  const roundTrips = (req: Request) => cookies.readSealed<{ count: number }>(req, loopCookie)?.count ?? 0;

  function makeRoom(req: Request, res: Response): void {
    // Only names as we make them: anything else may be set by others, and cannot be cleared by Express.
    const mine = [...readCookies(req).keys()].filter((name) => name.startsWith(prefix) && /\.[\w-]{8}$/.test(name));
    const startedAt = (name: string) => cookies.readSealed<PendingLogin>(req, name)?.startedAt ?? 0;
    const ages = mine.slice(0, 20).map((name) => ({ name, at: startedAt(name) }));
    for (const { name } of ages.sort((a, b) => a.at - b.at).slice(0, 1 - maxPerBrowser))
      res.clearCookie(name, cookies.options);
  }

  return {
    /** Makes a pending login and gives it to the browser; a fifth one replaces the oldest. Throws LoginError `login-loop`. */
    start(req: Request, res: Response, wanted: Pick<PendingLogin, 'scopes' | 'returnTo' | 'sharer'>): PendingLogin {
      if (!req.attendee && roundTrips(req) >= maxRoundTrips) throw new LoginError('login-loop');
      makeRoom(req, res);
      const pending = { ...wanted, state: randomSecret(), codeVerifier: randomSecret(), startedAt: now() };
      cookies.setSealed(res, cookieName(pending.state), pending, maxAgeMs);
      return pending;
    },

    /** Takes the pending login of this state out of the browser, or answers undefined: unknown, foreign or older than 10 minutes. */
    take(req: Request, res: Response, state: unknown): PendingLogin | undefined {
      if (typeof state !== 'string') return undefined;
      const pending = cookies.readSealed<PendingLogin>(req, cookieName(state));
      if (!pending || !sameSecret(pending.state, state)) return undefined;
      res.clearCookie(cookieName(state), cookies.options);
      return now() - pending.startedAt <= maxAgeMs ? pending : undefined;
    },

    /** A browser that finishes logins, but never keeps the session, goes in circles: the third round, each within a minute of the last, ends it. */
    countRoundTrip(req: Request, res: Response): void {
      if (!req.attendee) cookies.setSealed(res, loopCookie, { count: roundTrips(req) + 1 }, 60_000);
    },

    /** Whoever sends a form of ours goes in no circle. */
    forgetRoundTrips(req: Request, res: Response, next: () => void): void {
      if (readCookies(req).has(loopCookie)) res.clearCookie(loopCookie, cookies.options);
      next();
    },
  };
}

const randomSecret = () => randomBytes(32).toString('base64url');
