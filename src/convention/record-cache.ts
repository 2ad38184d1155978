// Caches a session's records in memory for a short time, so that the visitor's next page can reuse
// them.
import { isConventionError } from './convention-error.ts';
import type { OwnRecords } from './own-records.ts';
import { type CreateView, createViewCache } from './view-cache.ts';

const defaultMostRecords = 10_000;
const defaultMostCharacters = 16 * 1024 * 1024;
/** When a page is reloaded, cached records older than this are not used. */
const reloadSeconds = 5;
/** How long a request may outlive its session, in milliseconds. */
const longestRequestMs = 60_000;

export interface RecordCacheOptions {
  /** How long a record is cached. 0 disables the cache. */
  readonly seconds: number;
  /**
   * How long the last badge is cached after it was read, to be shown while the platform does not
   * respond. Showing it does not extend this time.
   */
  readonly badgeSeconds?: number;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Maximum number of records. Beyond it, the oldest are dropped. */
  readonly mostRecords?: number;
  /**
   * Maximum total length of all records as JSON, in characters. Beyond it, the oldest are dropped.
   */
  readonly mostCharacters?: number;
}

/** `readAt` is in milliseconds since 1970. */
interface LastBadge {
  readonly user: Awaited<ReturnType<OwnRecords['currentUser']>>;
  readonly registration: Awaited<ReturnType<OwnRecords['registration']>>;
  readonly readAt: number;
}

export interface RecordOwner {
  /** Must not be the session id, which is a secret in the visitor's cookie. */
  readonly sessionKey: string;
  readonly userId: string;
  readonly grantedScopes: readonly string[];
}

export interface CachedRecords extends OwnRecords {
  /** When the oldest record read through this object was requested, in milliseconds since 1970. */
  readAt(): number;
  /** Resolves to this owner's last badge while it is cached, even if its records are stale. */
  lastBadge(): Promise<LastBadge | undefined>;
  /**
   * Returns a cached or new view for these options. The cached view is dropped as soon as a record
   * of its session is dropped. Do not modify the view.
   */
  viewOf<Options, View>(create: CreateView<Options, View>, options: Options): View;
}

/**
 * Creates a cache of records. Concurrent reads of a record share one request, and failures are not
 * cached. Do not modify a record, because the next page receives the same object.
 */
export function createRecordCache(options: RecordCacheOptions) {
  const { seconds, badgeSeconds = 0, now } = options;
  const views = createViewCache();
  const entries = createEntries(options, views.drop);
  const badges = createEntries({ ...options, seconds: badgeSeconds });
  const ended = createEndedSessions();

  function removeSessions(sessionKeys: readonly string[]): void {
    entries.removeSessions(sessionKeys);
    badges.removeSessions(sessionKeys);
  }

  function forget(sessionKeys: readonly string[]): void {
    ended.add(sessionKeys);
    removeSessions(sessionKeys);
  }

  function isUsable({ isPending, askedAt }: Entry, isReload: boolean): boolean {
    // People reload often while the platform is slow, so a reload shares the pending request.
    if (isPending) return true;
    const age = now() - askedAt;
    return age >= 0 && age < 1000 * (isReload ? Math.min(reloadSeconds, seconds) : seconds);
  }

  function startRead(operation: string, owner: RecordOwner, read: () => Promise<unknown>): Entry {
    const { sessionKey } = owner;
    const key = keyOf(owner, operation);
    const entry: Entry = { sessionKey, askedAt: now(), record: read(), isPending: true };
    // A request may outlive its session, and then its records must not be cached.
    if (seconds > 0 && !ended.has(sessionKey)) entries.add(key, entry);
    entry.record.then(
      () => badgeOperations.includes(operation) && cacheForBadge(key, entry),
      (error) => {
        // The platform no longer accepts the token, so the session's cached records must not be
        // shown.
        if (isConventionError(error, ['login-needed'])) removeSessions([sessionKey]);
      },
    );
    return entry;
  }

  function cacheForBadge(key: string, { sessionKey, askedAt, record }: Entry): void {
    const isCached = seconds > 0 && badgeSeconds > 0 && !ended.has(sessionKey);
    if (isCached) badges.add(key, { sessionKey, askedAt, record, isPending: true });
  }

  async function lastBadge(owner: RecordOwner): Promise<LastBadge | undefined> {
    const keys = badgeOperations.map((operation) => keyOf(owner, operation));
    const [user, registration] = keys.map((key) => badges.get(key));
    if (!user || !registration) return undefined;
    const readAt = Math.min(user.askedAt, registration.askedAt);
    // The timers that drop records do not run while the computer sleeps.
    if (now() - readAt >= 1000 * badgeSeconds) return undefined;
    return {
      user: await user.record,
      registration: await registration.record,
      readAt,
    } as LastBadge;
  }

  return {
    /**
     * Returns the functions of `records`, wrapped so that they read from this owner's cache first.
     * Throws a RangeError for an owner without a session or a user, because all such owners would
     * share records.
     */
    keep(records: OwnRecords, owner: RecordOwner, { isReload }: { isReload: boolean }) {
      if (!owner.sessionKey || !owner.userId) throw new RangeError('keep: the owner is unknown');
      let readAt = Number.POSITIVE_INFINITY;
      const used = new Map<string, Entry>();
      const read = (operation: string, readRecord: () => Promise<unknown>) => {
        const key = keyOf(owner, operation);
        const cached = entries.get(key);
        const entry =
          cached && isUsable(cached, isReload) ? cached : startRead(operation, owner, readRecord);
        readAt = Math.min(readAt, entry.askedAt);
        used.set(key, entry);
        return entry.record;
      };
      const reads = Object.entries(records).map(([operation, readRecord]) => [
        operation,
        () => read(operation, readRecord),
      ]);
      return {
        ...Object.fromEntries(reads),
        readAt: () => Math.min(readAt, now()),
        lastBadge: () => lastBadge(owner),
        viewOf: (create, options) =>
          used.size > 0 && entries.haveAll(used)
            ? views.viewOf(owner.sessionKey, create, options)
            : create(options),
      } as CachedRecords;
    },

    /**
     * Drops the records of ended sessions, and prevents their running requests from caching new
     * ones.
     */
    forget,

    size: entries.size,

    badgeSize: badges.size,

    sessionsWithViews: views.size,
  };
}

