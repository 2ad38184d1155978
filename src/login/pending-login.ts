// A pending login: what a browser must bring back from the convention. It is kept in a sealed
// cookie, one for each tab: the server stores nothing for a browser that may never return.
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './cookies.ts';
import { usedStateKey } from './key-names.ts';
import type { KeyStore } from './key-store.ts';
import { sameSecret } from './sealing.ts';

/** A login before the browser is sent to the convention. */
export interface LoginRequest {
  /** The scopes to ask for. */
  scopes: readonly string[];
  /** Where the visitor wants to go. */
  readonly returnTo: string;
  /** Who must return: the attendee who is already logged in and shares more. */
  expectedUserId?: string;
  /** When the login began, by the clock of the key store (optional/end-all-logins.ts). */
  beganAt?: number;
  /** The scopes that the attendee, on a page of the app, chose to share now. */
  sharedAgain?: readonly string[];
  /** `login`: the convention asks who logs in, even if somebody is logged in there. */
  prompt?: 'login' | undefined;
}

export interface PendingLogin extends Readonly<LoginRequest> {
  /** Binds the callback to this browser (RFC 6749 10.12): 256 bits, used once. */
  readonly state: string;
  /** The secret of PKCE (RFC 7636 4.1). */
  readonly codeVerifier: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export type PendingLogins = ReturnType<typeof createPendingLogins>;

const lifeSeconds = 600;
const maxPerBrowser = 4;

export function createPendingLogins(options: {
  cookieName: string;
  cookies: Cookies;
  keys: KeyStore;
  now: () => number;
}) {
  const { cookies, keys, now } = options;
  const prefix = `${cookies.nameOf(options.cookieName)}.`;
  const cookieName = (state: string) => prefix + state.slice(0, 8);

  /** Returns the pending login in this cookie; undefined if it is foreign or has expired. */
  function read(req: Request, name: string): PendingLogin | undefined {
    const pending = cookies.readSealed<PendingLogin>(req, name);
    return pending && now() - pending.createdAt <= lifeSeconds * 1000 ? pending : undefined;
  }

  /** Returns the cookies of pending logins, at most 20. */
  function cookieNamesIn(req: Request): string[] {
    // Only names in the format of `cookieName`: clearing a malformed name would throw.
    const isOurs = (name: string) => name.startsWith(prefix) && /\.[\w-]{8}$/.test(name);
    return Object.keys(readCookies(req)).filter(isOurs).slice(0, 20);
  }

  /** Clears the oldest pending logins, so that a browser never sends more than four. */
  function makeRoom(req: Request, res: Response): void {
    const byAge = cookieNamesIn(req)
      .map((name) => ({ name, createdAt: read(req, name)?.createdAt ?? 0 }))
      .sort((a, b) => b.createdAt - a.createdAt);
    for (const { name } of byAge.slice(maxPerBrowser - 1)) cookies.clear(res, name);
  }

  return {
    /**
     * Creates a pending login and sets its cookie. A fifth one replaces the oldest. One that asks
     * again is as old as the first.
     */
    create(req: Request, res: Response, request: LoginRequest | PendingLogin): PendingLogin {
      makeRoom(req, res);
      const pending = {
        createdAt: now(),
        ...request,
        state: randomSecret(),
        codeVerifier: randomSecret(),
      };
      cookies.setSealed(res, cookieName(pending.state), pending, lifeSeconds * 1000);
      return pending;
    },

    /** Returns whether this browser has a login that has not returned yet. */
    hasAny(req: Request): boolean {
      return cookieNamesIn(req).some((name) => read(req, name) !== undefined);
    },

    /**
     * Consumes the pending login of this callback. Resolves to undefined if this browser has none
     * with this `state`, if it is older than 10 minutes, or if any instance has already used it.
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
