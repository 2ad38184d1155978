// A pending login: what a browser must bring back from the convention. It is kept in a sealed
// cookie of this browser, which has four places for them: the server stores nothing for a browser
// that may never return.
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './browser/cookies.ts';
import { sameSecret } from './sessions/sealing.ts';
import { usedStateKey } from './store/key-names.ts';
import type { KeyStore } from './store/key-store.ts';

/**
 * A login before the browser is sent to the convention. An optional part that keeps something until
 * the browser is back declares its field here, as in `SessionData` of express-session.
 */
export interface LoginRequest {
  /** The scopes to ask for. */
  scopes: readonly string[];
  /** Where the visitor wants to go. */
  returnTo: string;
  /** Sends also those to the convention who are logged in already. */
  evenIfLoggedIn?: boolean;
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

interface ConsumedLogin {
  readonly pending: PendingLogin;
  readonly isRepeated: boolean;
}

export type PendingLogins = ReturnType<typeof createPendingLogins>;

/** From the start of a login to its callback. */
export const lifeSeconds = 600;
/** What the store has for a used `state` until the login has ended (repeated-callback.ts). */
export const inProgress = Buffer.from('1');
/** Fixed names: however many logins start at once, a browser keeps no more cookies than these. */
const slots = ['1', '2', '3', '4'];

export function createPendingLogins(options: {
  cookieName: string;
  cookies: Cookies;
  keys: KeyStore;
  now: () => number;
}) {
  const { cookies, keys, now } = options;
  const prefix = `${cookies.nameOf(options.cookieName)}.`;
  const cookieNames = slots.map((slot) => prefix + slot);
  let starts = 0;

  /** Returns the pending login in this cookie; undefined if it is foreign or has expired. */
  function read(req: Request, name: string): PendingLogin | undefined {
    const pending = cookies.readSealed<PendingLogin>(req, name);
    return pending && now() - pending.createdAt <= lifeSeconds * 1000 ? pending : undefined;
  }

  /** Returns the name of a free cookie, or of the one with the oldest pending login. */
  function chooseCookie(req: Request): string {
    // Tabs that start at once bring the same cookies: each begins to look at another one.
    starts = (starts + 1) % cookieNames.length;
    const inTurn = [...cookieNames.slice(starts), ...cookieNames.slice(0, starts)];
    const byAge = inTurn
      .map((name) => ({ name, createdAt: read(req, name)?.createdAt ?? 0 }))
      .sort((a, b) => a.createdAt - b.createdAt);
    return byAge[0]?.name ?? `${prefix}1`;
  }

  return {
    /**
     * Creates a pending login and sets its cookie. A fifth one replaces the oldest. One that asks
     * again is as old as the first.
     */
    create(req: Request, res: Response, request: LoginRequest | PendingLogin): PendingLogin {
      clearOldCookies(req, res, { cookies, prefix });
      const pending = {
        createdAt: now(),
        ...request,
        state: randomSecret(),
        codeVerifier: randomSecret(),
      };
      cookies.setSealed(res, chooseCookie(req), pending, lifeSeconds * 1000);
      return pending;
    },

    /** Returns whether this browser has a login that has not returned yet. */
    hasAny(req: Request): boolean {
      return cookieNames.some((name) => read(req, name) !== undefined);
    },

    /**
     * Consumes the pending login of this callback. Resolves to undefined if this browser has none
     * with this `state`, or if it is older than 10 minutes. `isRepeated`: any instance has already
     * used it for a code. Nothing is stored for a callback without a code.
     */
    async consume(req: Request, res: Response): Promise<ConsumedLogin | undefined> {
      const { state } = req.query;
      if (typeof state !== 'string') return undefined;
      const found = cookieNames
        .map((name) => ({ name, pending: read(req, name) }))
        .find(({ pending }) => pending && sameSecret(pending.state, state));
      if (!found?.pending) return undefined;
      const { name, pending } = found;
      cookies.clear(res, name);
      if (!hasCode(req)) return { pending, isRepeated: false };
      const isFirstUse = await keys.setIfAbsent(usedStateKey(state), inProgress, lifeSeconds);
      return { pending, isRepeated: !isFirstUse };
    },
  };
}

/** More would not fit into the headers that proxies let pass. */
const mostFormerCookies = 20;

/** Clears cookies of version 1.0.0, which named each one after its `state`. */
function clearOldCookies(
  req: Request,
  res: Response,
  { cookies, prefix }: { cookies: Cookies; prefix: string },
): void {
  const isFormer = (name: string) =>
    name.startsWith(prefix) && /^[\w-]{8}$/.test(name.slice(prefix.length));
  const names = Object.keys(readCookies(req)).filter(isFormer);
  for (const name of names.slice(0, mostFormerCookies)) cookies.clear(res, name);
}

/** Parses the address as the code exchange does. With an error, no code is exchanged. */
function hasCode(req: Request): boolean {
  const { searchParams } = new URL(req.originalUrl, 'http://localhost');
  return searchParams.has('code') && !searchParams.get('error');
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
