// An add-on: attendees choose what to share, share more later, and stop sharing. Their choice is
// stored in the browser. A scope that they stopped sharing is excluded in every browser until they
// share it again, or until the record of this expires (`stoppedSeconds`).
import type { Request, Response } from 'express';
import { attendeeOf } from '../attendee.ts';
import { type Cookies, readCookies } from '../browser/cookies.ts';
import { isFromOwnPage, queryOf } from '../browser/fetch-metadata.ts';
import { hashOf, type KeyRing } from '../crypto.ts';
import type { LoginHooks } from '../hooks.ts';
import type { LoginRequest } from '../pending-login.ts';
import { type PersonHashes, personHashes } from '../sessions/sessions-of-person.ts';
import { keyPrefixes } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';

declare module '../pending-login.ts' {
  interface LoginRequest {
    /** The optional scopes that the attendee has just chosen on a page of the app. */
    sharedAgain?: readonly string[];
  }
}

interface SharingOptions {
  readonly publicUrl: URL;
  /** All scopes that the app may request. */
  readonly scopes: readonly string[];
  /** The scopes that the attendee may decline. All others are always requested. */
  readonly optionalScopes: readonly string[];
  readonly cookies: Cookies;
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
}

export interface Sharing extends Required<LoginHooks> {
  /**
   * Returns the optional scopes that were last chosen in this browser. Returns undefined if no
   * choice is stored, and an empty list if the stored choice cannot be decrypted.
   */
  remembered(req: Request): readonly string[] | undefined;
  /** Stores the choice in this browser for 180 days, which start again with each login. */
  remember(res: Response, chosen: readonly string[]): void;
  /**
   * Excludes the scope from this attendee's later logins, until they share it again or the record
   * expires (`stoppedSeconds`). Existing sessions have tokens that can still read the scope's data,
   * so call `login.logOutEverywhere` next.
   *
   *     pages.post('/stop', login.checkForm, async (req, res) => {
   *       await sharing.stop(req, res, 'pii:phone');
   *       await login.logOutEverywhere(req, res);
   *       res.redirect(303, '/');
   *     });
   *
   * If a form is sent twice, its session has already ended when it arrives the second time. In that
   * case, pass the result of `login.logOutEverywhere` as `person`.
   */
  stop(req: Request, res: Response, scope: string, person?: PersonHashes): Promise<void>;
  /** Resolves to the scopes that this attendee stopped sharing, in any browser. */
  stoppedScopes(userId: string): Promise<readonly string[]>;
  /**
   * Deletes the record of which scopes a person stopped sharing. `person` is the result of
   * `login.logOutEverywhere`.
   */
  forget(person: PersonHashes): Promise<void>;
}

/**
 * Creates the `hooks` for `createLogin`. A link to `/login?scope=pii:email` on a page of the app
 * then requests this scope, the required scopes, and those of the session or, if nobody is logged
 * in, those that this browser remembers.
 */
export function createSharing(options: SharingOptions): Sharing {
  const { publicUrl, scopes, optionalScopes } = options;
  const choice = createRememberedChoice(options);
  const stopped = createStoppedScopes(options);
  const isOptional = (scope: string) => optionalScopes.includes(scope);

  /** Returns the scopes in `?scope=` if the link is on a page of this app. */
  function scopesFromOwnPage(req: Request): readonly string[] {
    const named = isFromOwnPage(req, publicUrl) ? queryOf(req).getAll('scope') : [];
    return scopes.filter((scope) => named.includes(scope));
  }

  function requestScopes(chosen: readonly string[], request: LoginRequest): void {
    request.scopes = scopes.filter((scope) => !isOptional(scope) || chosen.includes(scope));
  }

  return {
    remembered: choice.remembered,
    remember: choice.remember,
    stoppedScopes: stopped.list,
    forget: stopped.forget,

    async stop(req, res, scope, past) {
      const person = past ?? stopped.personOf(attendeeOf(req).userId);
      if (!isOptional(scope)) return;
      const shared = req.attendee?.grantedScopes ?? choice.remembered(req) ?? [];
      // The choice is stored first, so that the next login requests less even if the next step
      // fails.
      choice.remember(
        res,
        shared.filter((held) => held !== scope),
      );
      await stopped.stop(person, scope);
    },

    beforeLogin(req, res, request) {
      const chosen = choice.renew(req, res);
      if (chosen) requestScopes(chosen, request);
      const requested = scopesFromOwnPage(req);
      request.sharedAgain = requested.filter(isOptional);
      if (requested.length === 0) return;
      const shared = req.attendee?.grantedScopes ?? chosen ?? [];
      requestScopes([...requested, ...shared], request);
      const isMore = requested.some((scope) => !shared.includes(scope));
      if (req.attendee && isMore) request.expectedUserId = req.attendee.userId;
    },

    async allowedScopes({ attendee: { userId, grantedScopes }, request: { sharedAgain = [] } }) {
      const areStopped = await Promise.all(
        grantedScopes.map(
          async (scope) =>
            isOptional(scope) &&
            (await stopped.isStopped(userId, scope)) &&
            !sharedAgain.includes(scope),
        ),
      );
      return grantedScopes.filter((_, index) => !areStopped[index]);
    },

    async afterLogin(_req, res, { attendee: { userId, grantedScopes }, request }) {
      const { sharedAgain = [], expectedUserId } = request;
      const isShared = (scope: string) => grantedScopes.includes(scope);
      await stopped.undo(userId, sharedAgain.filter(isShared));
      // A login changes the stored choice only if a logged-in attendee started it to share more.
      if (expectedUserId === userId) choice.remember(res, grantedScopes);
    },
  };
}

