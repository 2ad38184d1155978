// Optional: what an attendee chose to share is what the next login in this browser asks for.
import type { Request, Response } from 'express';
import type { Cookies } from '../cookies.ts';
import type { LoginHooks } from '../hooks.ts';

export interface RememberedChoice extends LoginHooks {
  /** Returns the optional scopes that were chosen in this browser earlier, or undefined. */
  remembered(req: Request): readonly string[] | undefined;
  /** Keeps the choice in this browser for half a year, in a sealed cookie: names of scopes, nothing else. */
  remember(res: Response, chosen: readonly string[]): void;
}

const rememberedMs = 180 * 24 * 3_600_000;

/** `optionalScopes` are those that an attendee may leave out; all others are always asked for. */
export function rememberedChoice(options: { optionalScopes: readonly string[]; cookies: Cookies }): RememberedChoice {
  const { optionalScopes, cookies } = options;
  const cookieName = cookies.nameOf('scopes');
  const remembered = (req: Request) => cookies.readSealed<{ scopes: readonly string[] }>(req, cookieName)?.scopes;

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
      request.scopes = request.scopes.filter((scope) => !optionalScopes.includes(scope) || chosen.includes(scope));
    },
    /** Whoever shares more has chosen anew. */
    afterLogin(_req, res, { pending, attendee }) {
      if (pending.expectedUserId) remember(res, attendee.grantedScopes);
    },
  };
}
