// A callback that arrives again: "Allow" was pressed twice, the page was loaded again because the
// login took long, or the first answer was lost on its way. No second code is exchanged: this
// browser gets the session of the first.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { Request } from 'express';
import type { SessionData } from 'express-session';
import { type LoginOutcome, outcomeOf } from '../outcome.ts';
import { inProgress, lifeSeconds, type PendingLogin } from '../pending-login.ts';
import { hashOf, sessionKey, usedStateKey } from '../store/key-names.ts';
import { type KeyRing, open, type SealLabel, seal } from './sealing.ts';
import type { Sessions } from './sessions.ts';

/** How the first callback of a login ended. */
interface Ending {
  /** Undefined if no new session came of it. */
  readonly sessionId: string | undefined;
  /** Absent after a plain login, whose outcome follows from the session. Most are plain. */
  readonly outcome?: LoginOutcome;
  /** A hash of the code that was exchanged. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const failed = Buffer.from('0');
/** How long after the first answer the same code still leads in. */
const sameCodeMs = 60_000;
/** How long another code does: a second click on "Allow" brings one. It is not exchanged. */
const otherCodeMs = 2_000;
const longestWaitMs = 25_000;
const pollMs = 100;
const mostWaitingOfOneLogin = 4;

export type RepeatedCallbacks = ReturnType<typeof createRepeatedCallbacks>;

interface RepeatedCallbacksOptions {
  readonly sessions: Sessions;
  readonly encryptionKeys: KeyRing;
  readonly now: () => number;
}

export function createRepeatedCallbacks(options: RepeatedCallbacksOptions) {
  const { sessions, now } = options;
  const endings = createEndings(options);

  return {
    /**
     * Runs the first callback of a login, and keeps its outcome for whoever repeats it. Resolves to
     * what `logIn` resolves to.
     */
    async lead(
      req: Request,
      pending: PendingLogin,
      logIn: () => Promise<LoginOutcome | undefined>,
    ): Promise<LoginOutcome | undefined> {
      const idBefore = req.sessionID;
      let outcome: LoginOutcome | undefined;
      try {
        outcome = await logIn();
      } finally {
        const sessionId = req.sessionID === idBefore ? undefined : req.sessionID;
        const code = codeOf(req);
        const isPlain = sessionId && isDeepStrictEqual(outcome, plainOutcome(req, pending));
        const ending = outcome && { sessionId, at: now(), ...(!isPlain && { outcome }) };
        if (code) await endings.store(pending, ending && { ...ending, code });
      }
      return outcome;
    },

    /**
     * Waits for the first callback of this login, and gives its session to this request. Resolves
     * to its outcome; to undefined if it failed, if that session has ended, or if this one is late.
     */
    async follow(req: Request, pending: PendingLogin): Promise<LoginOutcome | undefined> {
      const arrivedAt = now();
      const ending = await endings.waitFor(req, pending);
      if (!ending) return undefined;
      const { outcome, sessionId, code, at } = ending;
      const leadsInMs = code === codeOf(req) ? sameCodeMs : otherCodeMs;
      if (arrivedAt > at + leadsInMs) return undefined;
      const isThere = sessionId === undefined || (await openSession(req, sessionId, sessions));
      return isThere ? (outcome ?? plainOutcome(req, pending)) : undefined;
    },
  };
}

/** What a login ends with where no hook changes it. */
const plainOutcome = ({ attendee }: Request, pending: PendingLogin) =>
  outcomeOf('logged-in', pending, attendee?.grantedScopes ?? []);

/** The endings of logins, in place of the mark that their `state` is used. */
function createEndings({ sessions: { keys }, encryptionKeys, now }: RepeatedCallbacksOptions) {
  const waiting = new Map<string, number>();

  async function poll(req: Request, pending: PendingLogin): Promise<Ending | undefined> {
    const giveUpAt = now() + longestWaitMs;
    const read = () => keys.get(usedStateKey(pending.state));
    let value = await read();
    while (value?.equals(inProgress)) {
      if (now() > giveUpAt || req.socket.destroyed) return undefined;
      await sleep(pollMs);
      value = await read();
    }
    const plain = value && open(value, encryptionKeys, labelOf(pending));
    return plain ? JSON.parse(plain.toString()) : undefined;
  }

  return {
    /** Without it, whoever repeats the callback has to log in again: this login has ended. */
    async store(pending: PendingLogin, ending: Ending | undefined): Promise<void> {
      const plain = ending && Buffer.from(JSON.stringify(ending));
      const value = plain ? seal(plain, encryptionKeys, labelOf(pending)) : failed;
      await keys.setIfPresent(usedStateKey(pending.state), value, lifeSeconds).catch(() => {});
    },

    /** Resolves to undefined if the login failed, takes too long, or too many wait for it. */
    async waitFor(req: Request, pending: PendingLogin): Promise<Ending | undefined> {
      const { state } = pending;
      const others = waiting.get(state) ?? 0;
      if (others >= mostWaitingOfOneLogin) return undefined;
      waiting.set(state, others + 1);
      try {
        return await poll(req, pending);
      } finally {
        const left = (waiting.get(state) ?? 1) - 1;
        if (left > 0) waiting.set(state, left);
        else waiting.delete(state);
      }
    },
  };
}

/** Opens only with the cookie of this login: its verifier is in no store. */
function labelOf({ state, codeVerifier }: PendingLogin): SealLabel {
  const secret = Buffer.from(codeVerifier);
  return { purpose: 'ending of a login v1', place: usedStateKey(state), secret };
}

/** Loads this session for the request. Resolves to false if nobody is logged in there any more. */
async function openSession(req: Request, sessionId: string, sessions: Sessions): Promise<boolean> {
  if (req.sessionID === sessionId) return req.attendee !== undefined;
  const { sessionStore } = req;
  const read = promisify<string, SessionData | null | undefined>(
    sessionStore.get.bind(sessionStore),
  );
  const stored = await read(sessionId);
  if (!stored?.attendee || (await sessions.isOver(sessionKey(sessionId)))) return false;
  req.sessionID = sessionId;
  sessionStore.createSession(req, stored);
  req.attendee = stored.attendee;
  return true;
}

/** A hash of the code in the address; undefined if there is none. */
function codeOf({ query: { code } }: Request): string | undefined {
  return code === undefined ? undefined : hashOf(String(code));
}
