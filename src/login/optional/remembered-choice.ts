// Optional: the next login in a browser asks for what the attendee chose to share last time.
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from '../browser/cookies.ts';
import type { LoginHooks } from '../hooks.ts';

export interface RememberedChoice extends LoginHooks {
  /**
   * Returns the optional scopes that were last chosen in this browser; undefined if none were ever
   * chosen, and no scope if the choice cannot be read.
   */
  remembered(req: Request): readonly string[] | undefined;
  /** Stores the chosen scopes in this browser until 180 days after its last login, sealed. */
  remember(res: Response, chosen: readonly string[]): void;
}

const rememberedMs = 180 * 24 * 3_600_000;

/** `optionalScopes`: the scopes that an attendee may leave out. All others are always asked for. */
export function rememberedChoice(options: {
  optionalScopes: readonly string[];
  cookies: Cookies;
}): RememberedChoice {
  const { optionalScopes, cookies } = options;
  const cookieName = cookies.nameOf('scopes');
  const readChoice = (req: Request) =>
    cookies.readSealed<{ scopes: readonly string[] }>(req, cookieName)?.scopes;

  function remembered(req: Request): readonly string[] | undefined {
    // A choice that no key opens any more was made to share less: ask for nothing optional.
    return readCookies(req)[cookieName] === undefined ? undefined : (readChoice(req) ?? []);
  }

  function remember(res: Response, chosen: readonly string[]): void {
    const scopes = optionalScopes.filter((scope) => chosen.includes(scope));
    cookies.setSealed(res, cookieName, { scopes }, rememberedMs);
  }

  return {
    remembered,
    remember,
    beforeLeaving(req, res, request) {
      const chosen = remembered(req);
      if (!chosen) return;
      // Sealed again with the newest key. What this instance cannot read, another one may.
      if (readChoice(req)) remember(res, chosen);
      request.scopes = request.scopes.filter(
        (scope) => !optionalScopes.includes(scope) || chosen.includes(scope),
      );
    },
    /** Whoever was logged in already, and still is the same person, has chosen anew. */
    afterLogin(req, res, { pending, attendee }) {
      const isSamePerson = req.attendee?.userId === attendee.userId;
      if (pending.evenIfLoggedIn && isSamePerson) remember(res, attendee.grantedScopes);
    },
  };
}
