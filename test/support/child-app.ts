// A program of ours in a process of its own, gone after the test.
import { once } from 'node:events';
import { resolve } from 'node:path';
import { runProgram } from './program.ts';

/** When what is started for tests ends again: after the test `t`, or after all tests of a file for `{ after }` of node:test. */
export interface Lifetime {
  after(end: () => unknown): void;
}

export interface ChildApp {
  /** What it has printed so far, both streams. */
  output(): string;
  /** Writes a line to its standard input. */
  tell(line: string): void;
  /** Ends it, and resolves when it is gone. */
  stop(): Promise<void>;
}

/** Runs a TypeScript file and resolves when it has printed `ready` (each of them). Rejects with its output when it ends before. */
export async function startChild(
  t: Lifetime,
  options: { file: string; cwd?: string; env: Record<string, string>; ready: string | readonly string[] },
): Promise<ChildApp> {
  const { PATH = '' } = process.env;
  const child = runProgram(options.cwd ? resolve(options.cwd, options.file) : options.file, [], {
    ...(options.cwd && { cwd: options.cwd }),
    env: { PATH, ...options.env },
  });
  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
  t.after(stop);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      if ([options.ready].flat().every((words) => output.includes(words))) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`${options.file} ended with ${code}: ${output}`)));
  });
  return { output: () => output, tell: (line) => void child.stdin.write(`${line}\n`), stop };
}
