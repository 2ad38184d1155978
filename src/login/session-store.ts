// Sessions at rest: connect-redis over keys that say nothing and values sealed to the cookie of their visitor (step 5 of the story).
// Redis and the master key together open none of them: that takes the session id, which only the browser has.
import { createHash } from 'node:crypto';
import { RedisStore } from 'connect-redis';
import type { SessionData } from 'express-session';
import type { LoginContext } from './login.ts';
import { LoginError } from './login-error.ts';
import type { TokenSet } from './oauth-client.ts';
import { fingerprints, open, type SealLabel, seal } from './sealing.ts';

/** Our visitor, as a session knows them: `userId` is the convention's, the one key to a person. */
export type Attendee = TokenSet & { readonly userId: string };

declare module 'express-session' {
  interface SessionData {
    attendee: Attendee;
    /** When the browser left for the convention, and when it was logged in; milliseconds since 1970. */
    begunAt: number;
    startedAt: number;
  }
}

export type StoredSession = SessionData & { readonly id: string };

const tombstoneSeconds = 60;
/** A pending login lives 600 s, and its code exchange takes a while: what was begun before comes to nothing. */
const endMarkSeconds = 660;

/** A session is written once, at login, never changed, and never comes back after its log-out. */
export function createSessionStore(context: Pick<LoginContext, 'keys' | 'encryptionKeys' | 'limits' | 'now' | 'warn'>) {
  const { keys, encryptionKeys, limits, now, warn } = context;
  /** When this process last prolonged a session. */
  const touchedAt = new Map<string, number>();

  // What connect-redis takes for a Redis client: its keys are session ids here, its values sessions.
  const client = {
    async get(sid: string): Promise<SessionData | null> {
      const sealed = await keys.get(keyOf(sid));
      if (!sealed) return null;
      const plain = open(sealed, encryptionKeys, labelOf(sid));
      const session: SessionData | undefined = plain && JSON.parse(plain.toString());
      if (session && restSeconds(session) > 0) return session;
      // Corrupt, foreign, from another version or past its limit: not a session, and not kept.
      if (!session) warn('a session that does not open was removed');
      await keys.del([keyOf(sid)]);
      return null;
    },
    async set(): Promise<never> {
      throw new Error('A session is written once, at login: something changed req.session afterwards');
    },
    /** Prolongs at most thirty times in an idle time, and lets no page wait for it. */
    async expire(sid: string, seconds: number): Promise<void> {
      if (now() - (touchedAt.get(sid) ?? 0) < (limits.idleSeconds * 1000) / 30) return;
      if (touchedAt.size >= 10_000) touchedAt.clear();
      touchedAt.set(sid, now());
      keys.expire(keyOf(sid), seconds).catch(() => undefined);
    },
  };
  const asItIs = { parse: (session: unknown) => session as SessionData, stringify: () => '' };
  const store = new RedisStore({ client, prefix: '', serializer: asItIs, ttl: restSeconds });

  // Who ends sessions leaves a mark before deleting; who creates one reads the marks after writing: so one sees the other.
  /** Writes a new session in place of the one before. Throws LoginError `login-again` when that or all of the person was ended meanwhile. */
  async function create(session: StoredSession, before?: StoredSession): Promise<void> {
    const key = keyOf(session.id);
    const sealed = seal(Buffer.from(JSON.stringify(session)), encryptionKeys, labelOf(session.id));
    const names = namesOf(session.attendee.userId);
    await keys.addToSet(`i:${names[0]}`, key, limits.absoluteSeconds);
    await keys.setIfAbsent(key, sealed, restSeconds(session));
    // Behind the one before, and behind what other tabs have put in its place; an empty mark is its end.
    let last = before && keyOf(before.id);
    while (last && !(await keys.setIfAbsent(markOf(last), Buffer.from(key), tombstoneSeconds))) {
      last = String((await keys.get(markOf(last))) ?? '');
    }
    const ends = await Promise.all(names.map(async (name) => [...(await keys.membersOf(`e:${name}`)).keys()]));
    const isInTime = last !== '' && ends.flat().every((endedAt) => Number(endedAt) < session.begunAt);
    if (isInTime) return before && remove(keyOf(before.id), before.attendee.userId);
    await remove(key, session.attendee.userId);
    throw new LoginError('login-again');
  }

  /** Ends a session, and the one that took its place meanwhile. */
  async function end(session: StoredSession): Promise<void> {
    for (let key = keyOf(session.id); key !== ''; ) {
      const isFirst = await keys.setIfAbsent(markOf(key), Buffer.alloc(0), tombstoneSeconds);
      const successor = isFirst ? '' : String((await keys.get(markOf(key))) ?? '');
      await remove(key, session.attendee.userId);
      key = successor;
    }
  }

  /** Ends every session of a person, on every device, and every login that is under way. */
  async function endAllOf(userId: string): Promise<void> {
    for (const name of namesOf(userId)) await keys.addToSet(`e:${name}`, String(now()), endMarkSeconds);
    for (const key of (await sessionsOf(userId)).keys()) await remove(key, userId);
  }

  /** Where the sessions of a person are kept, and when each ends at the latest, in milliseconds since 1970. */
  async function sessionsOf(userId: string): Promise<Map<string, number>> {
    const lists = await Promise.all(namesOf(userId).map((name) => keys.membersOf(`i:${name}`)));
    return new Map(lists.flatMap((list) => [...list]));
  }

  async function remove(key: string, userId: string): Promise<void> {
    await keys.del([key]);
    for (const name of namesOf(userId)) await keys.removeFromSet(`i:${name}`, key);
  }

  /** What Redis knows of a person, by each key of the ring: nothing that tells who it is. */
  function namesOf(userId: string): string[] {
    return fingerprints(encryptionKeys, { purpose: 'sessions of a person', text: userId });
  }

  /** Seconds that the session may still live without another request. */
  function restSeconds({ startedAt }: SessionData): number {
    return Math.min(limits.idleSeconds, Math.ceil(limits.absoluteSeconds - (now() - startedAt) / 1000));
  }

  return { store, create, end, endAllOf, sessionsOf };
}

/** What Redis knows of a session id: its hash, from which no cookie can be made. */
const keyOf = (sid: string) => `s:${createHash('sha256').update(sid).digest('base64url')}`;
/** Where the end of a session, or what took its place, is marked. */
const markOf = (key: string) => key.replace('s:', 'x:');

/** The number is that of the shape: a session that another version wrote does not open. */
function labelOf(sid: string): SealLabel {
  return { purpose: 'session v2', place: keyOf(sid), heldElsewhere: Buffer.from(sid) };
}
