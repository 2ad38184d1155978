// A soak test: two instances behind a proxy, a real Redis and the sandbox. A crowd logs in, opens
// pages, changes what it shares, and logs out, while one fault follows another.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { withCache } from '../../support/app/limits.ts';
import { startTwoApps, type TwoApps } from '../../support/app/two-apps.ts';
import type { Lifetime } from '../../support/machine/child-app.ts';
import { seededRandom } from '../../support/machine/seeded-random.ts';
import { setFaults } from '../../support/platform/set-faults.ts';
import { playAttendee, reloadUntil } from './attendee.ts';
import { brokenAttendees, brokenRecords, soakFaults } from './faults.ts';
import { createTally, type Tally } from './tally.ts';

const attendees = 2000;
/** The last two attendees have broken records. */
const inCrowd = attendees - 2;
const lanes = 12;
/** The maximum duration of a fault, and of the pause for recovery after it, in seconds. */
const longestFault = 5;
const megabyte = 1024;

export async function soak(t: Lifetime, seconds: number): Promise<Tally> {
  const apps = await startTwoApps(t, {
    attendees,
    limits: withCache,
    redisDeadlineMs: 500,
  });
  await setFaults(apps.sandbox, brokenRecords);
  const tally = createTally();
  const end = Date.now() + 1000 * seconds;
  await Promise.all([
    playCrowd(apps, tally, end),
    ...brokenAttendees.map((key) =>
      reloadUntil(end, { key, url: apps.url, tally, random: seededRandom(1) }),
    ),
    injectFaults(apps, tally, { end, seconds }),
    watch(apps, tally, { end, seconds }),
  ]);
  for (const key of await apps.keysWithoutExpiry()) tally.record('keys without expiry', key);
  return tally;
}

async function playCrowd(apps: TwoApps, tally: Tally, end: number): Promise<void> {
  let next = 0;
  const playLane = async () => {
    while (Date.now() < end) {
      const number = next;
      next += 1;
      const key = `guest-${(number % inCrowd) + 1}`;
      await playAttendee({ key, url: apps.url, tally, random: seededRandom(number) });
    }
  };
  await Promise.all(Array.from({ length: lanes }, playLane));
}

/**
 * Starts and stops one fault at a time, in a loop. Each fault occurs at least once if `seconds` is
 * large enough.
 */
async function injectFaults(
  apps: TwoApps,
  tally: Tally,
  { end, seconds }: { end: number; seconds: number },
): Promise<void> {
  // One round of all faults must fit into `seconds`. Its pauses, two per fault, take at most two
  // thirds of that time, which leaves a third for starting and stopping the faults.
  const pauseMs = Math.min(1000 * longestFault, (1000 * seconds) / soakFaults.length / 3);
  for (let turn = 0; Date.now() + 2 * pauseMs <= end; turn += 1) {
    tally.begin('none');
    await sleep(pauseMs);
    const fault = soakFaults[turn % soakFaults.length];
    if (!fault) return;
    tally.begin(fault.name);
    await fault.start(apps);
    await sleep(pauseMs);
    await fault.stop(apps);
  }
  tally.begin('none');
}

async function watch(
  { sandbox, instances }: TwoApps,
  tally: Tally,
  { end, seconds }: { end: number; seconds: number },
): Promise<void> {
  const start = end - 1000 * seconds;
  const [first] = instances;
  const counted = new WeakSet<object>();
  let isWarm = false;
  while (Date.now() < end) {
    await sleep(200);
    for (const call of sandbox.calls) {
      if (counted.has(call)) continue;
      counted.add(call);
      if (isRecord(call.path)) tally.countPlatformCall();
    }
    if (isWarm || Date.now() - start < (1000 * seconds) / 5) continue;
    isWarm = true;
    tally.memory.push(residentMegabytes(first.pid));
  }
  tally.memory.push(residentMegabytes(first.pid));
}

function isRecord(path: string): boolean {
  return path.startsWith('/api/') && !path.startsWith('/api/oauth');
}

function residentMegabytes(pid: number): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / megabyte);
}
