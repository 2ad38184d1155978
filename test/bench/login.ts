// What the login costs: the CPU time of a login that starts (GET /login without a session), and of a request whose session is read
// (GET /login of somebody who is logged in: it leads back at once, without a call to the convention). Against a real Redis.
// Run by hand: node --import tsx test/bench/login.ts [folder of another commit, with its node_modules]
// Two commits take turns in one process, since a computer may be half as fast a minute later: believe the ratio, not the microseconds.
import { pathToFileURL } from 'node:url';
import { Pool } from 'undici';

type Supports = typeof import('../support/start-app.ts') & typeof import('../support/visitor.ts');

const rounds = 100;
const requestsPerRound = 200;
const connections = 10;

async function contender(folder: URL) {
  const load = (file: string) => import(new URL(`test/support/${file}`, folder).href);
  const { startApp, visitor, logIn }: Supports = { ...(await load('start-app.ts')), ...(await load('visitor.ts')) };
  const app = await startApp({ after() {} } as never, { ownRedis: true });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const cookie = [...robin.cookies(app.url)].map(([name, value]) => `${name}=${value}`).join('; ');
  const pool = new Pool(app.url, { connections });

  /** Resolves to microseconds of CPU a request. */
  async function round(headers: Record<string, string>, isExpected: (location: string) => boolean): Promise<number> {
    const before = process.cpuUsage();
    let left = requestsPerRound;
    const ask = async () => {
      while (left > 0) {
        left -= 1;
        const answer = await pool.request({ method: 'GET', path: '/login?return_to=/profile', headers });
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

const median = (figures: readonly number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

const here = await contender(new URL('../../', import.meta.url));
const [folder] = process.argv.slice(2);
const other = folder && (await contender(pathToFileURL(`${folder}/`)));

for (const name of ['login start', 'session read'] as const) {
  const figures: number[] = [];
  const ratios: number[] = [];
  for (let count = -5; count < rounds; count += 1) {
    // Who goes first changes from round to round.
    const before = count % 2 === 0 && other ? await other[name]() : 0;
    const ours = await here[name]();
    const theirs = other ? before || (await other[name]()) : 1;
    if (count < 0) continue;
    figures.push(ours);
    ratios.push(ours / theirs);
  }
  const compared = other ? `, ${median(ratios).toFixed(2)} of ${folder}` : '';
  console.log(`${name}: ${median(figures).toFixed(0)} µs of CPU a request${compared} (median of ${rounds} rounds)`);
}

// Not closed like an app under test: to search all that was heard for leaks takes a minute, and is no part of what is measured.
here.end();
if (other) other.end();
process.exit();
