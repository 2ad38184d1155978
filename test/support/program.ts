// Runs a TypeScript program in its own process: the version compiled for this test run, otherwise
// tsx.
import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiledFile } from './compiled-file.ts';

const tsx = import.meta.resolve('tsx');

/** Starts `file` (an absolute path, or relative to the project root) with these arguments. */
export function runProgram(
  file: string,
  args: readonly string[] = [],
  options: SpawnOptionsWithoutStdio = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...nodeArguments(file), ...args], options);
}

/** Resolves when the program has ended, to what it printed and its exit code. */
export async function resultOf(child: ChildProcessWithoutNullStreams) {
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, exitCode };
}

/** Returns the Node arguments that run `file`. */
export function nodeArguments(file: string): string[] {
  const program = compiledFile(file);
  return program.endsWith('.ts') ? ['--import', tsx, program] : [program];
}
