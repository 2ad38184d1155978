// A pending login: what this browser must bring back from the convention. Step 3 of the story.
// It lives in a sealed cookie of its own, one for each tab, so that nothing is kept here before the browser has proved itself.
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type CookieProfile, readCookies } from './cookies.ts';
import { type KeyRing, open, sameSecret, seal } from './sealing.ts';

const pendingLoginSchema = z.object({
  /** Binds the answer to this browser (RFC 6749 10.12): 256 bits, used once. */
  state: z.string(),
  /** The secret half of PKCE (RFC 7636 4.1). */
  codeVerifier: z.string(),
  returnPath: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
});

export type PendingLogin = Readonly<z.infer<typeof pendingLoginSchema>>;

export type PendingLogins = ReturnType<typeof createPendingLogins>;

const maxAgeMs = 600_000;
const maxPerBrowser = 4;

type Options = { keyRing: KeyRing; cookies: CookieProfile; now: () => number };

export function createPendingLogins({ keyRing, cookies, now }: Options) {
  const prefix = `${cookies.name('login')}.`;
  const cookieName = (state: string) => prefix + state.slice(0, 8);

  function read(name: string, value: string): PendingLogin | undefined {
    const plain = open(Buffer.from(value, 'base64url'), keyRing, { purpose: 'pending-login', place: name });
    return plain && pendingLoginSchema.safeParse(JSON.parse(plain.toString())).data;
  }

  function makeRoom(req: Request, res: Response): void {
    // Only names as we make them: anything else may be set by others, and cannot be cleared by Express.
    const mine = [...readCookies(req)].filter(([name]) => name.startsWith(prefix) && /\.[\w-]{8}$/.test(name));
    const oldestFirst = mine
      .map(([name, value]) => ({ name, startedAt: read(name, value)?.startedAt ?? 0 }))
      .sort((a, b) => a.startedAt - b.startedAt);
    for (const { name } of oldestFirst.slice(0, Math.max(0, mine.length - maxPerBrowser + 1))) {
      res.clearCookie(name, cookies.options);
    }
  }

  return {
    /** Makes a pending login and gives it to the browser. A fifth one in the same browser replaces the oldest. */
    start(req: Request, res: Response, returnPath: string): PendingLogin {
      makeRoom(req, res);
      const pending = { state: randomSecret(), codeVerifier: randomSecret(), returnPath, startedAt: now() };
      const name = cookieName(pending.state);
      const sealed = seal(Buffer.from(JSON.stringify(pending)), keyRing, { purpose: 'pending-login', place: name });
      res.cookie(name, sealed.toString('base64url'), { ...cookies.options, maxAge: maxAgeMs });
      return pending;
    },

    /** Takes the pending login of this state out of the browser, or answers undefined: unknown, foreign or older than 10 minutes. */
    take(req: Request, res: Response, state: unknown): PendingLogin | undefined {
      if (typeof state !== 'string') return undefined;
      const name = cookieName(state);
      const value = readCookies(req).get(name);
      const pending = value === undefined ? undefined : read(name, value);
      if (!pending || !sameSecret(pending.state, state)) return undefined;
      res.clearCookie(name, cookies.options);
      return now() - pending.startedAt <= maxAgeMs ? pending : undefined;
    },
  };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
