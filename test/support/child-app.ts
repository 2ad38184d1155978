// Runs one of the project's programs in its own process until the test ends.
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { runProgram } from './program.ts';

/**
 * Runs cleanup: after the test for `t`, or after all tests of a file for `{ after }` of node:test.
 */
export interface Lifetime {
  after(end: () => unknown): void;
}

/** Runs a program that starts what tests start, then cleans up, the last first, also after an error. */
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
  /** Returns everything printed so far, on both streams. */
  output(): string;
  /** Writes a line to its standard input. */
  tell(line: string): void;
  /** Stops the process and resolves when it has exited. */
  stop(): Promise<void>;
}

/**
 * Runs a TypeScript file and resolves when it has printed every text in `ready`. Rejects with the
 * output if the process exits first.
 */
export async function startChild(
  t: Lifetime,
  options: {
    /** From the project root. */
    file: string;
    /** The working directory; defaults to that of the tests. */
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

/** Resolves when the process has exited. Does nothing if it has already. */
export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Longer than a start takes on a busy machine, and shorter than the runner waits for a test. */
const longestStartMs = 90_000;

/**
 * Resolves when the program has printed all texts of `ready`, to a function that returns everything
 * printed so far. Rejects with the output if the program ends before, or takes too long.
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
