// Does the platform take logins? It is asked once after the start, and whenever a monitor asks, at
// most once in ten seconds; while it takes none, once a minute. What visitors meet does not count:
// they could make it up.
import type { Finding } from '../checks/finding.ts';
import { type Cause, causeWithCode } from '../log/causes.ts';
import type { Log } from '../log/log.ts';

/** How long a look counts. Monitors that ask more often get the same answer. */
const defaultLookEveryMs = 10_000;
/** A platform that asks to wait (429) is left alone for so many times as long. */
const slowDownFactor = 6;

const noLogins = 'the platform takes no logins: nobody can log in until it does';

interface PlatformWatchOptions {
  /** Findings that keep people from logging in have a code. */
  readonly check: () => Promise<readonly Finding[]>;
  readonly log: Log;
  /** Called with whether the platform takes logins. */
  readonly onChange?: ((takesLogins: boolean) => void) | undefined;
  readonly lookEveryMs?: number | undefined;
  /** A clock that never jumps, in milliseconds. */
  readonly clock?: () => number;
}

/**
 * Returns a function that looks, and resolves to why nobody can log in; undefined if they can. The
 * log says each new cause once, and when the platform takes logins again.
 */
export function watchPlatform({
  check,
  log,
  onChange = () => {},
  lookEveryMs = defaultLookEveryMs,
  clock = () => performance.now(),
}: PlatformWatchOptions): () => Promise<Cause | undefined> {
  let lookAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let found: Cause | undefined;

  async function look(): Promise<void> {
    const before = found;
    found = causeIn(await check());
    const factor = found?.code === 'platform-slow-down' ? slowDownFactor : 1;
    lookAt = clock() + factor * lookEveryMs;
    running = undefined;
    // Without a monitor, nobody else would ask again.
    if (found) setTimeout(askIfDue, slowDownFactor * lookEveryMs).unref();
    onChange(!found);
    if (found && found.code !== before?.code) log.error({ ...found }, noLogins);
    if (!found && before) log.info('the platform takes logins again');
  }

  async function askIfDue(): Promise<Cause | undefined> {
    if (clock() >= lookAt) running ??= look();
    await running;
    return found;
  }

  return askIfDue;
}

/** Returns the first cause that is known, with the fix of the finding: it says more. */
function causeIn(findings: readonly Finding[]): Cause | undefined {
  const { code, fix } = findings.find((finding) => finding.code) ?? {};
  const cause = causeWithCode(code);
  return cause && { ...cause, ...(fix && { fix }) };
}
