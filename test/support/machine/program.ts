// Runs a TypeScript program in a separate process.
import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export function runProgram(
  file: string,
  args: readonly string[] = [],
  options: SpawnOptionsWithoutStdio = {},
): ChildProcessWithoutNullStreams {
  const { env = process.env } = options;
  const { NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [resolve(file), ...args], {
    ...options,
    env: { NODE_COMPILE_CACHE, ...movedClock(), ...env },
  });
}

export async function resultOf(child: ChildProcessWithoutNullStreams) {
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, exitCode };
}

/**
 * The variables with which `npm run moments` sets the clock of every program. Without them, a
 * program's clock would differ from that of the test that starts it.
 */
export function movedClock(): NodeJS.ProcessEnv {
  const { LD_PRELOAD, MOVE_CLOCK_SECONDS, TZ } = process.env;
  return MOVE_CLOCK_SECONDS ? { LD_PRELOAD, MOVE_CLOCK_SECONDS, TZ } : {};
}

/**
 * Returns the machine's own Node, on which the demo and the built app must also run (README.md).
 * Tests run on the Node in package.json, because npm puts it first on the PATH.
 */
export function machineNode(): string {
  const folders = (process.env.PATH ?? '').split(':').filter((one) => !/node_modules/.test(one));
  return folders.map((folder) => join(folder, 'node')).find(existsSync) ?? process.execPath;
}
