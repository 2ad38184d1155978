// A pending login: what a browser must bring back from the convention. It is kept in a sealed
// cookie of this browser, which has room for four of them: the server stores nothing for a browser
// that may never return.
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './browser/cookies.ts';
import { parameterOf } from './browser/fetch-metadata.ts';
import { randomSecret, sameSecret } from './crypto.ts';
import type { AuthorizationRequest } from './oauth/oauth-client.ts';
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
  /** When the login began, by the clock of the key store (ms since 1970). */
  readonly beganAt: number;
  /** Who must return: the attendee who is already logged in and shares more. */
  expectedUserId?: string | undefined;
  /** `login`: the convention asks who logs in, even if somebody is logged in there, or here. */
  prompt?: 'login' | undefined;
}

export interface PendingLogin extends Readonly<LoginRequest>, AuthorizationRequest {
  /** By the clock of this instance (ms since 1970). */
  readonly createdAt: number;
}

interface ConsumedLogin {
  readonly pending: PendingLogin;
  /** Whether any instance has already used its `state`. */
  readonly isUsed: boolean;
}

export type PendingLogins = ReturnType<typeof createPendingLogins>;

/** From the start of a login to its callback. */
const lifeSeconds = 600;
const usedMark = Buffer.from('1');
/** Fixed names: however many logins start at once, a browser has no more cookies than these. */
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
    // Tabs that start at once bring the same cookies: each begins to search at another one.
    starts = (starts + 1) % cookieNames.length;
    const inTurn = [...cookieNames.slice(starts), ...cookieNames.slice(0, starts)];
    const byAge = inTurn
      .map((name) => ({ name, createdAt: read(req, name)?.createdAt ?? 0 }))
      .sort((a, b) => a.createdAt - b.createdAt);
    return byAge[0]?.name ?? `${prefix}1`;
  }

  /** Resolves to whether no instance has done it before. */
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

    /** Ends the logins of this browser that have not returned yet. */
    clear(req: Request, res: Response): void {
      const sent = readCookies(req);
      for (const name of cookieNames) if (sent[name] !== undefined) cookies.clear(res, name);
    },

    /**
     * Consumes the pending login of this callback. Resolves to undefined if this browser has none
     * with this `state`, or if it is older than 10 minutes.
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
     * Consumes the login that began last, for a server that returns an error without `state`.
     * Resolves to whether this browser had one that was not used before.
     */
    async consumeLast(req: Request, res: Response): Promise<boolean> {
      const [last] = readAll(req).sort((a, b) => b.pending.createdAt - a.pending.createdAt);
      if (!last) return false;
      cookies.clear(res, last.name);
      return markAsUsed(last.pending);
    },
  };
}
