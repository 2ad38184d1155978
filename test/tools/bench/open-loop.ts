// Measures waiting times at a steady rate of requests, even if the responses do not keep up.
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, ratioOf } from './figures.ts';
import { headersOf, type Visitor } from './load.ts';
import { printRow } from './report.ts';
import type { Runner } from './rounds.ts';
import type { Measured } from './verdict.ts';

interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
}

const path = '/profile';
/** The rates of a quiet moment, and of a moment when everybody opens a page. */
const steady = { name: '200 a second', perSecond: 200, seconds: 5 };
const burst = { name: 'a burst of 1,000 a second', perSecond: 1000, seconds: 1 };
const rounds = 5;

export async function compareWaits(runners: ReadonlyMap<string, Runner>): Promise<Measured> {
  const names = ['Lanyard', 'textbook'];
  const taking = names.flatMap((name) => runners.get(name) ?? []);
  console.log(`\n### ${path}, open loop\n`);
  printRow('rate', 'contender', 'CPU ms a page', 'p50 ms', 'p99 ms');
  printRow(...Array(5).fill('---'));
  const p99s = await waitsAt(steady, taking);
  await waitsAt(burst, taking);
  const [ours = [], textbook = []] = p99s;
  const { median, lower, upper } = ratioOf(ours, textbook);
  const what = `${path}, ${steady.name}`;
  const verdict = { what, kind: 'p99 / textbook', row: 'textbook', measured: median };
  return { what, verdicts: [{ ...verdict, target: 1, lower, upper }] };
}

async function waitsAt(
  { name, ...rate }: Rate & { name: string },
  runners: readonly Runner[],
): Promise<number[][]> {
  const measured = runners.map(() => ({
    cpu: [] as number[],
    p50: [] as number[],
    p99: [] as number[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { contender, loggedIn }] of runners.entries()) {
      const before = await contender.usage();
      const waits = await openLoop(loggedIn, rate);
      const { cpuSeconds } = await contender.usage();
      const figures = measured[index];
      figures?.cpu.push(((cpuSeconds - before.cpuSeconds) / waits.length) * 1000);
      figures?.p50.push(quantile(waits));
      figures?.p99.push(quantile(waits, 0.99));
    }
  }
  for (const [index, { cpu, p50, p99 }] of measured.entries()) {
    const figures = [cpu, p50, p99].map((list) => quantile(list).toFixed(1));
    printRow(name, runners[index]?.contender.name ?? '', ...figures);
  }
  return measured.map(({ p99 }) => p99);
}

/**
 * Resolves to the wait for each request in milliseconds, from the time when the request was due
 * until its response.
 */
async function openLoop(visitors: readonly Visitor[], { perSecond, seconds }: Rate) {
  const count = perSecond * seconds;
  const startedAt = performance.now();
  const running: Promise<number>[] = [];
  while (running.length < count) {
    const due = startedAt + (running.length * 1000) / perSecond;
    const visitor = visitors[running.length % visitors.length];
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    if (visitor) running.push(visit(visitor, due));
  }
  return Promise.all(running);
}

async function visit({ client, cookie }: Visitor, due: number): Promise<number> {
  const { body } = await client.request({ method: 'GET', path, headers: headersOf(cookie) });
  await body.dump();
  return performance.now() - due;
}
