// A pending login: what this browser must bring back from the convention.
// It lives in a sealed cookie, one for each tab: the server stores nothing for a browser that may never come back.
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './cookies.ts';
import { usedStateKey } from './key-names.ts';
import type { KeyStore } from './key-store.ts';
import { sameSecret } from './sealing.ts';

/** What a login is for, before the browser leaves. */
export interface LoginRequest {
  /** What to ask for. */
  scopes: readonly string[];
  /** Where the visitor wants to go. */
  readonly returnTo: string;
  /** Who must come back: whoever is logged in already and shares more. */
  expectedUserId?: string;
}

export interface PendingLogin extends Readonly<LoginRequest> {
  /** Binds the answer to this browser (RFC 6749 10.12): 256 bits, used once. */
  readonly state: string;
  /** The secret half of PKCE (RFC 7636 4.1). */
  readonly codeVerifier: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export type PendingLogins = ReturnType<typeof createPendingLogins>;

const lifeSeconds = 600;
const mostPerBrowser = 4;

export function createPendingLogins(options: {
  cookieName: string;
  cookies: Cookies;
  keys: KeyStore;
  now: () => number;
}) {
  const { cookies, keys, now } = options;
  const prefix = `${cookies.nameOf(options.cookieName)}.`;
  const cookieName = (state: string) => prefix + state.slice(0, 8);

  /** Returns the pending login in this cookie; undefined when it is not ours or expired. */
  function read(req: Request, name: string): PendingLogin | undefined {
    const pending = cookies.readSealed<PendingLogin>(req, name);
    return pending && now() - pending.createdAt <= lifeSeconds * 1000 ? pending : undefined;
  }

  /** Clears the oldest ones, so that a browser never has to send more than four. */
  function makeRoom(req: Request, res: Response): void {
    // Only names that we make: clearing an odd one would throw.
    const names = Object.keys(readCookies(req)).filter((name) => name.startsWith(prefix) && /\.[\w-]{8}$/.test(name));
    const byAge = names
      .slice(0, 20)
      .map((name) => ({ name, createdAt: read(req, name)?.createdAt ?? 0 }))
      .sort((a, b) => b.createdAt - a.createdAt);
    for (const { name } of byAge.slice(mostPerBrowser - 1)) cookies.clear(res, name);
  }

  return {
    /** Creates a pending login and gives it to the browser. A fifth one replaces the oldest. */
    create(req: Request, res: Response, request: LoginRequest): PendingLogin {
      makeRoom(req, res);
      const pending = { ...request, state: randomSecret(), codeVerifier: randomSecret(), createdAt: now() };
      cookies.setSealed(res, cookieName(pending.state), pending, lifeSeconds * 1000);
      return pending;
    },

    /**
     * Consumes the pending login that the callback belongs to. Resolves to undefined when this browser has none with this `state`, when
     * it is older than 10 minutes, and when it was used before, even at another instance.
     */
    async consume(req: Request, res: Response): Promise<PendingLogin | undefined> {
      const { state } = req.query;
      if (typeof state !== 'string') return undefined;
      const pending = read(req, cookieName(state));
      if (!pending || !sameSecret(pending.state, state)) return undefined;
      cookies.clear(res, cookieName(state));
      const isFirstUse = await keys.setIfAbsent(usedStateKey(state), Buffer.from('1'), lifeSeconds);
      return isFirstUse ? pending : undefined;
    },
  };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
