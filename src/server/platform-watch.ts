// Checks whether the platform accepts logins: once at startup, at most every ten seconds when a
// monitor asks, and every minute during an outage. Failed logins do not count, because visitors can
// cause them.
import type { Finding } from '../checks/finding.ts';
import { type Cause, causeWithCode } from '../log/causes.ts';
import type { Log } from '../log/log.ts';

/** Monitors that ask again within this time get the cached result. */
const defaultCacheMs = 10_000;
/** Multiplies `cacheMs` after a 429, and for the checks during an outage. */
const slowDownFactor = 6;

const noLogins = 'the platform accepts no logins: nobody can log in until it does';

interface PlatformWatchOptions {
  readonly check: () => Promise<readonly Finding[]>;
  readonly log: Log;
  readonly onChange?: ((takesLogins: boolean) => void) | undefined;
  readonly cacheMs?: number | undefined;
  /** A monotonic clock, in milliseconds. */
  readonly clock?: () => number;
}

/**
 * Returns a function that resolves to the cause of an outage at the platform, or to undefined while
 * none is known. Logs each new cause once, and the recovery.
 */
export function watchPlatform({
  check,
  log,
  onChange = () => {},
  cacheMs = defaultCacheMs,
  clock = () => performance.now(),
}: PlatformWatchOptions): () => Promise<Cause | undefined> {
  let nextCheckAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let found: Cause | undefined;

  async function runCheck(): Promise<void> {
    const before = found;
    found = causeIn(await check());
    const factor = found?.code === 'platform-slow-down' ? slowDownFactor : 1;
    nextCheckAt = clock() + factor * cacheMs;
    running = undefined;
    // Without a monitor, nothing else would start the check that notices the recovery.
    if (found) setTimeout(checkIfDue, slowDownFactor * cacheMs).unref();
    onChange(!found);
    if (found && found.code !== before?.code) log.error({ ...found }, noLogins);
    if (!found && before) log.info('the platform accepts logins again');
  }

  async function checkIfDue(): Promise<Cause | undefined> {
    if (clock() >= nextCheckAt) running ??= runCheck();
    await running;
    return found;
  }

  return checkIfDue;
}

/**
 * Returns the cause of the first finding with a `code`. Prefers the finding's own fix to the
 * cause's, which is less specific.
 */
function causeIn(findings: readonly Finding[]): Cause | undefined {
  const { code, fix } = findings.find((finding) => finding.code) ?? {};
  const cause = causeWithCode(code);
  return cause && { ...cause, ...(fix && { fix }) };
}