const rememberedMs = 180 * 24 * 3_600_000;

function createRememberedChoice({
  optionalScopes,
  cookies,
}: Pick<SharingOptions, 'optionalScopes' | 'cookies'>) {
  const cookieName = cookies.nameOf('scopes');
  const readChoice = (req: Request) =>
    cookies.readEncrypted<{ scopes: readonly string[] }>(req, cookieName)?.scopes;

  function remembered(req: Request): readonly string[] | undefined {
    // If the choice cannot be decrypted, nothing optional is requested, because the attendee may
    // have chosen nothing.
    return readCookies(req)[cookieName] === undefined ? undefined : (readChoice(req) ?? []);
  }

  function remember(res: Response, chosen: readonly string[]): void {
    const scopes = optionalScopes.filter((scope) => chosen.includes(scope));
    cookies.setEncrypted(res, cookieName, { scopes }, rememberedMs);
  }

  return {
    remembered,
    remember,

    /** Returns the choice, and stores it again with the newest key, for another 180 days. */
    renew(req: Request, res: Response): readonly string[] | undefined {
      const chosen = readChoice(req);
      if (chosen) remember(res, chosen);
      return chosen ?? remembered(req);
    },
  };
}

/**
 * How long a stopped scope is remembered: 180 days. The period starts again at each login in which
 * the platform grants the scope.
 */
const stoppedSeconds = 180 * 24 * 3600;

export type StoppedScopes = ReturnType<typeof createStoppedScopes>;

/**
 * Stores the scopes that people stopped sharing. Each scope has its own store key, which is a hash
 * of the scope and of the person's keyed hash.
 */
export function createStoppedScopes({
  keys,
  encryptionKeys,
  optionalScopes,
}: Pick<SharingOptions, 'keys' | 'encryptionKeys' | 'optionalScopes'>) {
  const personOf = (userId: string) => personHashes(encryptionKeys, userId);

  async function stop(person: PersonHashes, scope: string): Promise<void> {
    const [newest = ''] = stopKeys(person, scope);
    await keys.setIfAbsent(newest, Buffer.from('1'), stoppedSeconds);
  }

  /** Returns those of the keys that exist, in the same order. */
  async function existing(all: readonly string[]): Promise<string[]> {
    const values = await Promise.all(all.map((key) => keys.get(key)));
    return all.filter((_, index) => values[index] !== null);
  }

  async function remove(person: PersonHashes, scopes: readonly string[]): Promise<void> {
    const stopped = scopes.flatMap((scope) => stopKeys(person, scope));
    if (stopped.length > 0) await keys.del(stopped);
  }

  return {
    personOf,
    stop,

    /** Whether the person stopped sharing a scope. If so, remembers this for another 180 days. */
    async isStopped(userId: string, scope: string): Promise<boolean> {
      const person = personOf(userId);
      const all = stopKeys(person, scope);
      const found = await existing(all);
      for (const key of found) await keys.expire(key, stoppedSeconds);
      // The record was made with an older encryption key, which may be removed later, so it is
      // stored again with the newest.
      if (found.length > 0 && found[0] !== all[0]) await stop(person, scope);
      return found.length > 0;
    },

    async list(userId: string): Promise<readonly string[]> {
      const person = personOf(userId);
      const found = await Promise.all(
        optionalScopes.map((scope) => existing(stopKeys(person, scope))),
      );
      return optionalScopes.filter((_, index) => (found[index] ?? []).length > 0);
    },

    undo: (userId: string, scopes: readonly string[]) => remove(personOf(userId), scopes),
    forget: (person: PersonHashes) => remove(person, optionalScopes),
  };
}

/** Returns the store keys of a stopped scope, one for each encryption key, newest first. */
function stopKeys(person: PersonHashes, scope: string): string[] {
  return person.map((hash) => keyPrefixes.stoppedScope + hashOf(`${hash} ${scope}`));
}