const badgeOperations = ['currentUser', 'registration'];

function noop(): void {}

/** Remembers the sessions that ended recently, because their requests may still be running. */
function createEndedSessions() {
  const ended = new Set<string>();
  return {
    has: (sessionKey: string) => ended.has(sessionKey),
    add(sessionKeys: readonly string[]): void {
      for (const key of sessionKeys) ended.add(key);
      const forgetEnd = () => {
        for (const key of sessionKeys) ended.delete(key);
      };
      if (sessionKeys.length > 0) setTimeout(forgetEnd, longestRequestMs).unref();
    },
  };
}

function keyOf({ sessionKey, userId, grantedScopes }: RecordOwner, operation: string): string {
  return JSON.stringify([sessionKey, userId, grantedScopes, operation]);
}

interface Entry {
  readonly sessionKey: string;
  readonly askedAt: number;
  readonly record: Promise<unknown>;
  isPending: boolean;
  /** The length of the record as JSON, once it has been read. */
  characters?: number;
  timer?: NodeJS.Timeout;
}

/**
 * Stores cache entries, oldest first, and drops the oldest ones beyond the limits. `onRemove`
 * receives the session key of each removed entry.
 */
function createEntries(options: RecordCacheOptions, onRemove: (sessionKey: string) => void = noop) {
  const {
    seconds,
    mostRecords = defaultMostRecords,
    mostCharacters = defaultMostCharacters,
  } = options;
  const entries = new Map<string, Entry>();
  let characters = 0;

  function remove(key: string, entry: Entry | undefined): void {
    if (!entry || entries.get(key) !== entry) return;
    entries.delete(key);
    onRemove(entry.sessionKey);
    clearTimeout(entry.timer);
    characters -= entry.characters ?? 0;
  }

  function removeSessions(sessionKeys: readonly string[]): void {
    for (const [key, entry] of entries)
      if (sessionKeys.includes(entry.sessionKey)) remove(key, entry);
  }

  function dropOldest(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= mostRecords && characters <= mostCharacters) return;
      remove(key, entry);
    }
  }

  function settle(key: string, entry: Entry, record: unknown): void {
    entry.isPending = false;
    if (entries.get(key) !== entry) return;
    entry.characters = JSON.stringify(record)?.length ?? 0;
    entry.timer = setTimeout(() => remove(key, entry), 1000 * seconds).unref();
    characters += entry.characters;
    dropOldest();
  }

  return {
    get: (key: string) => entries.get(key),
    size: () => entries.size,
    haveAll: (some: ReadonlyMap<string, Entry>) =>
      [...some].every(([key, entry]) => entries.get(key) === entry),
    removeSessions,
    add(key: string, entry: Entry): void {
      remove(key, entries.get(key));
      entries.set(key, entry);
      dropOldest();
      entry.record.then(
        (record) => settle(key, entry, record),
        () => remove(key, entry),
      );
    },
  };
}
