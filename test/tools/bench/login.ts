// Measures the CPU time of a login start (GET /login without a session) and of a session read (GET
// /login when logged in, which redirects without calling the convention), with a real Redis. Usage:
// node --import tsx test/tools/bench/login.ts [folder of another commit, with its node_modules]
import { pathToFileURL } from 'node:url';
import { Pool } from 'undici';

type Support = typeof import('../../support/start-app.ts') &
  typeof import('../../support/visitor.ts');

// Two commits take turns in one process, because the speed of the machine changes within minutes:
// trust the ratio, not the microseconds.
const rounds = 100;
const requestsPerRound = 200;
const connections = 10;

async function startCommit(folder: URL) {
  const load = (file: string) => import(new URL(`test/support/${file}`, folder).href);
  const { startApp, visitor, logIn }: Support = {
    ...(await load('start-app.ts')),
    ...(await load('visitor.ts')),
  };
  const app = await startApp({ after() {} } as never, { ownRedis: true });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const cookie = [...robin.cookies(app.url)].map(([name, value]) => `${name}=${value}`).join('; ');
  const pool = new Pool(app.url, { connections });

  /** Resolves to the microseconds of CPU per request. */
  async function round(
    headers: Record<string, string>,
    isExpected: (location: string) => boolean,
  ): Promise<number> {
    const before = process.cpuUsage();
    let left = requestsPerRound;
    const ask = async () => {
      while (left > 0) {
        left -= 1;
        const answer = await pool.request({
          method: 'GET',
          path: '/login?return_to=/profile',
          headers,
        });
        await answer.body.dump();
        if (!isExpected(String(answer.headers.location)))
          throw new Error(`${answer.statusCode} ${answer.headers.location}`);
      }
    };
    await Promise.all(Array.from({ length: connections }, ask));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / requestsPerRound;
  }

  return {
    'login start': () => round({}, (location) => location.includes('/oauth/authorize?')),
    'session read': () => round({ cookie }, (location) => location === '/profile'),
    end: () => app.redis.process.kill(),
  };
}

const median = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

const here = await startCommit(new URL('../../../', import.meta.url));
const [folder] = process.argv.slice(2);
const other = folder ? await startCommit(pathToFileURL(`${folder}/`)) : undefined;

for (const name of ['login start', 'session read'] as const) {
  const figures: number[] = [];
  const ratios: number[] = [];
  for (let count = -5; count < rounds; count += 1) {
    // The order alternates from round to round.
    const otherFirst = count % 2 === 0 ? await other?.[name]() : undefined;
    const cost = await here[name]();
    const otherCost = otherFirst ?? (await other?.[name]()) ?? 1;
    if (count < 0) continue;
    figures.push(cost);
    ratios.push(cost / otherCost);
  }
  const compared = other ? `, ${median(ratios).toFixed(2)} of ${folder}` : '';
  console.log(
    `${name}: ${median(figures).toFixed(0)} µs of CPU a request${compared} (median of ${rounds} rounds)`,
  );
}

// Skip the usual cleanup: its search for leaks in all recorded traffic would take a minute.
here.end();
if (other) other.end();
process.exit();
