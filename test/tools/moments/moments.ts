// The moments for `npm run moments`, and the environment that shifts a program's clock to one of
// them.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { needProgram } from '../../support/machine/programs-of-debian.ts';

interface Moment {
  readonly at: string;
  /** The machine's time zone. */
  readonly zone: string;
  readonly what: string;
}

export const moments: readonly Moment[] = [
  { at: '2026-11-27T23:40:00Z', zone: 'UTC', what: 'twenty minutes before midnight' },
  { at: '2026-12-31T23:57:00Z', zone: 'Asia/Kolkata', what: 'the last minutes of a year' },
  { at: '2027-06-30T23:57:00Z', zone: 'Pacific/Honolulu', what: 'the last minutes of a month' },
  { at: '2028-02-29T12:00:00Z', zone: 'Pacific/Kiritimati', what: 'a leap day' },
  { at: '2027-03-28T01:30:00Z', zone: 'Europe/Berlin', what: 'summer time has skipped an hour' },
  { at: '2026-10-25T00:30:00Z', zone: 'Europe/Berlin', what: 'an hour that will repeat' },
];

/** Compiles the library that shifts a program's clock. Returns its path. */
export function buildMovedClock(folder: string): string {
  needProgram('cc', 'gcc libc6-dev');
  const library = join(folder, 'move-clock.so');
  const source = join(import.meta.dirname, 'move-clock.c');
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source]);
  return library;
}

/**
 * In a program with this environment, the clock starts at the given moment and runs on from there.
 * Child processes have the same clock.
 */
export function environmentAt({ at, zone }: Moment, library: string): NodeJS.ProcessEnv {
  const ahead = Math.round((Date.parse(at) - Date.now()) / 1000);
  return { ...process.env, TZ: zone, LD_PRELOAD: library, MOVE_CLOCK_SECONDS: String(ahead) };
}
