// Optional: what a person stopped sharing is not used by any later login, in any browser, until
// they share it again. It is stored under a keyed hash of the person's id.
import { createHash } from 'node:crypto';
import { scopesFromOwnPage } from '../browser/fetch-metadata.ts';
import type { LoginHooks } from '../hooks.ts';
import type { KeyRing } from '../sessions/sealing.ts';
import { keyPrefixes } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';
import { type PersonHashes, personHashes } from './person.ts';

declare module '../pending-login.ts' {
  interface LoginRequest {
    /** The scopes that the attendee, on a page of the app, chose to share now. */
    sharedAgain?: readonly string[];
  }
}

export interface StoppedScopes extends LoginHooks {
  /** From now on, no login of this person gets the scope. Ends no session: do that after it. */
  stop(userId: string, scope: string): Promise<void>;
  /** Deletes all that is stored about this person. The next login gets every scope again. */
  forget(person: PersonHashes): Promise<void>;
}

interface StoppedScopesOptions {
  readonly publicUrl: URL;
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  /** The scopes that an attendee may leave out. */
  readonly optionalScopes: readonly string[];
}

/** 180 days after the last login. */
const keptSeconds = 180 * 24 * 3600;
const mark = Buffer.from('1');

/** Returns one key for each key of the ring, newest first. */
function keysOf(person: PersonHashes, scope: string): string[] {
  return person.map((hash) => {
    const name = createHash('sha256').update(`${hash} ${scope}`).digest('base64url');
    return keyPrefixes.stoppedScope + name;
  });
}

export function stoppedScopes(options: StoppedScopesOptions): StoppedScopes {
  const { publicUrl, keys, encryptionKeys, optionalScopes } = options;

  const personOf = (userId: string) => personHashes(encryptionKeys, userId);

  async function stop(userId: string, scope: string): Promise<void> {
    const [newest = ''] = keysOf(personOf(userId), scope);
    await keys.setIfAbsent(newest, mark, keptSeconds);
  }

  async function remove(person: PersonHashes, scopes: readonly string[]): Promise<void> {
    const marks = scopes.flatMap((scope) => keysOf(person, scope));
    if (marks.length > 0) await keys.del(marks);
  }

  /** A login keeps what it finds for another 180 days. */
  async function isStopped(userId: string, scope: string): Promise<boolean> {
    const all = keysOf(personOf(userId), scope);
    const values = await Promise.all(all.map((key) => keys.get(key)));
    const found = all.filter((_, index) => values[index] !== null);
    for (const key of found) await keys.expire(key, keptSeconds);
    // Stored only under an older key, which will be dropped.
    if (found.length > 0 && values[0] === null) await stop(userId, scope);
    return found.length > 0;
  }

  return {
    stop,
    forget: (person) => remove(person, optionalScopes),

    /** Only a page of this app can name what is shared again: no link, no remembered choice. */
    beforeLeaving(req, _res, request) {
      request.sharedAgain = scopesFromOwnPage(req, { publicUrl, scopes: optionalScopes });
    },

    async scopesToUse({ pending, attendee: { userId, grantedScopes } }) {
      const toUse = await Promise.all(
        grantedScopes.map(
          async (scope) =>
            !optionalScopes.includes(scope) ||
            !(await isStopped(userId, scope)) ||
            pending.sharedAgain?.includes(scope),
        ),
      );
      return grantedScopes.filter((_, index) => toUse[index]);
    },

    async afterStoring({ pending, attendee: { userId, grantedScopes } }) {
      const sharedAgain = pending.sharedAgain ?? [];
      await remove(
        personOf(userId),
        sharedAgain.filter((scope) => grantedScopes.includes(scope)),
      );
    },
  };
}
