// One run of the benchmark on one version of Node.
import { execFileSync } from 'node:child_process';
import { request } from 'undici';
import { freePort } from '../support/free-port.ts';
import type { TestRedis } from '../support/redis.ts';
import { sandboxSettings } from '../support/sandbox-settings.ts';
import { type Contender, startContender } from './contender.ts';
import { quantile, ratioOf } from './figures.ts';
import { connections, logIn, navigation, openConnections } from './load.ts';
import { printScenario, printVerdicts, type Verdict, verdictOf } from './report.ts';
import { type Figures, type Runner, runRounds } from './rounds.ts';
import { type Program, programs, type Scenario, scenarios, withBefore } from './scenarios.ts';

export interface BenchmarkOptions {
  /** The binary of Node that runs the servers, and further arguments for it. */
  readonly node: string;
  readonly nodeArguments: readonly string[];
  readonly rounds: number;
  /** Only the scenarios whose name contains this text. */
  readonly only: string;
  /** The compiled server of another version, to compare with; may be empty. */
  readonly before: string;
  readonly redis: TestRedis;
  readonly platformUrl: string;
}

const startRounds = 5;
const loginsPerRound = 40;

export async function runBenchmark(options: BenchmarkOptions): Promise<void> {
  const version = execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`\n## Node ${version}, ${connections} connections, ${options.rounds} rounds`);
  const all = options.before ? withBefore(options.before).scenarios : scenarios;
  const wanted = all.filter(({ name }) => name.includes(options.only));
  const names = new Set(wanted.flatMap(({ contenders }) => contenders));
  const sizes = await measurePages(options);
  const runners = new Map<string, Runner>();
  for (const name of names) runners.set(name, await openRunner(name, options, sizes));
  const verdicts: Verdict[] = [];
  for (const scenario of wanted) verdicts.push(...(await runScenario(scenario, runners, options)));
  await printMemory(runners);
  if (options.only === '') {
    verdicts.push(await compareLogins(runners, options.rounds));
    verdicts.push(await compareStarts(options, sizes));
  }
  printVerdicts(verdicts);
  for (const { contender, loggedIn, anonymous } of runners.values()) {
    for (const { client } of [...loggedIn, ...anonymous]) await client.destroy();
    await contender.stop();
  }
}

type Sizes = Record<string, number>;

/** Returns the bytes of our pages: those of the others get as long. */
async function measurePages(options: BenchmarkOptions): Promise<Sizes> {
  const contender = await start('Lanyard', options, {});
  const cookie = await logIn(contender.origin, programs.Lanyard.loginPath);
  const sizes: Sizes = {};
  for (const path of ['/', '/profile', '/badge-name']) {
    const headers = { ...navigation, ...(path !== '/' && { cookie }) };
    const page = await request(new URL(path, contender.origin), { headers });
    if (page.statusCode !== 200) throw new Error(`${path}: ${page.statusCode}`);
    sizes[path] = (await page.body.arrayBuffer()).byteLength;
  }
  await contender.stop();
  console.log(`\nBytes of our pages: ${JSON.stringify(sizes)}`);
  return sizes;
}

function programOf(name: string, { before }: BenchmarkOptions): Program {
  const known: Record<string, Program> = before ? withBefore(before).programs : programs;
  const program = known[name];
  if (!program) throw new Error(`no contender ${name}`);
  return program;
}

async function start(name: string, options: BenchmarkOptions, sizes: Sizes): Promise<Contender> {
  const { node, nodeArguments, redis, platformUrl } = options;
  const program = programOf(name, options);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const settings = sandboxSettings({ publicUrl, sandboxUrl: platformUrl, redisUrl: redis.url });
  const env = {
    ...settings,
    HOST: '127.0.0.1',
    SERVICE_SCOPES: 'registration:read',
    // The benchmark is one person on one network.
    LOGINS_PER_MINUTE: '1000000',
    PAGES_PER_MINUTE: '1000000',
    PLATFORM_URL: platformUrl,
    PAGE_SIZES: JSON.stringify(sizes),
    ...program.env,
  };
  return startContender({ name, file: program.file, port, env, node, nodeArguments });
}

async function openRunner(name: string, options: BenchmarkOptions, sizes: Sizes): Promise<Runner> {
  const contender = await start(name, options, sizes);
  const cookies: string[] = [];
  while (cookies.length < connections)
    cookies.push(await logIn(contender.origin, programOf(name, options).loginPath));
  return {
    contender,
    loggedIn: openConnections(contender.origin, cookies),
    anonymous: openConnections(contender.origin, []),
  };
}

