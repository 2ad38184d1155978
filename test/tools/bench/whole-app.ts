import { request } from 'undici';
import { keyPrefixes } from '../../../src/login/store/key-names.ts';
import type { TestRedis } from '../../support/redis/redis.ts';
import type { Contender } from './contender.ts';
import { quantile, ratioOf } from './figures.ts';
import { load, logIn } from './load.ts';
import type { Runner } from './rounds.ts';
import type { Start } from './runners.ts';
import { programs } from './scenarios.ts';
import { cpuVerdict, type Measured } from './verdict.ts';

type Runners = ReadonlyMap<string, Runner>;

function oursAndTextbook(runners: Runners) {
  const [ours, textbook] = [runners.get('Lanyard'), runners.get('textbook')];
  if (!ours || !textbook) throw new Error('a contender is missing');
  return { ours, textbook };
}

const loginsPerRound = 40;

export async function compareLogins(runners: Runners, rounds: number): Promise<Measured> {
  const { ours, textbook } = oursAndTextbook(runners);
  const logInOnce = () => logIn(ours.contender.origin, programs.Lanyard.loginPath);
  const address = new URL('/profile', textbook.contender.origin);
  const cookie = textbook.loggedIn[0]?.cookie ?? '';
  const openPage = async () => (await request(address, { headers: { cookie } })).body.text();

  const [logins, pages]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    logins.push(await cpuOf(ours.contender, () => repeat(loginsPerRound, logInOnce)));
    pages.push(await cpuOf(textbook.contender, () => repeat(loginsPerRound, openPage)));
  }
  const milliseconds = (quantile(logins) / loginsPerRound) * 1000;
  console.log(`\n### A whole login\n\nLanyard ${milliseconds.toFixed(1)} ms of CPU`);
  const verdict = cpuVerdict('a whole login', {
    against: 'textbook',
    measured: ratioOf(logins, pages),
    ratio: 6,
    goal: 3,
  });
  return {
    what: 'a whole login',
    verdicts: [{ ...verdict, kind: 'CPU / page of textbook' }],
  };
}

async function repeat(times: number, once: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < times; count += 1) await once();
}

async function cpuOf(contender: Contender, run: () => Promise<unknown>): Promise<number> {
  const before = await contender.usage();
  await run();
  return (await contender.usage()).cpuSeconds - before.cpuSeconds;
}

const manySessions = 100_000;
const pagesPerRound = 2000;

const addSessions = `
for number = 1, ARGV[1] do redis.call('SET', KEYS[1] .. number, ARGV[2], 'EX', 3600) end`;
const removeSessions = `
for number = 1, ARGV[1] do redis.call('UNLINK', KEYS[1] .. number) end`;

export async function compareSessionCounts(
  runners: Runners,
  { redis, rounds }: { redis: TestRedis; rounds: number },
): Promise<Measured> {
  const { ours } = oursAndTextbook(runners);
  const others = [`${keyPrefixes.session}benchmark-`, String(manySessions)];
  const openPages = () =>
    load(ours.loggedIn, { path: '/profile', count: pagesPerRound, status: 200 });

  await openPages();
  const [many, few]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    few.push(await cpuOf(ours.contender, openPages));
    await redis.command('EVAL', addSessions, '1', ...others, 'x'.repeat(600));
    many.push(await cpuOf(ours.contender, openPages));
    await redis.command('EVAL', removeSessions, '1', ...others);
  }
  const verdict = cpuVerdict('/profile, 100,000 people logged in', {
    against: 'hardly anybody',
    measured: ratioOf(many, few),
    ratio: 1.05,
    goal: 1,
  });
  return { what: verdict.what, verdicts: [verdict] };
}

const starts = 5;

export async function compareStarts(start: Start): Promise<Measured> {
  const started: Record<'Lanyard' | 'textbook', Contender[]> = { Lanyard: [], textbook: [] };
  for (let round = 0; round < starts; round += 1) {
    for (const [name, list] of Object.entries(started)) {
      const contender = await start(name);
      list.push(contender);
      await contender.stop();
    }
  }
  const cpu = (list: readonly Contender[]) => list.map((each) => each.startCpuSeconds);
  const clock = (list: readonly Contender[]) => list.map((each) => each.startSeconds);
  const texts = Object.entries(started).map(
    ([name, list]) =>
      `${name} ${quantile(clock(list)).toFixed(2)} s, CPU ${quantile(cpu(list)).toFixed(2)} s`,
  );
  console.log(`\n### Start to first page\n\n${texts.join('; ')}`);
  const verdict = cpuVerdict('start', {
    against: 'textbook',
    measured: ratioOf(cpu(started.Lanyard), cpu(started.textbook)),
    ratio: 1.3,
    goal: 1,
  });
  return { what: 'start', verdicts: [verdict] };
}

export async function compareMemory(runners: Runners): Promise<Measured> {
  console.log('\n### Memory after all of it\n');
  const memory = new Map<string, number>();
  for (const { contender } of runners.values()) {
    const { memory: bytes } = await contender.usage();
    memory.set(contender.name, bytes);
    console.log(`- ${contender.name}: ${(bytes / 1024 / 1024).toFixed(0)} MiB`);
  }
  const [ours, textbook] = [memory.get('Lanyard'), memory.get('textbook')];
  if (!ours || !textbook) return { what: 'memory', verdicts: [] };
  const ofTextbook = { what: 'memory', kind: 'MiB / textbook', row: 'textbook' };
  return {
    what: 'memory',
    verdicts: [{ ...ofTextbook, measured: ours / textbook, target: 1.15, goal: 1 }],
  };
}

export async function measurePerson(redis: TestRedis): Promise<Measured> {
  const keys = (await redis.command('KEYS', '?:*')) as string[];
  const ours = keys.filter((key) => Object.values<string>(keyPrefixes).includes(key.slice(0, 2)));
  const sizes = await Promise.all(ours.map((key) => redis.command('MEMORY', 'USAGE', key)));
  const people = ours.filter((key) => key.startsWith(keyPrefixes.session)).length;
  const bytes = sizes.reduce<number>((sum, size) => sum + Number(size), 0) / people;
  const what = 'a person who has just logged in';
  if (people === 0) return { what, verdicts: [] };
  const verdict = { what, kind: 'bytes in Redis', row: 'Lanyard' };
  return { what, verdicts: [{ ...verdict, measured: bytes, target: 1024, goal: 717 }] };
}
