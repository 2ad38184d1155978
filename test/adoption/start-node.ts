// Starts a Node program in its own process with an empty environment. It ends with the test.
import { spawn } from 'node:child_process';
import { type Lifetime, stopProgram, whenReady } from '../support/child-app.ts';

interface NodeProgram {
  /** The command line after `node`. */
  readonly args: readonly string[];
  readonly cwd?: string;
  /** In addition to PATH. NODE_ENV is unset unless it is set here. */
  readonly env: Readonly<Record<string, string>>;
  /** Texts that the program prints when it is ready: it must print all of them. */
  readonly ready: readonly string[];
}

/** Resolves when the program is ready. Rejects with its output if it ends before, or takes too long. */
export async function startNode(
  t: Lifetime,
  { args, cwd, env, ready }: NodeProgram,
): Promise<void> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, { ...(cwd && { cwd }), env: { PATH, ...env } });
  t.after(() => stopProgram(child));
  await whenReady(child, { name: `node ${args.join(' ')}`, ready });
}
