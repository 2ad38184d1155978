// Stores pending logins in up to four encrypted cookies. The server does not store anything for a
// browser that may never return.
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './browser/cookies.ts';
import { parameterOf } from './browser/fetch-metadata.ts';
import { randomSecret, sameSecret } from './crypto.ts';
import type { AuthorizationRequest } from './oauth/oauth-client.ts';
import { usedStateKey } from './store/key-names.ts';
import type { KeyStore } from './store/key-store.ts';

/**
 * A login before the redirect to the platform. Add-ons add fields by declaration merging, as apps
 * do with express-session's `SessionData`.
 */
export interface LoginRequest {
  scopes: readonly string[];
  returnTo: string;
  /**
   * When the login began, by the key store's clock (ms since 1970). A log-out after this time ends
   * the login (session-life.ts).
   */
  readonly beganAt: number;
  /** The attendee who wants to share more. If a different person returns, nothing changes. */
  expectedUserId?: string | undefined;
  /**
   * With `login`, the platform asks the person to log in, even if they already have a session
   * there or in this app.
   */
  prompt?: 'login' | undefined;
}

export interface PendingLogin extends Readonly<LoginRequest>, AuthorizationRequest {
  /** When the cookie was set, by this instance's clock (ms since 1970). */
  readonly createdAt: number;
}

interface ConsumedLogin {
  readonly pending: PendingLogin;
  /** Whether this is a repeated callback. */
  readonly isUsed: boolean;
}

export type PendingLogins = ReturnType<typeof createPendingLogins>;

/** Maximum time between the start of a login and its callback, in seconds. */
const lifeSeconds = 600;
/** Suffixes of the cookie names. A fixed set limits the number of cookies. */
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

  function read(req: Request, name: string): PendingLogin | undefined {
    const pending = cookies.readEncrypted<PendingLogin>(req, name);
    return pending && now() - pending.createdAt <= lifeSeconds * 1000 ? pending : undefined;
  }

  /** Returns the name of a free cookie, or of the one with the oldest pending login. */
  function chooseCookie(req: Request): string {
    // Tabs that open at the same time send the same cookies, so each search starts at a different
    // slot.
    starts = (starts + 1) % cookieNames.length;
    const inTurn = [...cookieNames.slice(starts), ...cookieNames.slice(0, starts)];
    const byAge = inTurn
      .map((name) => ({ name, createdAt: read(req, name)?.createdAt ?? 0 }))
      .sort((a, b) => a.createdAt - b.createdAt);
    return byAge[0]?.name ?? `${prefix}1`;
  }

  /** Resolves to false if the `state` of this login was already used, on any instance. */
  const useState = ({ state }: PendingLogin) =>
    keys.setIfAbsent(usedStateKey(state), Buffer.from('1'), lifeSeconds);

  const readAll = (req: Request) =>
    cookieNames.flatMap((name) => {
      const pending = read(req, name);
      return pending ? [{ name, pending }] : [];
    });

  function find(req: Request) {
    const state = parameterOf(req, 'state');
    if (state === undefined) return undefined;
    return readAll(req).find(({ pending }) => sameSecret(pending.state, state));
  }

  return {
    has: (req: Request): boolean => find(req) !== undefined,

    /** A fifth pending login replaces the oldest. */
    create(req: Request, res: Response, request: LoginRequest): PendingLogin {
      const secrets = { state: randomSecret(), codeVerifier: randomSecret() };
      const pending = { ...request, ...secrets, createdAt: now() };
      cookies.setEncrypted(res, chooseCookie(req), pending, lifeSeconds * 1000);
      return pending;
    },

    clear(req: Request, res: Response): void {
      const sent = readCookies(req);
      for (const name of cookieNames) if (sent[name] !== undefined) cookies.clear(res, name);
    },

    /**
     * Consumes the pending login of this callback. Resolves to undefined if this browser has no
     * pending login with this `state`, or if it has expired.
     */
    async consume(req: Request, res: Response): Promise<ConsumedLogin | undefined> {
      const found = find(req);
      if (!found) return undefined;
      const { name, pending } = found;
      // If the key store fails, the cookie stays, and the visitor can reload the page.
      const isUsed = !(await useState(pending));
      cookies.clear(res, name);
      return { pending, isUsed };
    },

    /** Whether any login is pending, for a server that returns an error without `state`. */
    hasAny: (req: Request): boolean => readAll(req).length > 0,
  };
}
