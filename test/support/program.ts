// Runs a TypeScript program in its own process: the version compiled for this test run, otherwise
// tsx.
import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';
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

/** Returns the Node arguments that run `file`. */
export function nodeArguments(file: string): string[] {
  const program = compiledFile(file);
  return program.endsWith('.ts') ? ['--import', tsx, program] : [program];
}
