// Keeps the records that a page has read in memory for a short time, so that the next page of the
// same login need not ask the convention again. Nothing of it is stored anywhere else.
import { isConventionError } from './convention-error.ts';
import type { OwnRecords } from './own-records.ts';
import { type CreateView, createViewCache } from './view-cache.ts';

const mostKept = 10_000;
const mostKeptCharacters = 16 * 1024 * 1024;
/** A reload asks the convention again, but not within so many seconds. */
const reloadSeconds = 5;
/** How long a request of an ended session may still be running, in milliseconds. */
const longestRequestMs = 60_000;

export interface RecordCacheOptions {
  /** How long a record is kept. 0: not at all. */
  readonly seconds: number;
  /** How long the badge is kept after it was shown, for when the convention does not respond. */
  readonly badgeSeconds?: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** When there are more, the oldest are dropped. */
  readonly mostRecords?: number;
  /** The same, for the length of all records as JSON. */
  readonly mostCharacters?: number;
}

/** The records that make a badge, as they were read at `readAt` (milliseconds since 1970). */
interface LastBadge {
  readonly user: Awaited<ReturnType<OwnRecords['currentUser']>>;
  readonly registration: Awaited<ReturnType<OwnRecords['registration']>>;
  readonly readAt: number;
}

/** Whose records they are: one login of one person. */
export interface RecordOwner {
  /** Names the session. The id itself is in the visitor's cookie, and must not be given here. */
  readonly sessionKey: string;
  readonly userId: string;
  readonly grantedScopes: readonly string[];
}

/** The records of an attendee, some of which may have been read for an earlier page. */
export interface CachedRecords extends OwnRecords {
  /**
   * Returns when the convention was asked for the oldest of the records that were read here, in
   * milliseconds since 1970.
   */
  readAt(): number;
  /**
   * Resolves to the records of the badge that were read last for the same owner, however old they
   * are; to undefined if none were. They are kept until the session ends, or is used no more.
   */
  lastBadge(): Promise<LastBadge | undefined>;
  /**
   * Returns what `create` makes of these options, or what it made of the same options for the last
   * page. Nothing of it is kept longer than the records that were read here. Do not change it.
   */
  viewOf<Options, View>(create: CreateView<Options, View>, options: Options): View;
}

/**
 * Pages that need the same record at the same time wait for one call. Failures are not kept. Do not
 * change a record: the next page gets the same object.
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
    // A reload waits for the same call: while the convention is slow, people reload all the time.
    if (isPending) return true;
    const age = now() - askedAt;
    return age >= 0 && age < 1000 * (isReload ? Math.min(reloadSeconds, seconds) : seconds);
  }

  function ask(operation: string, owner: RecordOwner, read: () => Promise<unknown>): Entry {
    const { sessionKey } = owner;
    const key = keyOf(owner, operation);
    const entry: Entry = { sessionKey, askedAt: now(), record: read(), isPending: true };
    // A page may still be loading when its session ends. Nothing of it must stay.
    if (seconds > 0 && !ended.has(sessionKey)) entries.add(key, entry);
    entry.record.then(
      () => ofBadge.includes(operation) && keepForBadge(key, entry),
      (error) => {
        // The login is over: what it could read before must not be shown any more.
        if (isConventionError(error, ['login-needed'])) removeSessions([sessionKey]);
      },
    );
    return entry;
  }

  /** Keeps a record of a badge again, from now on. */
  function keepForBadge(key: string, { sessionKey, askedAt, record }: Entry): void {
    const isKept = seconds > 0 && badgeSeconds > 0 && !ended.has(sessionKey);
    if (isKept) badges.add(key, { sessionKey, askedAt, record, isPending: true });
  }

  async function lastBadge(owner: RecordOwner): Promise<LastBadge | undefined> {
    const keys = ofBadge.map((operation) => keyOf(owner, operation));
    const [user, registration] = keys.map((key) => badges.get(key));
    if (!user || !registration) return undefined;
    keepForBadge(keyOf(owner, 'currentUser'), user);
    keepForBadge(keyOf(owner, 'registration'), registration);
    return {
      user: await user.record,
      registration: await registration.record,
      readAt: Math.min(user.askedAt, registration.askedAt),
    } as LastBadge;
  }

  return {
    /** Returns the same records, kept for this owner. `isReload`: the visitor reloads the page. */
    keep(records: OwnRecords, owner: RecordOwner, { isReload }: { isReload: boolean }) {
      let readAt = Number.POSITIVE_INFINITY;
      const used = new Map<string, Entry>();
      const read = (operation: string, readRecord: () => Promise<unknown>) => {
        const key = keyOf(owner, operation);
        const kept = entries.get(key);
        const entry = kept && isUsable(kept, isReload) ? kept : ask(operation, owner, readRecord);
        readAt = Math.min(readAt, entry.askedAt);
        used.set(key, entry);
        return entry.record;
      };
      const kept = Object.entries(records).map(([operation, readRecord]) => [
        operation,
        () => read(operation, readRecord),
      ]);
      return {
        ...Object.fromEntries(kept),
        readAt: () => Math.min(readAt, now()),
        lastBadge: () => lastBadge(owner),
        viewOf: (create, options) =>
          used.size > 0 && entries.haveAll(used)
            ? views.viewOf(owner.sessionKey, create, options)
            : create(options),
      } as CachedRecords;
    },

    /** Drops the records of sessions that have ended, and keeps nothing of them any more. */
    forget,

    /** How many records are in memory. */
    size: entries.size,

    /** How many of them are there for when the convention does not respond. */
    badgeSize: badges.size,

    /** Of how many sessions it has views. */
    sessionsWithViews: views.size,
  };
}

const ofBadge = ['currentUser', 'registration'];

function noop(): void {}

/** Those that ended a moment ago: requests of theirs may still be running. */
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
  /** While the convention has not answered. */
  isPending: boolean;
  /** The length of the record as JSON, once it is there. */
  characters?: number;
  /** Drops the record when its time is over. */
  timer?: NodeJS.Timeout;
}

/** The entries, oldest first, within their limits. `onRemove` gets whose an entry was. */
function createEntries(options: RecordCacheOptions, onRemove: (sessionKey: string) => void = noop) {
  const { seconds, mostRecords = mostKept, mostCharacters = mostKeptCharacters } = options;
  const entries = new Map<string, Entry>();
  let characters = 0;

  /** Does nothing if another entry has taken its place. */
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
