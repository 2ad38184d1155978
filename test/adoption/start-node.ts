// A program of somebody else in a process of its own, started by plain Node with nothing in its environment; gone after the test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Lifetime } from '../support/child-app.ts';

interface NodeProgram {
  /** As they follow `node` on the command line. */
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Beside PATH. NODE_ENV is not set unless it is set here. */
  readonly env: Readonly<Record<string, string>>;
  /** What it prints when it is ready, each of them. */
  readonly ready: readonly string[];
}

/** Starts the program, and resolves when it is ready. Rejects with its output when it ends before. */
export async function startNode(t: Lifetime, { args, cwd, env, ready }: NodeProgram): Promise<void> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, { ...(cwd && { cwd }), env: { PATH, ...env } });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      if (ready.every((words) => output.includes(words))) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`node ${args.join(' ')} ended with ${code}: ${output}`)));
  });
}
