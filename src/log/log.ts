// The log: JSON lines on stdout. It writes only the fields named here, so no token, personal name
// or query string can leak.
import { type LoggerOptions, pino } from 'pino';
import { instance } from './instance.ts';
import { openStdout } from './stdout.ts';

export type Log = ReturnType<typeof createLog>;

/** Creates the log. Tests pass a `destination`; the default is stdout. */
export function createLog(level: string, destination = openStdout()) {
  const hooks: LoggerOptions['hooks'] = {
    // pino would log the message of a bare error. Errors are logged as `{ err }` only.
    logMethod([first, words = ''], method) {
      method.call(this, first instanceof Error ? { err: first } : first, words);
    },
  };
  return pino({ level, base: instance, serializers: { err: plainError }, hooks }, destination);
}

const maxCauseDepth = 5;

/**
 * Reduces an error to its class, our own words and codes, and where it was thrown. Never includes a
 * message or a body from outside.
 */
function plainError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const {
    problem,
    status,
    kind,
    code,
    error: oauthError,
    invalid,
    answered,
    location,
    platformCode,
  } = error as Error & Record<string, unknown>;
  const codes = { problem, status, kind, code, oauthError, invalid, answered, platformCode };
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    ...operationOf(error),
    ...pickCodes(codes),
    ...(isOrigin(location) && { location }),
    at: placesOf(error),
    ...(error.cause !== undefined &&
      depth < maxCauseDepth && { cause: plainError(error.cause, depth + 1) }),
  };
}

/** Where a web page leads that answered in place of the platform. */
function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && /^https?:\/\/[\w.:[\]-]{1,200}$/i.test(text);
}

/** Our own errors about the platform name the operation: `Exchange code`, `Get registration`. */
function operationOf(error: Error): { operation?: unknown } {
  const { operation } = error as { operation?: unknown };
  const isOurs = typeof operation === 'string' && /^[A-Z][a-z ]{1,40}$/.test(operation);
  return isOurs ? { operation } : {};
}

/** Returns the first lines of the stack, without the message in front of them. */
function placesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  // A message changed after the error was created is not in the stack, so its end is unknown.
  if (start < 0) return [];
  const [, ...places] = stack.slice(start + message.length).split('\n    at ');
  return places.slice(0, 3);
}

/** Keeps numbers and codes (`ECONNREFUSED`, `invalid_client`). Longer text may be personal data. */
function pickCodes(fields: Record<string, unknown>): object {
  const isCode = (value: unknown) => typeof value === 'string' && /^[\w-]{1,40}$/.test(value);
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'number' || isCode(value)),
  );
}

const sameWarningMs = 60_000;

/**
 * Returns a function that logs a warning, each text at most once a minute: some are about what
 * anybody can send. `now` is in milliseconds since 1970.
 */
export function throttledWarnings(log: Log, now: () => number): (what: string) => void {
  const lastAt = new Map<string, number>();
  return (what) => {
    if (now() - (lastAt.get(what) ?? Number.NEGATIVE_INFINITY) < sameWarningMs) return;
    lastAt.set(what, now());
    log.warn(what);
  };
}
