// Optional: the next login in a browser asks for what the attendee chose to share last time.
import type { Request, Response } from 'express';
import type { Cookies } from '../cookies.ts';
import type { LoginHooks } from '../hooks.ts';

export interface RememberedChoice extends LoginHooks {
  /** Returns the optional scopes that were last chosen in this browser, or undefined. */
  remembered(req: Request): readonly string[] | undefined;
  /** Stores the names of the chosen scopes in this browser for 180 days, in a sealed cookie. */
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
  const remembered = (req: Request) =>
    cookies.readSealed<{ scopes: readonly string[] }>(req, cookieName)?.scopes;

  function remember(res: Response, chosen: readonly string[]): void {
    const scopes = optionalScopes.filter((scope) => chosen.includes(scope));
    cookies.setSealed(res, cookieName, { scopes }, rememberedMs);
  }

  return {
    remembered,
    remember,
    beforeLeaving(req, _res, request) {
      const chosen = remembered(req);
      if (!chosen) return;
      request.scopes = request.scopes.filter(
        (scope) => !optionalScopes.includes(scope) || chosen.includes(scope),
      );
    },
    /** Sharing more is a new choice. */
    afterLogin(_req, res, { pending, attendee }) {
      if (pending.expectedUserId) remember(res, attendee.grantedScopes);
    },
  };
}
