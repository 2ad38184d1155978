// Which scopes an authorization request asks for: what the attendee chose, never more than the settings allow. Step 3 of the story.
import type { Request, Response } from 'express';
import type { LoginContext } from './login.ts';

export type ScopeChoice = ReturnType<typeof createScopeChoice>;

const rememberedMs = 180 * 24 * 3_600_000;

export function createScopeChoice(context: Pick<LoginContext, 'scopes' | 'optionalScopes' | 'cookies'>) {
  const { scopes, optionalScopes, cookies } = context;
  const cookieName = cookies.name('scopes');
  const withChosen = (chosen: readonly string[]) =>
    scopes.filter((scope) => !optionalScopes.includes(scope) || chosen.includes(scope));
  const remembered = (req: Request) => cookies.readSealed<{ scopes: readonly string[] }>(req, cookieName)?.scopes;

  /** What `?scope=` names on a link of our own; a link of another site cannot ask for anything. */
  function named(req: Request): string[] {
    const isOurs = ['same-origin', 'none', undefined].includes(req.get('sec-fetch-site'));
    return isOurs ? scopes.filter((scope) => [req.query.scope].flat().includes(scope)) : [];
  }

  return {
    /** The optional scopes that were chosen in this browser earlier, or undefined. */
    remembered,

    /** Keeps the choice in this browser for half a year: names of scopes, nothing else. */
    remember(res: Response, chosen: readonly string[]): void {
      const kept = optionalScopes.filter((scope) => chosen.includes(scope));
      cookies.setSealed(res, cookieName, { scopes: kept }, rememberedMs);
    },

    /** Is somebody who is logged in asking to share what this session does not hold? */
    isMore(req: Request): boolean {
      return named(req).some((scope) => !req.attendee?.grantedScopes.includes(scope));
    },

    /** What to ask for: what `?scope=` names with what is held already; without it the earlier choice, or everything. */
    toAsk(req: Request): string[] {
      const chosen = named(req);
      if (chosen.length > 0) return withChosen([...chosen, ...(req.attendee?.grantedScopes ?? [])]);
      return withChosen(remembered(req) ?? scopes);
    },
  };
}
