// Sessions at rest: connect-redis, with every session sealed to the cookie of its visitor. Step 5 of the story.
// Redis and the master key together open no session: the key that opens it needs the session id, which only the browser has.
// connect-redis is asked for a hash in place of the id, and hands on the sealed bytes as they are.
import { createHash } from 'node:crypto';
import { RedisStore } from 'connect-redis';
import type { SessionData } from 'express-session';
import { z } from 'zod';
import type { KeyStore } from './key-store.ts';
import { type KeyRing, open, type SealLabel, seal } from './sealing.ts';

export const attendeeSchema = z
  .object({
    /** The convention's user id: the one key to a person. */
    userId: z.string(),
    grantedScopes: z.array(z.string()).readonly(),
    accessToken: z.string(),
    /** Milliseconds since 1970. */
    accessTokenExpiresAt: z.number(),
  })
  .readonly();

/** Only what this version wrote is a session; anything else counts as none. `cookie` is express-session's own part. */
const sessionSchema = z.object({
  version: z.literal(1),
  startedAt: z.number(),
  attendee: attendeeSchema,
  cookie: z.looseObject({ originalMaxAge: z.number().nullable() }),
});

/** Our visitor, as a session knows them. */
export type Attendee = z.infer<typeof attendeeSchema>;

declare module 'express-session' {
  interface SessionData {
    version: 1;
    startedAt: number;
    attendee: Attendee;
  }
}

export interface SessionLimits {
  /** A session without a request for so long is over. */
  readonly idleSeconds: number;
  /** A session is over after so long, whatever happens. */
  readonly absoluteSeconds: number;
}

export interface SessionStoreOptions {
  readonly keys: KeyStore;
  readonly keyRing: KeyRing;
  readonly limits: SessionLimits;
  readonly now: () => number;
}

type Callback = (error: unknown, session?: SessionData) => void;

const ignore = () => undefined;
const prefix = 's:';
const tombstoneSeconds = 60;
const touchEveryMs = 60_000;
const maxTouchesKnown = 10_000;

/** A session is written once, at login, never changed, and never comes back after its log-out. */
export class SessionStore extends RedisStore {
  readonly #options: SessionStoreOptions;
  /** When this process last prolonged a session. */
  readonly #touchedAt = new Map<string, number>();

  constructor(options: SessionStoreOptions) {
    const sealedAsIs = { parse: (value: unknown) => value as SessionData, stringify: () => '' };
    super({ client: options.keys, prefix, serializer: sealedAsIs, ttl: (session) => this.#restSeconds(session) });
    this.#options = options;
  }

  override async get(sid: string, callback: Callback): Promise<void> {
    try {
      const sealed: unknown = await super.get(handle(sid));
      const session = Buffer.isBuffer(sealed) ? this.#open(sid, sealed) : undefined;
      // Corrupt, foreign, from another version or past its limit: not a session, and not kept.
      if (sealed !== null && !session) await super.destroy(handle(sid));
      callback(null, session);
    } catch (error) {
      callback(error);
    }
  }

  override async set(sid: string, session: SessionData, callback: Callback = ignore): Promise<void> {
    const { keys, keyRing } = this.#options;
    const sealed = seal(Buffer.from(JSON.stringify(session)), keyRing, sessionLabel(sid));
    try {
      const written = await keys.setIfAbsent(prefix + handle(sid), sealed, this.#restSeconds(session));
      if (!written) throw new Error('A session is written once, at login: something changed req.session afterwards');
      // Looked for after the write: a log-out leaves its tombstone before it deletes, so one of the two sees the other.
      if (await keys.get(tombstone(sid))) await super.destroy(handle(sid));
      callback(null);
    } catch (error) {
      callback(error);
    }
  }

  /** Prolongs at most once a minute, and lets no page wait for it. */
  override async touch(sid: string, session: SessionData, callback: Callback = ignore): Promise<void> {
    callback(null);
    const { now } = this.#options;
    if (now() - (this.#touchedAt.get(sid) ?? 0) < touchEveryMs) return;
    if (this.#touchedAt.size >= maxTouchesKnown) this.#touchedAt.clear();
    this.#touchedAt.set(sid, now());
    await super.touch(handle(sid), session, ignore);
  }

  override async destroy(sid: string, callback: Callback = ignore): Promise<void> {
    const { keys } = this.#options;
    try {
      if (await keys.get(prefix + handle(sid))) {
        await keys.setIfAbsent(tombstone(sid), Buffer.from('1'), tombstoneSeconds);
        await super.destroy(handle(sid));
      }
      callback(null);
    } catch (error) {
      callback(error);
    }
  }

  #open(sid: string, sealed: Buffer): SessionData | undefined {
    const plain = open(sealed, this.#options.keyRing, sessionLabel(sid));
    const session = plain && sessionSchema.safeParse(JSON.parse(plain.toString())).data;
    return session && this.#restSeconds(session) > 0 ? session : undefined;
  }

  /** Seconds that the session may still live without another request. */
  #restSeconds({ startedAt }: Pick<SessionData, 'startedAt'>): number {
    const { limits, now } = this.#options;
    return Math.min(limits.idleSeconds, Math.ceil(limits.absoluteSeconds - (now() - startedAt) / 1000));
  }
}

/** What Redis knows of a session id: its hash, from which no cookie can be made. The braces keep its keys in one cluster slot. */
function handle(sid: string): string {
  return `{${createHash('sha256').update(sid).digest('base64url')}}`;
}

function tombstone(sid: string): string {
  return `x:${handle(sid)}`;
}

function sessionLabel(sid: string): SealLabel {
  return { purpose: 'session', place: handle(sid), heldElsewhere: Buffer.from(sid) };
}
