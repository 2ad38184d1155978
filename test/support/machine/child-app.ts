import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { runProgram } from './program.ts';

/**
 * Runs cleanup functions. A `t` runs them after its test, and `{ after }` from node:test after all
 * tests in the file.
 */
export interface Lifetime {
  after(end: () => unknown): void;
}

export async function withLifetime<Result>(
  run: (lifetime: Lifetime) => Promise<Result>,
): Promise<Result> {
  const cleanups: (() => unknown)[] = [];
  try {
    return await run({ after: (end) => void cleanups.push(end) });
  } finally {
    for (const end of cleanups.reverse()) await end();
  }
}

export interface ChildApp {
  readonly pid: number;
  output(): string;
  tell(line: string): void;
  stop(): Promise<void>;
}

/**
 * Runs a TypeScript file as a program. Resolves when the program has printed every string in
 * `ready`. Rejects with the output if the program exits first or takes too long.
 */
export async function startChild(
  t: Lifetime,
  options: {
    file: string;
    cwd?: string;
    env: Record<string, string>;
    ready: string | readonly string[];
  },
): Promise<ChildApp> {
  const { PATH = '' } = process.env;
  const env = { PATH, ...options.env };
  const child = runProgram(options.file, [], { cwd: options.cwd, env });
  const stop = () => stopProgram(child);
  t.after(stop);
  const output = await whenReady(child, { name: options.file, ready: [options.ready].flat() });
  return {
    pid: child.pid as number,
    output,
    tell: (line) => void child.stdin.write(`${line}\n`),
    stop,
  };
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/**
 * Longer than any program takes to start on a busy machine, but shorter than the silence after
 * which the runner stops a test run.
 */
const longestStartMs = 90_000;

/**
 * Resolves when the program has printed every string in `ready`. The returned function returns
 * everything printed so far. Rejects with the output if the program exits first or takes too long.
 */
export async function whenReady(
  child: ChildProcessWithoutNullStreams,
  { name, ready }: { name: string; ready: readonly string[] },
): Promise<() => string> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const collectOutput = (chunk: Buffer) => {
      output += chunk;
      if (ready.every((text) => output.includes(text))) resolve();
    };
    child.stdout.on('data', collectOutput);
    child.stderr.on('data', collectOutput);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)));
    const tooLong = () => reject(new Error(`${name} is not ready: ${output}`));
    setTimeout(tooLong, longestStartMs).unref();
  });
  return () => output;
}
