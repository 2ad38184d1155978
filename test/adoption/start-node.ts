import { spawn } from 'node:child_process';
import { type Lifetime, stopProgram, whenReady } from '../support/machine/child-app.ts';
import { movedClock } from '../support/machine/program.ts';

interface NodeProgram {
  readonly args: readonly string[];
  readonly cwd?: string;
  /**
   * The only environment variables besides PATH, the compile cache and a moved clock. Not even
   * NODE_ENV is inherited.
   */
  readonly env: Readonly<Record<string, string>>;
  readonly ready: readonly string[];
}

export async function startNode(
  t: Lifetime,
  { args, cwd, env, ready }: NodeProgram,
): Promise<void> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, args, {
    ...(cwd && { cwd }),
    env: { PATH, NODE_COMPILE_CACHE, ...movedClock(), ...env },
  });
  t.after(() => stopProgram(child));
  await whenReady(child, { name: `node ${args.join(' ')}`, ready });
}
