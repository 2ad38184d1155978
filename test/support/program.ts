// Runs a TypeScript program in a process of its own: as it was compiled for this run of all tests, else through tsx.
import { type ChildProcessWithoutNullStreams, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Starts `file` (a path from the project's root, or an absolute one) with these arguments. */
export function runProgram(
  file: string,
  args: readonly string[] = [],
  options: SpawnOptionsWithoutStdio = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...nodeArguments(resolve(project, file)), ...args], options);
}

/** How Node is called to run `file`, an absolute path. */
export function nodeArguments(file: string): string[] {
  const { COMPILED_PROGRAMS } = process.env;
  const compiled = COMPILED_PROGRAMS && join(COMPILED_PROGRAMS, relative(project, file).replace(/\.ts$/, '.js'));
  return compiled && existsSync(compiled) ? [compiled] : ['--import', tsx, file];
}
