// Starts a Node program in its own process with an empty environment. It ends with the test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Lifetime } from '../support/child-app.ts';

interface NodeProgram {
  /** The command line after `node`. */
  readonly args: readonly string[];
  readonly cwd?: string;
  /** In addition to PATH. NODE_ENV is unset unless it is set here. */
  readonly env: Readonly<Record<string, string>>;
  /** Texts that the program prints when it is ready: it must print all of them. */
  readonly ready: readonly string[];
}

/** Longer than a start takes on a busy machine, and shorter than the runner waits for a test. */
const longestStartMs = 90_000;

/** Resolves when the program is ready. Rejects with its output if it ends before, or takes too long. */
export async function startNode(
  t: Lifetime,
  { args, cwd, env, ready }: NodeProgram,
): Promise<void> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, { ...(cwd && { cwd }), env: { PATH, ...env } });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const collectOutput = (chunk: Buffer) => {
      output += chunk;
      if (ready.every((text) => output.includes(text))) resolve();
    };
    child.stdout.on('data', collectOutput);
    child.stderr.on('data', collectOutput);
    child.once('exit', (code) =>
      reject(new Error(`node ${args.join(' ')} ended with ${code}: ${output}`)),
    );
    const tooLong = () => reject(new Error(`node ${args.join(' ')} is not ready: ${output}`));
    setTimeout(tooLong, longestStartMs).unref();
  });
}