async function runScenario(
  scenario: Scenario,
  runners: ReadonlyMap<string, Runner>,
  { rounds, redis, platformUrl }: BenchmarkOptions,
): Promise<Verdict[]> {
  const taking = scenario.contenders.flatMap((name) => runners.get(name) ?? []);
  const paths = new Map<Runner, string>();
  for (const runner of taking)
    paths.set(runner, await hashedPath(runner.contender.origin, scenario.path));
  const { figures, crowd } = await runRounds({
    ...scenario,
    runners: taking,
    pathOf: (runner) => paths.get(runner) ?? scenario.path,
    rounds,
    redis,
    platformUrl,
  });
  const verdicts = printScenario(scenario, figures, crowd);
  if (scenario.isLoggedIn) printValidity(figures);
  return verdicts;
}

/** The names of our files hold a hash of their content. */
async function hashedPath(origin: string, path: string): Promise<string> {
  if (!path.startsWith('/assets/')) return path;
  const home = await (await fetch(origin)).text();
  const [found] = new RegExp(path.replace('.', '-\\w+.')).exec(home) ?? [];
  return found ?? path;
}

/** A textbook app that does not need 3 to 6 times the floor on Node 20 was not measured well. */
function printValidity(figures: ReadonlyMap<string, Figures>): void {
  const [textbook, floor] = [figures.get('textbook'), figures.get('floor')];
  if (!textbook || !floor) return;
  const { median } = ratioOf(textbook.cpu, floor.cpu);
  console.log(`\ntextbook / floor: ${median.toFixed(2)} (a run on Node 20 is valid from 3 to 6)`);
}

async function printMemory(runners: ReadonlyMap<string, Runner>): Promise<void> {
  console.log('\n### Memory after all of it\n');
  for (const { contender } of runners.values()) {
    const { memory } = await contender.usage();
    console.log(`- ${contender.name}: ${(memory / 1024 / 1024).toFixed(0)} MiB`);
  }
}

/** Compares the CPU time of whole logins with that of a textbook page. */
async function compareLogins(
  runners: ReadonlyMap<string, Runner>,
  rounds: number,
): Promise<Verdict> {
  const [ours, textbook] = [runners.get('Lanyard'), runners.get('textbook')];
  if (!ours || !textbook) throw new Error('a contender is missing');
  const { loginPath } = programs.Lanyard;
  const cpuOf = async ({ contender }: Runner, once: () => Promise<unknown>) => {
    const before = await contender.usage();
    for (let count = 0; count < loginsPerRound; count += 1) await once();
    return (await contender.usage()).cpuSeconds - before.cpuSeconds;
  };
  const [logins, pages]: [number[], number[]] = [[], []];
  const cookie = textbook.loggedIn[0]?.cookie ?? '';
  for (let round = 0; round < rounds; round += 1) {
    logins.push(await cpuOf(ours, () => logIn(ours.contender.origin, loginPath)));
    const address = new URL('/profile', textbook.contender.origin);
    pages.push(
      await cpuOf(textbook, async () => (await fetch(address, { headers: { cookie } })).text()),
    );
  }
  const measured = ratioOf(logins, pages);
  return verdictOf('a whole login, in pages of the textbook app', { measured, ratio: 6, goal: 3 });
}

async function compareStarts(options: BenchmarkOptions, sizes: Sizes): Promise<Verdict> {
  const starts: Record<string, Contender[]> = { Lanyard: [], textbook: [] };
  for (let round = 0; round < startRounds; round += 1) {
    for (const [name, list] of Object.entries(starts)) {
      const contender = await start(name, options, sizes);
      list.push(contender);
      await contender.stop();
    }
  }
  const cpu = (name: string) => starts[name]?.map((each) => each.startCpuSeconds) ?? [];
  const clock = (name: string) => starts[name]?.map((each) => each.startSeconds) ?? [];
  const texts = Object.keys(starts).map(
    (name) =>
      `${name} ${quantile(clock(name)).toFixed(2)} s, CPU ${quantile(cpu(name)).toFixed(2)} s`,
  );
  console.log(`\n### Start to first page\n\n${texts.join('; ')}`);
  const measured = ratioOf(cpu('Lanyard'), cpu('textbook'));
  return verdictOf('start, CPU against textbook', { measured, ratio: 1.3, goal: 1 });
}
