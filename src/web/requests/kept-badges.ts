// Tracks whose badge a browser keeps for offline use (public/sw.js). An encrypted cookie contains
// the owner's id. A response tells the browser to delete its copy of the badge if the response logs
// the owner out or another person in, if the badge no longer exists, or if the owner has had all
// copies deleted from another device.
import type { Request, RequestHandler, Response } from 'express';
import {
  type createCookies,
  type KeyRing,
  type KeyStore,
  keyPrefixes,
  personHashes,
  readCookies,
} from '../../login/login.ts';

export type KeptBadges = ReturnType<typeof createKeptBadges>;

/**
 * Response header that tells the service worker what to do with the copy: `keep`, `renew` or
 * `delete`. Every response has it, so that the worker can tell our responses from a proxy's.
 */
export const keptBadgeHeader = 'Kept-Badge';
/** Response header on the copy that says when the copy expires, in milliseconds since 1970. */
const keptUntilHeader = 'Kept-Badge-Until';

/** How long after `end` pages include the script that deletes the copy, in milliseconds. */
const endedMs = 600_000;
/**
 * How long the store remembers that a person keeps badges, in seconds. A copy lasts at most 30
 * days.
 */
const notedSeconds = 31 * 24 * 3600;

/** The cookie's content. `at`: when the copy was stored (ms since 1970). */
type KeptCookie = { readonly userId: string; readonly at: number } | { readonly isEnded: true };

interface KeptBadgesOptions {
  readonly cookies: Pick<
    ReturnType<typeof createCookies>,
    'nameOf' | 'setEncrypted' | 'readEncrypted' | 'clear'
  >;
  readonly keys: Pick<KeyStore, 'get' | 'setIfAbsent' | 'setIfPresent' | 'expire'>;
  readonly encryptionKeys: KeyRing;
  readonly now: () => number;
}

export function createKeptBadges({ cookies, keys, encryptionKeys, now }: KeptBadgesOptions) {
  const name = cookies.nameOf('kept-badge');
  const read = (req: Request) => cookies.readEncrypted<KeptCookie>(req, name);
  /**
   * The keys under which the store records that a person keeps badges offline. The value is the
   * time when the person last had all copies deleted, or 0.
   */
  const noteKeys = (userId: string) =>
    personHashes(encryptionKeys, userId).map((hash) => `${keyPrefixes.endOfAll}kept-badge:${hash}`);

  /** Makes the browser delete the copy and the service worker (W3C Clear-Site-Data). */
  function end(res: Response): void {
    cookies.setEncrypted(res, name, { isEnded: true } satisfies KeptCookie, endedMs);
    res.set({ 'Clear-Site-Data': '"storage"', [keptBadgeHeader]: 'delete' });
    res.locals.endsKeptBadge = true;
  }

  function isOf(userId: string | undefined, req: Request): boolean {
    const kept = read(req);
    return kept !== undefined && 'userId' in kept && kept.userId === userId;
  }

  function isEnded(kept: KeptCookie | undefined): boolean {
    return kept !== undefined && 'isEnded' in kept;
  }

  /** Deletes the copy unless it is this person's, or an earlier response has just deleted it. */
  function deleteOthers(req: Request, res: Response, userId: string | undefined): void {
    if (readCookies(req)[name] === undefined) return;
    if (!isEnded(read(req)) && !isOf(userId, req)) end(res);
  }

  /** Resolves to each note about this person: when all copies were last deleted, or 0 for never. */
  async function readNotes(userId: string): Promise<number[]> {
    const notes = await Promise.all(noteKeys(userId).map((key) => keys.get(key)));
    return notes.filter((note) => note !== null).map(Number);
  }

  /** Whether the owner has had all copies deleted since this copy was stored. */
  async function wasEndedElsewhere(kept: KeptCookie | undefined): Promise<boolean> {
    if (!kept || 'isEnded' in kept) return false;
    return (await readNotes(kept.userId)).some((endedAt) => endedAt >= kept.at);
  }

  /** Whether the browser keeps the attendee's badge, and this response does not delete it. */
  function isKept(req: Request, res: Response): boolean {
    return isOf(req.attendee?.userId, req) && !res.locals.endsKeptBadge;
  }

  return {
    deleteOthers,

    isKept,

    /**
     * Mount this after `login.attendee`. The copy survives an expired session, because nobody else
     * has logged in yet. `paths`: the pages that the worker replaces, and the one that it stores.
     */
    watch: (paths: readonly string[]): RequestHandler => {
      return async (req, res, next) => {
        const kept = read(req);
        const isCopied = paths.includes(req.path);
        if (isEnded(kept)) res.locals.endsKeptBadge = true;
        else if (isCopied && (await wasEndedElsewhere(kept).catch(() => false))) end(res);
        else if (req.attendee) deleteOthers(req, res, req.attendee.userId);
        next();
      };
    },

    /**
     * Mount this after `login.checkForm` on every log-out route. Deletes the copy before any store
     * call, because the store may fail.
     */
    deleteHere: ((req, res, next) => {
      if (readCookies(req)[name] !== undefined) end(res);
      next();
    }) satisfies RequestHandler,

    /**
     * Marks all the attendee's copies for deletion. Other browsers delete theirs when they next
     * open a page that the copy replaces.
     */
    async deleteEverywhere({ attendee }: Request): Promise<void> {
      const endedAt = Buffer.from(String(now()));
      for (const key of attendee ? noteKeys(attendee.userId) : [])
        await keys.setIfPresent(key, endedAt, notedSeconds);
    },

    /** Call this on badge pages. It tells the service worker to renew its copy or to delete it. */
    tell(req: Request, res: Response, mayKeep: () => boolean): void {
      res.set(keptBadgeHeader, isKept(req, res) && mayKeep() ? 'renew' : 'delete');
    },

    /**
     * Resolves to the key store's record about this person's kept badges: when the person last had
     * all copies deleted (ms since 1970, undefined for never). Undefined if there is no record.
     */
    async noteOf(userId: string): Promise<{ deletedEverywhere: number | undefined } | undefined> {
      const notes = await readNotes(userId);
      return notes.length > 0 ? { deletedEverywhere: Math.max(...notes) || undefined } : undefined;
    },

    /**
     * Call this for the response that the browser keeps. Stores the owner in the cookie, the expiry
     * `until` (milliseconds since 1970) in a header, and a record in the key store.
     */
    async begin(res: Response, userId: string, until: number): Promise<void> {
      const [note = ''] = noteKeys(userId);
      const isNew = await keys.setIfAbsent(note, Buffer.from('0'), notedSeconds);
      if (!isNew) await keys.expire(note, notedSeconds);
      cookies.setEncrypted(res, name, { userId, at: now() } satisfies KeptCookie, until - now());
      res.set(keptUntilHeader, String(until));
    },
  };
}
