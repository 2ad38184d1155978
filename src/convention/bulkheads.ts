// Bulkheads: how many calls run at once, so that neither a slow operation nor the many requests of
// one person take the turn of everybody else.
import { ConventionError } from './convention-error.ts';

const mostPerOperation = 32;
const mostPerPerson = 8;
const retryAfterSeconds = 30;

interface Call {
  readonly operation: string;
  /** Whose page needs the call: any text of their own. Undefined if it is nobody's page. */
  readonly person?: string | undefined;
}

/**
 * Returns a function that sends a call when it is its turn. Rejects with a ConventionError, busy,
 * after waiting for `longestWaitMs` milliseconds.
 */
export function createBulkheads(longestWaitMs: number) {
  const byPerson = createBulkhead(mostPerPerson);
  const byOperation = createBulkhead(mostPerOperation);

  return async <Answer>(
    { operation, person }: Call,
    send: () => Promise<Answer>,
  ): Promise<Answer> => {
    const deadline = createDeadline(longestWaitMs);
    const sendInTurn = () => byOperation(operation, deadline, send);
    try {
      return await (person === undefined ? sendInTurn() : byPerson(person, deadline, sendInTurn));
    } catch (error) {
      if (!deadline.isReason(error)) throw error;
      const message = `${operation}: too many calls are running`;
      throw new ConventionError('busy', message, { retryAfterSeconds });
    }
  };
}

/** A signal that is created when somebody waits, and then counts for all waits of a call. */
function createDeadline(ms: number) {
  let signal: AbortSignal | undefined;
  return {
    get signal() {
      signal ??= AbortSignal.timeout(ms);
      return signal;
    },
    isReason: (error: unknown) => signal !== undefined && error === signal.reason,
  };
}

type Deadline = ReturnType<typeof createDeadline>;

interface Room {
  running: number;
  /** Each starts a task that waits, oldest first. */
  readonly waiting: Set<() => void>;
}

/** Returns a function that runs at most `most` tasks with the same key at once. */
function createBulkhead(most: number) {
  const rooms = new Map<string, Room>();

  return async <Result>(
    key: string,
    deadline: Deadline,
    task: () => Promise<Result>,
  ): Promise<Result> => {
    const room = rooms.get(key) ?? { running: 0, waiting: new Set() };
    rooms.set(key, room);
    if (room.running < most) room.running += 1;
    else await waitForPlace(room, deadline.signal);
    try {
      return await task();
    } finally {
      leave(room);
      if (room.running === 0) rooms.delete(key);
    }
  };
}

/** Resolves when `leave` hands a place over. Rejects with the reason of `deadline` if it ends. */
async function waitForPlace(room: Room, deadline: AbortSignal): Promise<void> {
  deadline.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      room.waiting.delete(start);
      reject(deadline.reason);
    };
    const start = () => {
      deadline.removeEventListener('abort', giveUp);
      resolve();
    };
    deadline.addEventListener('abort', giveUp, { once: true });
    room.waiting.add(start);
  });
}

/** Hands a place to the task that has waited longest. */
function leave(room: Room): void {
  const [next] = room.waiting;
  if (next) {
    room.waiting.delete(next);
    next();
  } else {
    room.running -= 1;
  }
}
