import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { request } from 'undici';
import type { Question } from './usage.ts';

export interface Usage {
  /** User and system time since the start of the process. */
  readonly cpuSeconds: number;
  /** Resident memory in bytes: now, and its maximum since the start. */
  readonly memory: number;
  readonly peakMemory: number;
}

export interface Contender {
  readonly name: string;
  readonly origin: string;
  readonly startSeconds: number;
  readonly startCpuSeconds: number;
  usage(): Promise<Usage>;
  /**
   * The used heap, and the resident memory outside the heap, in bytes after a garbage collection.
   */
  settledMemory(): Promise<{ heap: number; native: number }>;
  stop(): Promise<void>;
}

export interface ContenderOptions {
  readonly name: string;
  readonly file: string;
  readonly port: number;
  readonly env: Record<string, string>;
  readonly node: string;
  readonly nodeArguments?: readonly string[];
}

const longestStartMs = 20_000;

export async function startContender(options: ContenderOptions): Promise<Contender> {
  const { name, file, port, env, node, nodeArguments = [] } = options;
  const origin = `http://127.0.0.1:${port}`;
  const preload = pathToFileURL('test/tools/bench/usage.ts').href;
  const startedAt = performance.now();
  const child = spawn(node, [...nodeArguments, '--import', preload, file], {
    env: { PATH: process.env.PATH, PORT: String(port), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const deadline = startedAt + longestStartMs;
  while (!(await answers(origin))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${name} did not start`);
    await setTimeout(10);
  }
  const startSeconds = (performance.now() - startedAt) / 1000;
  const { cpuSeconds } = await usageOf(child);
  return {
    name,
    origin,
    startSeconds,
    startCpuSeconds: cpuSeconds,
    usage: () => usageOf(child),
    settledMemory: () => ask(child, 'memory'),
    stop: () => stop(child),
  };
}

async function answers(origin: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(origin);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

const usageOf = (child: ChildProcess): Promise<Usage> => ask(child, 'usage');

/** usage.ts, which is preloaded into the contender's process, sends the response. */
async function ask<Answer>(child: ChildProcess, question: Question): Promise<Answer> {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
