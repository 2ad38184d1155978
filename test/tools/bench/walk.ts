// Measures the client: requests, memory, and CPU for reading 20,000 registrations, relative to a
// bare undici loop with JSON.parse on the same data. Usage: node --import tsx test/tools/bench/walk.ts
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { createConvention } from '../../../src/convention/convention.ts';
import { createServiceTokens } from '../../../src/login/login.ts';

const warmUpRounds = 8;
const rounds = 40;

const server = fork(fileURLToPath(new URL('generated-convention.ts', import.meta.url)));
const [port] = await once(server, 'message');
const baseUrl = new URL(`http://127.0.0.1:${port}`);
const pool = new Pool(baseUrl);
const convention = createConvention({
  baseUrl,
  requestServiceToken: createServiceTokens({
    clientId: 'bench',
    clientSecret: 'secret',
    tokenUrl: new URL('/api/oauth/token', baseUrl),
    scopes: ['registration:read'],
  }),
});

async function walkWithClient(): Promise<number> {
  let paid = 0;
  for await (const { status } of convention.asService()?.registrations() ?? [])
    if (status === 'paid') paid += 1;
  return paid;
}

async function walkBare(): Promise<number> {
  let paid = 0;
  let nextPage: string | null = null;
  do {
    const { body } = await pool.request({
      method: 'POST',
      path: '/api/v0/registration/search',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: 'Bearer token',
      },
      body: JSON.stringify(nextPage === null ? {} : { nextPage }),
    });
    const page = JSON.parse(await body.text());
    for (const { status } of page.data) if (status === 'paid') paid += 1;
    nextPage = page.nextPage;
  } while (nextPage !== null);
  return paid;
}

async function cpuMilliseconds(walk: () => Promise<number>): Promise<number> {
  const start = process.cpuUsage();
  assert.equal(await walk(), 16_000);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

await walkWithClient();
const { body } = await pool.request({ method: 'GET', path: '/requests' });
console.log(`requests ${await body.text()} (200)`);
console.log(`memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB at most (150)`);

const ratios: number[] = [];
for (let round = -warmUpRounds; round < rounds; round += 1) {
  // The order alternates, so that neither always collects the other's garbage.
  const bareFirst = round % 2 === 0 ? await cpuMilliseconds(walkBare) : undefined;
  const client = await cpuMilliseconds(walkWithClient);
  const bare = bareFirst ?? (await cpuMilliseconds(walkBare));
  if (round >= 0) ratios.push(client / bare);
}
const [lowest, median, highest] = [0, rounds / 2, rounds - 1].map((rank) =>
  ratios.sort((a, b) => a - b)[rank]?.toFixed(2),
);
console.log(`CPU ratio ${median} (1.3), lowest ${lowest}, highest ${highest} of ${rounds} rounds`);

server.kill();
await Promise.all([convention.close(), pool.close()]);
