// The log: JSON lines on stdout. Errors are reduced to known fields, so that no token, name or
// query string leaks.
import { type LoggerOptions, pino } from 'pino';
import { fromOutside } from '../text.ts';
import { instance } from './instance.ts';
import { openStdout } from './stdout.ts';

export type Log = ReturnType<typeof createLog>;

export function createLog(level: string, destination = openStdout()) {
  const hooks: LoggerOptions['hooks'] = {
    // Logs a bare error as `err`. Otherwise, pino would log its message, which may contain personal
    // data.
    logMethod([first, words = ''], method) {
      method.call(this, first instanceof Error ? { err: first } : first, words);
    },
  };
  return pino({ level, base: instance, serializers: { err: plainError }, hooks }, destination);
}

const maxCauseDepth = 5;

/**
 * Keeps only those fields of an error that cannot contain personal data. An error's message and
 * response bodies may contain some.
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
    // This value comes from an unknown web server that responded instead of the platform.
    location: fromOutside(location, 'origin'),
    at: placesOf(error),
    ...(error.cause !== undefined &&
      depth < maxCauseDepth && { cause: plainError(error.cause, depth + 1) }),
  };
}

/** Allows only text that looks like one of our own operation names, such as `Exchange code`. */
function operationOf(error: Error): { operation?: unknown } {
  const { operation } = error as { operation?: unknown };
  const isOurs = typeof operation === 'string' && /^[A-Z][a-z ]{1,40}$/.test(operation);
  return isOurs ? { operation } : {};
}

/** Returns the first three stack frames. The message before them may contain personal data. */
function placesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  // The message was changed after the error was created, so we cannot tell where it ends in the
  // stack.
  if (start < 0) return [];
  const [, ...places] = stack.slice(start + message.length).split('\n    at ');
  return places.slice(0, 3);
}

/** Keeps numbers, and codes such as `ECONNREFUSED`. Any other text may be personal data. */
function pickCodes(fields: Record<string, unknown>): object {
  const isCode = (value: unknown) => fromOutside(value, 'code') !== undefined;
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'number' || isCode(value)),
  );
}

const sameWarningMs = 60_000;

/**
 * Returns a function that logs each warning at most once a minute, because visitors can trigger
 * some of them. `now` returns milliseconds since 1970.
 */
export function throttledWarnings(log: Log, now: () => number): (what: string) => void {
  const lastAt = new Map<string, number>();
  return (what) => {
    if (now() - (lastAt.get(what) ?? Number.NEGATIVE_INFINITY) < sameWarningMs) return;
    lastAt.set(what, now());
    log.warn(what);
  };
}
