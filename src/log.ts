// The log: JSON lines on stdout. It writes only what is named here, so that no token, name or query string can slip in.
import { type LoggerOptions, pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** `destination` takes the lines in tests; without it they go to stdout. */
export function createLog(level: string, destination?: { write(line: string): void }) {
  const hooks: LoggerOptions['hooks'] = {
    // An error is only ever logged as `{ err }`, and never lends its own words to the line, as pino would let it.
    logMethod([first, words = ''], method) {
      method.call(this, first instanceof Error ? { err: first } : first, words);
    },
  };
  return pino({ level, base: null, serializers: { err: plainError }, hooks }, destination);
}

const deepestCause = 5;

/** Of an error: its class, our own words and codes, where it was thrown. Never a message or a body from outside. */
function plainError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { problem, status, kind, code, error: oauthError } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    ...pickWords({ problem, status, kind, code, oauthError }),
    at: placesOf(error),
    ...(error.cause !== undefined && depth < deepestCause && { cause: plainError(error.cause, depth + 1) }),
  };
}

/** The first lines of the stack, without the message that stands before them. */
function placesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  // A message that was changed later does not stand in its stack: then nothing tells where its words end.
  if (start < 0) return [];
  const [, ...places] = stack.slice(start + message.length).split('\n    at ');
  return places.slice(0, 3);
}

/** Numbers and short code words (`ECONNREFUSED`, `invalid_client`); anything longer may be somebody's data. */
function pickWords(fields: Record<string, unknown>): object {
  const isWord = (value: unknown) => typeof value === 'string' && /^[\w-]{1,40}$/.test(value);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'number' || isWord(value)));
}
