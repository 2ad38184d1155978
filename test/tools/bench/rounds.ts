// Runs interleaved rounds. In each round, every contender gets the same requests, one contender
// after the other.
import { request } from 'undici';
import type { TestRedis } from '../../support/redis/redis.ts';
import type { Contender } from './contender.ts';
import { measureCrowd, quantile } from './figures.ts';
import { load, type Visitor } from './load.ts';

export interface Runner {
  readonly contender: Contender;
  readonly loggedIn: readonly Visitor[];
  readonly anonymous: readonly Visitor[];
}

export interface Figures {
  /** Seconds of CPU time per 1,000 pages. */
  readonly cpu: number[];
  readonly perSecond: number[];
  /** In milliseconds. */
  readonly p50: number[];
  readonly p99: number[];
  readonly redisCommands: number[];
  readonly platformCalls: number[];
  /** The number of responses with an unexpected status. */
  readonly failed: number[];
}

export interface RoundsOptions {
  readonly runners: readonly Runner[];
  readonly pathOf: (runner: Runner) => string;
  readonly status: number;
  readonly isLoggedIn: boolean;
  readonly languages?: readonly string[] | undefined;
  readonly rounds: number;
  readonly redis: TestRedis;
  readonly platformUrl: string;
}

/**
 * Requests per contender before the first round, and in each round. A round includes several
 * garbage collections.
 */
const warmUp = 2000;
const perRound = 500;

export async function runRounds(options: RoundsOptions) {
  const figures = new Map<string, Figures>();
  const crowds: number[] = [];
  for (const { contender } of options.runners) figures.set(contender.name, noFigures());
  for (const runner of options.runners) await visit(runner, options, warmUp);
  for (let round = 0; round < options.rounds; round += 1) {
    crowds.push(measureCrowd());
    // The order alternates, so that a contender does not always run after the same one.
    const inTurn = round % 2 === 0 ? options.runners : options.runners.toReversed();
    for (const runner of inTurn) {
      const measured = figures.get(runner.contender.name);
      if (measured) await measure(runner, options, measured);
    }
  }
  return { figures, crowd: quantile(crowds) };
}

function noFigures(): Figures {
  return {
    cpu: [],
    perSecond: [],
    p50: [],
    p99: [],
    redisCommands: [],
    platformCalls: [],
    failed: [],
  };
}

function visit(runner: Runner, options: RoundsOptions, count: number) {
  const visitors = options.isLoggedIn ? runner.loggedIn : runner.anonymous;
  const { status, languages } = options;
  return load(visitors, { path: options.pathOf(runner), count, status, languages });
}

async function measure(runner: Runner, options: RoundsOptions, measured: Figures): Promise<void> {
  const before = await counts(runner, options);
  const { seconds, latencies, failed } = await visit(runner, options, perRound);
  const after = await counts(runner, options);
  measured.cpu.push(((after.cpuSeconds - before.cpuSeconds) / perRound) * 1000);
  measured.perSecond.push(perRound / seconds);
  measured.p50.push(quantile(latencies));
  measured.p99.push(quantile(latencies, 0.99));
  measured.failed.push(failed);
  // Reading the counter is itself a command.
  measured.redisCommands.push((after.commands - before.commands - 1) / perRound);
  measured.platformCalls.push((after.calls - before.calls) / perRound);
}

async function counts({ contender }: Runner, { redis, platformUrl }: RoundsOptions) {
  const { cpuSeconds } = await contender.usage();
  const stats = String(await redis.command('INFO', 'stats'));
  const [, commands] = /total_commands_processed:(\d+)/.exec(stats) ?? [];
  const { body } = await request(new URL('/count', platformUrl), { reset: true });
  const { calls } = (await body.json()) as { calls: number };
  return { cpuSeconds, commands: Number(commands), calls };
}
