// Runs a TypeScript program in a separate process: the version compiled for this test run,
// otherwise the source with tsx.
import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiledFile } from './compiled-file.ts';

const tsx = import.meta.resolve('tsx');

export function runProgram(
  file: string,
  args: readonly string[] = [],
  options: SpawnOptionsWithoutStdio = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...nodeArguments(file), ...args], options);
}

export async function resultOf(child: ChildProcessWithoutNullStreams) {
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, exitCode };
}

export function nodeArguments(file: string): string[] {
  const program = compiledFile(file);
  return program.endsWith('.ts') ? ['--import', tsx, program] : [program];
}
