// Sessions in the app's own store (files, a database, its own Redis). They are not encrypted. An
// end mark is kept for longer than any session can last, so an ended session stays ended even if
// the store has not deleted it.
import session, { type SessionData, type Store } from 'express-session';
import { LoginError } from '../login-error.ts';
import { sessionKey } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';
import {
  createEndMarks,
  type EndMarks,
  longestRequestSeconds,
  rememberedSeconds,
} from './end-marks.ts';
import { type Sessions, standInOf } from './sessions.ts';

export interface OwnStoreOptions {
  readonly store: Store;
  /**
   * The key store, which all instances must share: `redisKeys(…)`, or `createMemoryKeys()` for a
   * trial.
   */
  readonly keys: KeyStore;
  /**
   * The longest time that somebody can stay logged in, in seconds, however active they are. Logging
   * out everywhere finds only sessions up to this age.
   */
  readonly longestSessionSeconds: number;
}

/**
 * Creates the `sessions` for an app with its own session store. Pass their store to
 * express-session: `session({ store: sessions.store, … })`.
 */
export function ownStoreSessions(options: OwnStoreOptions): Sessions {
  const { store, keys, longestSessionSeconds } = options;
  if (typeof (store as Partial<Store> | undefined)?.get !== 'function')
    throw new Error('ownStoreSessions: `store` must be the store of your sessions.');
  if (!(longestSessionSeconds > 0))
    throw new Error('ownStoreSessions: `longestSessionSeconds` must be more than 0.');
  const endMarks = createEndMarks({
    keys,
    lifeSeconds: longestSessionSeconds + longestRequestSeconds,
    // We only have hashes of session ids, so we cannot delete sessions from the app's store. The
    // end mark is what ends a session.
    deleteSessions: async () => {},
  });
  return {
    store: new OwnStore(store, { keys, endMarks }),
    keys,
    endMarks,
    longestSeconds: longestSessionSeconds,
  };
}

type Callback = (error?: unknown) => void;

/** The app's own store, without the sessions that have ended. */
class OwnStore extends session.Store {
  readonly #own: Store;
  readonly #keys: KeyStore;
  readonly #endMarks: EndMarks;

  constructor(own: Store, { keys, endMarks }: { keys: KeyStore; endMarks: EndMarks }) {
    super();
    this.#own = own;
    this.#keys = keys;
    this.#endMarks = endMarks;
    for (const event of ['connect', 'disconnect']) own.on(event, () => this.emit(event));
    // express-session extends sessions only in a store that has this method.
    if (own.touch)
      this.touch = (sessionId, data, callback = () => {}) =>
        data.notLive ? callback() : own.touch?.(sessionId, data, explained(callback));
  }

  override get(
    sessionId: string,
    callback: (error: unknown, data?: SessionData | null) => void,
  ): void {
    this.#read(sessionId).then(
      (data) => callback(null, data),
      (error) => explained(callback)(error),
    );
  }

  async #read(sessionId: string): Promise<SessionData | null | undefined> {
    const data = await new Promise<SessionData | null | undefined>((resolve, reject) => {
      // File stores report a missing session as ENOENT, as express-session allows.
      this.#own.get(sessionId, (error, found) =>
        error && error.code !== 'ENOENT' ? reject(error) : resolve(found),
      );
    });
    // The login code writes `storedAs`, so nobody was ever logged in to a session without it.
    const isOnlyOfApp = data && data.storedAs === undefined;
    const end = isOnlyOfApp ? undefined : await this.#endMarks.endOf(sessionKey(sessionId));
    if (!end) return data;
    // If this fails, the next request tries again.
    if (data) this.#own.destroy(sessionId, () => {});
    // The end mark outlives the session in the app's store, but a visitor whose session was ended
    // elsewhere gets a new session after ten minutes, as with encrypted sessions. The mark of a
    // replaced session contains no time, so it counts until it expires.
    const isRecent = end.state === 'replaced' || (await this.#isRecent(end.endedAt));
    return isRecent ? standInOf(end) : null;
  }

  async #isRecent(endedAt: number): Promise<boolean> {
    return (await this.#keys.now()) - endedAt < rememberedSeconds * 1000;
  }

  override set(sessionId: string, data: SessionData, callback: Callback = () => {}): void {
    if (data.notLive) callback();
    else this.#own.set(sessionId, data, explained(callback));
  }

  override destroy(sessionId: string, callback: Callback = () => {}): void {
    this.#own.destroy(sessionId, explained(callback));
  }
}

/** Wraps an error from the app's store, which may be any value, for the error page. */
function explained(callback: Callback): Callback {
  return (cause) => {
    if (!cause || cause instanceof LoginError) return callback(cause);
    callback(new LoginError('service-unavailable', { retryAfterSeconds: 5, cause }));
  };
}
