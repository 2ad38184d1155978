// Pending logins, in up to four encrypted cookies of the browser. The server stores nothing for a
// browser that may never return.
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './browser/cookies.ts';
import { parameterOf } from './browser/fetch-metadata.ts';
import { randomSecret, sameSecret } from './crypto.ts';
import type { AuthorizationRequest } from './oauth/oauth-client.ts';
import { usedStateKey } from './store/key-names.ts';
import type { KeyStore } from './store/key-store.ts';

/**
 * A login before the redirect to the convention. Optional parts declare further fields, as in
 * `SessionData` of express-session.
 */
export interface LoginRequest {
  scopes: readonly string[];
  /** The page that the visitor wants to open. */
  returnTo: string;
  /** By the clock of the key store (ms since 1970). */
  readonly beganAt: number;
  /** The attendee who shares more. Another person is refused. */
  expectedUserId?: string | undefined;
  /** `login`: the convention asks who logs in, even if a session exists there or here. */
  prompt?: 'login' | undefined;
}

export interface PendingLogin extends Readonly<LoginRequest>, AuthorizationRequest {
  /** By the clock of this instance (ms since 1970). */
  readonly createdAt: number;
}

interface ConsumedLogin {
  readonly pending: PendingLogin;
  /** Whether its `state` was used before, by any instance. */
  readonly isUsed: boolean;
}

export type PendingLogins = ReturnType<typeof createPendingLogins>;

/** Timeout between the start of a login and its callback. */
const lifeSeconds = 600;
const usedMark = Buffer.from('1');
/** Fixed names limit the number of cookies. */
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

  /** Returns undefined if the cookie is invalid or has expired. */
  function read(req: Request, name: string): PendingLogin | undefined {
    const pending = cookies.readSealed<PendingLogin>(req, name);
    return pending && now() - pending.createdAt <= lifeSeconds * 1000 ? pending : undefined;
  }

  /** Returns the name of a free cookie, or of the one with the oldest pending login. */
  function chooseCookie(req: Request): string {
    // Tabs that start at once send the same cookies, so each search starts at another slot.
    starts = (starts + 1) % cookieNames.length;
    const inTurn = [...cookieNames.slice(starts), ...cookieNames.slice(0, starts)];
    const byAge = inTurn
      .map((name) => ({ name, createdAt: read(req, name)?.createdAt ?? 0 }))
      .sort((a, b) => a.createdAt - b.createdAt);
    return byAge[0]?.name ?? `${prefix}1`;
  }

  /** Resolves to false if it was used before. */
  const markAsUsed = ({ state }: PendingLogin) =>
    keys.setIfAbsent(usedStateKey(state), usedMark, lifeSeconds);

  /** Returns the pending logins of this browser, with the names of their cookies. */
  const readAll = (req: Request) =>
    cookieNames.flatMap((name) => {
      const pending = read(req, name);
      return pending ? [{ name, pending }] : [];
    });

  return {
    /** Creates a pending login and sets its cookie. A fifth one replaces the oldest. */
    create(req: Request, res: Response, request: LoginRequest): PendingLogin {
      const secrets = { state: randomSecret(), codeVerifier: randomSecret() };
      const pending = { ...request, ...secrets, createdAt: now() };
      cookies.setSealed(res, chooseCookie(req), pending, lifeSeconds * 1000);
      return pending;
    },

    /** Ends the pending logins of this browser. */
    clear(req: Request, res: Response): void {
      const sent = readCookies(req);
      for (const name of cookieNames) if (sent[name] !== undefined) cookies.clear(res, name);
    },

    /**
     * Consumes the pending login of this callback. Resolves to undefined if this browser has none
     * with this `state`, or if it has expired.
     */
    async consume(req: Request, res: Response): Promise<ConsumedLogin | undefined> {
      const state = parameterOf(req, 'state');
      if (state === undefined) return undefined;
      const found = readAll(req).find(({ pending }) => sameSecret(pending.state, state));
      if (!found) return undefined;
      const { name, pending } = found;
      cookies.clear(res, name);
      return { pending, isUsed: !(await markAsUsed(pending)) };
    },

    /**
     * Consumes the newest pending login, for a server that returns an error without `state`.
     * Resolves to whether this browser had an unused one.
     */
    async consumeLast(req: Request, res: Response): Promise<boolean> {
      const [last] = readAll(req).sort((a, b) => b.pending.createdAt - a.pending.createdAt);
      if (!last) return false;
      cookies.clear(res, last.name);
      return markAsUsed(last.pending);
    },
  };
}
