import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '../../src/sandbox/app.ts';
import { testLimits } from '../support/app/limits.ts';
import { chooseGuest } from '../support/app/login-steps.ts';
import { type Visitor, visitor } from '../support/app/visitor.ts';
import { startChild } from '../support/machine/child-app.ts';
import { freePort } from '../support/machine/free-port.ts';
import { sandboxSettings } from '../support/platform/sandbox-settings.ts';
import type { TestRedis } from '../support/redis/redis.ts';
import { type RedisGroup, startCluster, startSentinels } from '../support/redis/redis-groups.ts';

const people = 12;
/**
 * Much longer than a recovery takes. The remaining servers notice the loss after 1 s and elect a
 * new master, and the app then connects to it.
 */
const longestRecoveryMs = 30_000;

const groups: Record<string, (t: TestContext) => Promise<RedisGroup>> = {
  'a cluster': (t) => startCluster(t, { replicas: 1 }),
  sentinels: (t) => startSentinels(t, { sentinels: 3, replicas: 2 }),
  'a cluster over TLS': (t) => startCluster(t, { replicas: 1, isEncrypted: true }),
  'sentinels over TLS': (t) => startSentinels(t, { sentinels: 3, replicas: 2, isEncrypted: true }),
};

for (const [name, start] of Object.entries(groups)) {
  for (const [lost, signal] of [
    ['is killed', 'SIGKILL'],
    ['freezes', 'SIGSTOP'],
  ] as const) {
    test(`P90 P88 with ${name}, when a master ${lost} under load, pages and logins recover without a restart, no session is lost, and meanwhile each page is a 503 at once`, async (t) => {
      const group = await start(t);
      const { url, output } = await startSite(t, group);
      const guests: Visitor[] = [];
      for (let number = 1; number <= people; number += 1)
        guests.push(await logInAsGuest(url, number));
      const master = await masterOfSessions(group);
      // Redis confirms a write before its replicas have received it.
      await Promise.all(group.servers.map(isReplicated));

      const load = startLoad(url, guests);
      await sleep(500);
      assert.deepEqual(load.failures(), [], 'before');
      master.process.kill(signal);
      const lostAt = performance.now();
      await until(() => load.failures().length > 0, 'nobody noticed');
      await until(() => load.isWell(), 'not recovered');
      const recoveryMs = Math.round(performance.now() - lostAt);
      await logInAsGuest(url, people + 1);
      const { pages, open } = await load.end();

      assert.deepEqual([...new Set(pages.map(({ status }) => status))].sort(), [200, 503]);
      assert.deepEqual(
        [...new Set(open.map(({ status }) => status))],
        [200],
        'public pages respond with 200',
      );
      // Public pages do not need Redis, so their slowest response shows how much a busy machine
      // delays responses.
      const slowest = (answers: Answer[]) => Math.round(Math.max(...answers.map(({ ms }) => ms)));
      const refused = pages.filter(({ status }) => status === 503);
      assert.ok(slowest(refused) < 1000 + slowest(open), `a 503 took ${slowest(refused)} ms`);
      assert.match(output(), /Redis is away|redis-timeout/);
      t.diagnostic(
        `P90 ${name}, ${lost}: well after ${recoveryMs} ms; ${refused.length} of ${pages.length} pages were 503, the slowest after ${slowest(refused)} ms`,
      );

      const [robin = visitor(), ...others] = guests;
      const copy = copyOf(robin, url);
      await robin.press(await robin.open(`${url}/profile`), 'Log out');
      assert.equal(
        (await copy.request(`${url}/profile`)).status,
        303,
        'the session remains logged out',
      );
      for (const who of others) assert.equal((await who.request(`${url}/profile`)).status, 200);
    });
  }
}

async function startSite(t: TestContext, group: RedisGroup) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({
    redirectUris: [`${url}/login/callback`],
    attendees: people + 1,
  });
  t.after(() => sandbox.close());
  const settings = sandboxSettings({
    publicUrl: url,
    sandboxUrl: sandbox.url,
    redisUrl: group.url,
  });
  const app = await startChild(t, {
    file: 'test/support/machine/server-process.ts',
    env: {
      ...{ ...settings, PORT: String(port) },
      SERVER_OPTIONS: JSON.stringify({ limits: testLimits }),
      ...(group.certificate && { NODE_EXTRA_CA_CERTS: group.certificate }),
    },
    ready: ['Lanyard is up', 'connected to Redis'],
  });
  return { url, output: app.output };
}

async function logInAsGuest(url: string, number: number): Promise<Visitor> {
  const who = visitor();
  const page = await chooseGuest(who, await who.open(`${url}/profile`), `guest-${number}`);
  assert.equal(page.status, 200);
  return who;
}

async function masterOfSessions(group: RedisGroup) {
  for (const server of group.servers) {
    const [key] = (await server.command('KEYS', 's:*')) as string[];
    if (key) return group.masterOf(key);
  }
  throw new Error('there are no sessions');
}

async function isReplicated(server: TestRedis): Promise<void> {
  const role = async () => (await server.command('ROLE')) as ['master', number, string[][]];
  const [kind, offset] = await role();
  while (kind === 'master' && !(await role())[2].every(([, , seen]) => Number(seen) >= offset))
    await sleep(50);
}

interface Answer {
  readonly status: number;
  readonly ms: number;
}

function startLoad(url: string, guests: readonly Visitor[]) {
  let isOver = false;
  const pages: Answer[] = [];
  const open: Answer[] = [];
  const last = new Map<Visitor, number>();

  async function ask(who: Visitor, path: string, answers: Answer[]): Promise<void> {
    while (!isOver) {
      const askedAt = performance.now();
      const { status } = await who.request(url + path);
      answers.push({ status, ms: performance.now() - askedAt });
      last.set(who, status);
      await sleep(100);
    }
  }
  const asking = [
    ...guests.map((who) => ask(who, '/profile', pages)),
    ask(visitor(), '/', open),
    ask(visitor(), '/healthz', open),
  ];
  return {
    failures: () => pages.filter(({ status }) => status !== 200),
    isWell: () => [...last.values()].every((status) => status === 200),
    async end() {
      isOver = true;
      await Promise.all(asking);
      return { pages, open };
    },
  };
}

async function until(isTrue: () => boolean, otherwise: string): Promise<void> {
  const startedAt = performance.now();
  while (!isTrue()) {
    assert.ok(performance.now() - startedAt < longestRecoveryMs, otherwise);
    await sleep(20);
  }
}

function copyOf(who: Visitor, url: string): Visitor {
  const copy = visitor();
  for (const [name, value] of who.cookies(url)) copy.cookies(url).set(name, value);
  return copy;
}
