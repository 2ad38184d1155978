// Runs a TypeScript program in its own process: the version compiled for this test run, otherwise
// tsx.
import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Starts `file` (an absolute path, or relative to the project root) with these arguments. */
export function runProgram(
  file: string,
  args: readonly string[] = [],
  options: SpawnOptionsWithoutStdio = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...nodeArguments(resolve(project, file)), ...args], options);
}

/** Returns the Node arguments that run `file` (an absolute path). */
export function nodeArguments(file: string): string[] {
  const { COMPILED_PROGRAMS } = process.env;
  const compiled =
    COMPILED_PROGRAMS && join(COMPILED_PROGRAMS, relative(project, file).replace(/\.ts$/, '.js'));
  return compiled && existsSync(compiled) ? [compiled] : ['--import', tsx, file];
}
