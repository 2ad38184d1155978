import { execFileSync } from 'node:child_process';
import { request } from 'undici';
import type { TestRedis } from '../../support/redis/redis.ts';
import { ratioOf } from './figures.ts';
import { connections } from './load.ts';
import { measureViews, memoryAfterViews } from './memory.ts';
import { compareWaits } from './open-loop.ts';
import { printScenario, printVerdicts } from './report.ts';
import { type Figures, type Runner, runRounds } from './rounds.ts';
import { closeRunner, createStart, openRunner } from './runners.ts';
import {
  againstItself,
  type Program,
  programs,
  type Scenario,
  scenarios,
  withBefore,
} from './scenarios.ts';
import { comparePhones } from './slow-phone.ts';
import { isResolved, type Measured, rowOf, verdictsOf } from './verdict.ts';
import {
  compareLogins,
  compareMemory,
  compareSessionCounts,
  compareStarts,
  measurePerson,
} from './whole-app.ts';

export interface BenchmarkOptions {
  readonly node: string;
  readonly rounds: number;
  readonly only: string;
  readonly before: string;
  readonly redis: TestRedis;
  readonly platformUrl: string;
}

export async function runBenchmark(options: BenchmarkOptions) {
  const version = execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`\n## Node ${version}, ${connections} connections, ${options.rounds} rounds`);
  const all: { programs: Record<string, Program>; scenarios: readonly Scenario[] } = options.before
    ? withBefore(options.before)
    : { programs, scenarios };
  const wanted = all.scenarios.filter(({ name }) => name.includes(options.only));
  const start = createStart({ ...options, programs: all.programs });
  const names = new Set(wanted.flatMap(({ contenders }) => contenders));
  const runners = new Map<string, Runner>();
  for (const [name, program] of Object.entries(all.programs))
    if (names.has(name)) runners.set(name, await openRunner(await start(name), program));

  const measured: Measured[] = [];
  if (runners.size > 0) measured.push(await measurePerson(options.redis));
  const areValid: boolean[] = [];
  for (const scenario of wanted) {
    const { isValid, ...page } = await runScenario(scenario, runners, options);
    measured.push(page);
    areValid.push(isValid);
  }
  measured.push(await compareMemory(runners));
  if (options.only === '') {
    measured.push(await compareWaits(runners));
    measured.push(await compareLogins(runners, options.rounds));
    measured.push(await compareSessionCounts(runners, options));
    measured.push(await compareStarts(start));
  }
  if ('a slow phone'.includes(options.only)) measured.push(await comparePhones(start));
  if (memoryAfterViews.includes(options.only)) measured.push(await measureViews(start));
  const verdicts = measured.flatMap((each) => each.verdicts);
  printVerdicts(verdicts);
  for (const runner of runners.values()) await closeRunner(runner);
  const isValid = areValid.every(Boolean);
  if (!isValid)
    console.log('\nThis run is INVALID: the same program against itself differs too much.');
  return { isValid, rows: verdicts.map((verdict) => rowOf(verdict, version)) };
}

async function runScenario(
  scenario: Scenario,
  runners: ReadonlyMap<string, Runner>,
  { rounds, redis, platformUrl }: BenchmarkOptions,
): Promise<Measured & { isValid: boolean }> {
  const taking = scenario.contenders.flatMap((name) => runners.get(name) ?? []);
  const paths = new Map<Runner, string>();
  for (const runner of taking)
    paths.set(runner, await hashedPath(runner.contender.origin, scenario.path));
  const options = {
    ...scenario,
    runners: taking,
    pathOf: (runner: Runner) => paths.get(runner) ?? scenario.path,
    rounds,
    redis,
    platformUrl,
  };
  const { figures, crowd } = await runRounds(options);
  const verdicts = verdictsOf(scenario, figures);
  printScenario(scenario, { figures, crowd, verdicts });
  return { what: scenario.name, verdicts, isValid: isWellMeasured(scenario, figures) };
}

async function hashedPath(origin: string, path: string): Promise<string> {
  if (!path.startsWith('/assets/')) return path;
  const { body } = await request(origin, { reset: true });
  const home = await body.text();
  const [found] = new RegExp(path.replace('.', '-\\w+.')).exec(home) ?? [];
  return found ?? path;
}

function isWellMeasured({ name }: Scenario, figures: ReadonlyMap<string, Figures>): boolean {
  const [ours, again] = [figures.get('Lanyard'), figures.get('Lanyard again')];
  if (name !== againstItself || !ours || !again) return true;
  const ratio = ratioOf(ours.cpu, again.cpu);
  const [median, lower, upper] = [ratio.median, ratio.lower, ratio.upper].map((each) =>
    each.toFixed(2),
  );
  console.log(`\nThe same program against itself: ${median} (${lower} to ${upper})`);
  return isResolved(ratio);
}
