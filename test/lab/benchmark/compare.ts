// Compares Lanyard with the textbook app T: CPU time, Redis commands and platform calls for pages
// and logins, latency at a steady rate, and startup. In each round, every app gets the same
// requests, one app at a time.
import { request } from 'undici';
import { keyPrefixes } from '../../../src/login/store/key-names.ts';
import type { Lifetime } from '../../support/machine/child-app.ts';
import { keysOfRequests, type TestRedis } from '../../support/redis/redis.ts';
import { type Backends, logInAs, logInMany, type Name, start, startBackends, url } from './apps.ts';
import type { Contender } from './contender.ts';
import { connections, type Load, load } from './load.ts';
import { printRow, quantile, ratioOf } from './report.ts';

interface Runner {
  readonly name: Name;
  readonly contender: Contender;
  readonly cookies: readonly string[];
}

interface Page {
  readonly what: string;
  readonly path: string;
  /** Lanyard comes first, because each ratio compares the first app with one of the others. */
  readonly names: readonly Name[];
  readonly status?: number;
  readonly isOpen?: true;
}

const pages: readonly Page[] = [
  { what: '/profile', path: '/profile', names: ['Lanyard', 'Lanyard again', 'T'] },
  { what: '/profile, uncached', path: '/profile', names: ['Lanyard, uncached', 'T'] },
  { what: '/badge-name', path: '/badge-name', names: ['Lanyard'] },
  { what: '/badge-name, uncached', path: '/badge-name', names: ['Lanyard, uncached'] },
  { what: 'home page, not logged in', path: '/', names: ['Lanyard'], isOpen: true },
];

/** Requests before the first round, and in each round, which spans several garbage collections. */
const warmUp = 1000;
const perRound = 500;
const loginsPerRound = 30;
const ratePerSecond = 200;

export async function compare(t: Lifetime, { rounds }: { rounds: number }): Promise<void> {
  const backends = await startBackends(t, connections);
  const runners = await startRunners(t, backends);
  const pick = (names: readonly Name[]) => runners.filter(({ name }) => names.includes(name));

  console.log(`\n## ${process.version}, ${rounds} rounds\n`);
  printRow('', 'app', 'CPU ms', 'Lanyard / it (quartiles)', 'Redis commands', 'platform calls');
  printRow(...Array(6).fill('---'));
  for (const page of pages) {
    const taking = pick(page.names);
    for (const runner of taking) await load(runner.contender, loadOf(page, runner, warmUp));
    await printRounds(taking, { what: page.what, rounds, backends, count: perRound }, (runner) =>
      load(runner.contender, loadOf(page, runner, perRound)),
    );
  }
  const both = pick(['Lanyard', 'T']);
  const login = { what: 'a login and its first page', rounds, backends, count: loginsPerRound };
  await printRounds(both, login, async ({ contender }) => {
    for (let number = 1; number <= loginsPerRound; number += 1)
      await logInAs(contender.origin, `guest-${number}`);
  });
  await printSteadyRate(both, rounds);
  await printPerson(backends.redis, runners);
  await printStarts(t, backends);
}

async function startRunners(t: Lifetime, backends: Backends): Promise<Runner[]> {
  const runners: Runner[] = [];
  const add = async (name: Name, env?: Record<string, string>) => {
    const contender = await start(t, backends, { name, ...(env && { env }) });
    const runner = { name, contender, cookies: await logInMany(contender, connections) };
    runners.push(runner);
    return runner;
  };
  const ours = await add('Lanyard');
  await add('Lanyard again');
  await add('Lanyard, uncached');
  await add('T', { PROFILE_TEMPLATE: await templateFrom(ours) });
  return runners;
}

/**
 * Makes T's template from Lanyard's profile page for guest-1, so that both send pages of about the
 * same size. T fills in only the email address.
 */
async function templateFrom({ contender, cookies }: Runner): Promise<string> {
  const { body } = await request(`${contender.origin}/profile`, {
    headers: { host: new URL(url).host, 'x-forwarded-proto': 'https', cookie: cookies[0] },
  });
  const html = (await body.text()).replaceAll('<wbr>', '');
  const template = html.replaceAll('guest-1@example.org', '<%= it.user.email %>');
  if (template === html) throw new Error('the profile does not show the email address');
  return template;
}

function loadOf({ path, status = 200, isOpen }: Page, { cookies }: Runner, count: number): Load {
  return { paths: [path], status, cookies: isOpen ? [] : cookies, count };
}

