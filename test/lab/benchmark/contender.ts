// Starts an app in a separate process that reports its CPU time and memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { request } from 'undici';
import { stopProgram } from '../../support/machine/child-app.ts';
import type { Question } from './usage.ts';

export interface Contender {
  readonly origin: string;
  /** The time from the start of the process to its first page, and the CPU time used by then. */
  readonly startSeconds: number;
  readonly startCpuSeconds: number;
  /** User and system time since the start in seconds, and resident memory in bytes. */
  usage(): Promise<{ cpuSeconds: number; memory: number }>;
  /**
   * The used heap, and the resident memory outside the heap, in bytes after a garbage collection.
   */
  settledMemory(): Promise<{ heap: number; native: number }>;
  stop(): Promise<void>;
}

const longestStartMs = 20_000;

export async function startContender({
  file,
  env,
  nodeArguments = [],
}: {
  file: string;
  env: Record<string, string> & { PORT: string };
  nodeArguments?: readonly string[];
}): Promise<Contender> {
  const origin = `http://127.0.0.1:${env.PORT}`;
  const preload = pathToFileURL('test/lab/benchmark/usage.ts').href;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeArguments, '--import', preload, file], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
  const ask = async (question: Question) => {
    child.send(question);
    const [response] = await once(child, 'message');
    return response;
  };
  while (!(await responds(origin))) {
    if (child.exitCode !== null || performance.now() > startedAt + longestStartMs)
      throw new Error(`${file} did not start`);
    await sleep(10);
  }
  return {
    origin,
    startSeconds: (performance.now() - startedAt) / 1000,
    startCpuSeconds: (await ask('usage')).cpuSeconds,
    usage: () => ask('usage'),
    settledMemory: () => ask('memory'),
    stop: () => stopProgram(child),
  };
}

async function responds(origin: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(origin, { reset: true });
    await body.dump();
    return statusCode < 500;
  } catch {
    return false;
  }
}
