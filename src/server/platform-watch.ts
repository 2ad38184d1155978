// Does the platform take logins? A monitor asks, and gets what a look finds (at most one in ten
// seconds) and what the last logins ended with. Nothing is asked while no monitor asks.
import { causeFields, knownCauses } from '../log/causes.ts';
import type { Log } from '../log/log.ts';
import type { AnsweredRequest } from '../log/metrics.ts';

/** How long a look counts. Monitors that ask more often get the same answer. */
const defaultLookEveryMs = 10_000;
/** A platform that asks to wait (429) is waited for, at most so long. */
const longestPauseMs = 60_000;
/**
 * How many networks the failed logins must come from, with no successful one between them. Whoever
 * changes the address of their callback makes their own logins fail, as often as they like.
 */
const networksInARow = 3;
/** How long failed logins count, after the last one. */
const failuresLastMs = 300_000;

const noLogins = 'the platform takes no logins: nobody can log in until it does';

type Cause = ReturnType<typeof causeFields>;

export interface PlatformWatch {
  /** Resolves to why nobody can log in; undefined if they can, as far as is known. */
  look(): Promise<Cause | undefined>;
  /** To call with each answered request: of those that are a callback, the outcome counts. */
  countRequest(request: Omit<AnsweredRequest, 'method' | 'status' | 'ms'>): void;
}

interface PlatformWatchOptions {
  /** Rejects if a login would fail. */
  readonly probe: () => Promise<void>;
  readonly callbackPath: string;
  readonly log: Log;
  /** Called with whether the platform takes logins, as far as is known. */
  readonly onChange?: ((takesLogins: boolean) => void) | undefined;
  readonly lookEveryMs?: number | undefined;
  /** A clock that never jumps, in milliseconds. */
  readonly clock?: () => number;
}

/** The log says each new cause once, and when the platform takes logins again. */
export function watchPlatform({
  probe,
  log,
  onChange = () => {},
  ...options
}: PlatformWatchOptions): PlatformWatch {
  const { lookEveryMs = defaultLookEveryMs, clock = () => performance.now() } = options;
  const logins = countFailures(options.callbackPath, clock);
  let seen: { readonly error?: unknown; readonly until: number } | undefined;
  let running: Promise<void> | undefined;
  let said: Cause | undefined;

  async function lookAnew(): Promise<void> {
    try {
      await probe();
      seen = { until: clock() + lookEveryMs };
    } catch (error) {
      const pauseMs = 1000 * Number(Object(error).retryAfter ?? 0);
      seen = { error, until: clock() + Math.max(lookEveryMs, Math.min(pauseMs, longestPauseMs)) };
    }
    running = undefined;
  }

  function report(): Cause | undefined {
    const err = seen?.error;
    const cause = err ? causeFields(err, 'login-unavailable') : logins.cause();
    onChange(!cause);
    if (cause && cause.code !== said?.code) log.error({ err, ...cause }, noLogins);
    if (!cause && said) log.info('the platform takes logins again');
    said = cause;
    return cause;
  }

  return {
    async look() {
      if (!seen || seen.until <= clock()) running ??= lookAnew();
      await running;
      return report();
    },
    countRequest(request) {
      const end = logins.count(request);
      // A real login says more than a look.
      if (end === 'logged in') seen = { until: clock() + lookEveryMs };
      if (end) report();
    },
  };
}

/** Remembers how the last logins ended, as far as that was the doing of the platform. */
function countFailures(callbackPath: string, clock: () => number) {
  const networks = new Set<string>();
  let last: { readonly code: string | undefined; readonly at: number } | undefined;
  const areOver = () => !last || clock() - last.at >= failuresLastMs;
  return {
    /** Returns how a login ended; nothing if it was none, or if its visitor ended it. */
    count(request: Parameters<PlatformWatch['countRequest']>[0]) {
      const { route, problem, code, outcome, network } = request;
      const isFailure = problem !== undefined && code?.startsWith('platform-') === true;
      if (route !== callbackPath || !(isFailure || outcome)) return undefined;
      if (!isFailure || areOver()) networks.clear();
      if (isFailure && networks.size < networksInARow) networks.add(network());
      last = { code, at: clock() };
      return isFailure ? 'failed' : 'logged in';
    },

    cause(): Cause | undefined {
      if (networks.size < networksInARow || areOver()) return;
      const known = knownCauses.find(({ code }) => code === last?.code);
      return known && { cause: known.sentence, code: known.code };
    },
  };
}
