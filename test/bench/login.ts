// What the login costs: CPU time and wall time for a login that starts (GET /login without a session), and for a request whose session is
// read (GET /login of somebody who is logged in: it leads back at once, without a call to the convention). Against a real Redis.
// Run by hand, and compare with the same file in another commit: node --import tsx test/bench/login.ts
import { Pool } from 'undici';
import { startApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

const rounds = 12;
const requestsPerRound = 300;
const connections = 10;

const app = await startApp({ after() {} } as never, { ownRedis: true });
const robin = visitor();
await logIn(robin, `${app.url}/profile`, { as: 'robin' });
const cookie = [...robin.cookies(app.url)].map(([name, value]) => `${name}=${value}`).join('; ');
const pool = new Pool(app.url, { connections });

async function measure(headers: Record<string, string>, isExpected: (location: string) => boolean) {
  const before = { cpu: process.cpuUsage(), wall: performance.now() };
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
  const { user, system } = process.cpuUsage(before.cpu);
  return {
    cpu: (user + system) / requestsPerRound,
    wall: ((performance.now() - before.wall) * 1000) / requestsPerRound,
  };
}

const cases = {
  'login start': () => measure({}, (location) => location.includes('/oauth/authorize?')),
  'session read': () => measure({ cookie }, (location) => location === '/profile'),
};
for (const [name, run] of Object.entries(cases)) {
  await run();
  const results = [];
  for (let round = 0; round < rounds; round += 1) results.push(await run());
  // The fastest round: what other programs cost is not ours.
  const cpu = Math.min(...results.map((each) => each.cpu)).toFixed(0);
  const wall = Math.min(...results.map((each) => each.wall)).toFixed(0);
  console.log(`${name}: ${cpu} µs of CPU, ${wall} µs of wall time a request, in the fastest of ${rounds} rounds`);
}

await pool.close();
// Not closed like an app under test: to search all that was heard for leaks takes a minute, and is no part of what is measured.
app.redis.process.kill();
process.exit();