async function printRounds(
  runners: readonly Runner[],
  options: { what: string; rounds: number; count: number; backends: Backends },
  run: (runner: Runner) => Promise<unknown>,
): Promise<void> {
  const { what, rounds, count, backends } = options;
  const figures = runners.map(() => ({ cpu: [], commands: [], calls: [] }) as Figures);
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that an app does not always run after the same app.
    const order = [...runners.keys()];
    for (const index of round % 2 === 0 ? order : order.reverse()) {
      const runner = runners[index];
      if (!runner) continue;
      // The sandbox records only the last 10,000 calls.
      backends.sandbox.calls.length = 0;
      const before = await countsOf(runner, backends);
      await run(runner);
      const after = await countsOf(runner, backends);
      figures[index]?.cpu.push(((after.cpuSeconds - before.cpuSeconds) * 1000) / count);
      // Reading the counter is itself a command.
      figures[index]?.commands.push((after.commands - before.commands - 1) / count);
      figures[index]?.calls.push((after.calls - before.calls) / count);
    }
  }
  for (const [index, { cpu, commands, calls }] of figures.entries()) {
    const ratio = index === 0 ? '' : ratioOf(figures[0]?.cpu ?? [], cpu);
    const counts = [commands, calls].map((each) => quantile(each).toFixed(1));
    printRow(what, runners[index]?.name ?? '', quantile(cpu).toFixed(2), ratio, ...counts);
  }
}

interface Figures {
  readonly cpu: number[];
  readonly commands: number[];
  readonly calls: number[];
}

async function countsOf({ contender }: Runner, { redis, sandbox }: Backends) {
  const { cpuSeconds } = await contender.usage();
  const stats = String(await redis.command('INFO', 'stats'));
  const commands = Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]);
  const calls = sandbox.calls.filter(({ path }) => path.startsWith('/api/')).length;
  return { cpuSeconds, commands, calls };
}

async function printSteadyRate(runners: readonly Runner[], rounds: number): Promise<void> {
  console.log(`\n## /profile, ${ratePerSecond} requests a second\n`);
  printRow('app', 'CPU ms', 'p50 ms', 'p99 ms');
  printRow(...Array(4).fill('---'));
  const figures = runners.map(() => ({ cpu: [], p50: [], p99: [] }) as Record<string, number[]>);
  const count = 5 * ratePerSecond;
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { contender, cookies }] of runners.entries()) {
      const before = await contender.usage();
      const waits = await load(contender, {
        ...{ paths: ['/profile'], cookies, count },
        rate: ratePerSecond,
      });
      const { cpuSeconds } = await contender.usage();
      const measured = { cpu: ((cpuSeconds - before.cpuSeconds) * 1000) / count, ...waits };
      for (const [kind, figure] of Object.entries(measured)) figures[index]?.[kind]?.push(figure);
    }
  }
  for (const [index, measured] of figures.entries()) {
    const middle = Object.values(measured).map((each) => quantile(each).toFixed(1));
    printRow(runners[index]?.name ?? '', ...middle);
  }
}

/** The memory in Redis for one person who has just logged in to Lanyard. */
async function printPerson(redis: TestRedis, runners: readonly Runner[]): Promise<void> {
  await redis.command('FLUSHALL');
  for (const { name, contender } of runners)
    if (name === 'Lanyard') await logInMany(contender, connections);
  const keys = await keysOfRequests(redis);
  const sizes = await Promise.all(keys.map((key) => redis.command('MEMORY', 'USAGE', key)));
  const people = keys.filter((key) => key.startsWith(keyPrefixes.session)).length;
  const bytes = sizes.reduce<number>((sum, size) => sum + Number(size), 0) / people;
  console.log(`\nA person who has just logged in: ${bytes.toFixed(0)} bytes in Redis`);
}

async function printStarts(t: Lifetime, backends: Backends): Promise<void> {
  for (const name of ['Lanyard', 'T'] as const) {
    const starts: Contender[] = [];
    while (starts.length < 5) {
      const contender = await start(t, backends, { name });
      starts.push(contender);
      await contender.stop();
    }
    const seconds = quantile(starts.map(({ startSeconds }) => startSeconds)).toFixed(2);
    const cpu = quantile(starts.map(({ startCpuSeconds }) => startCpuSeconds)).toFixed(2);
    console.log(`Start of ${name} to its first page: ${seconds} s, CPU ${cpu} s`);
  }
}
