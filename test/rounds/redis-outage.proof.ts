// People continue to open pages during a long Redis outage. The instance's memory must not grow.
// OUTAGE_MINUTES=10 makes the outage as long as a real one.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { startSandbox } from '../../src/sandbox/app.ts';
import { startContender } from '../lab/benchmark/contender.ts';
import { testLimits } from '../support/app/limits.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { freePort } from '../support/machine/free-port.ts';
import { sandboxSettings } from '../support/platform/sandbox-settings.ts';
import { startRedis } from '../support/redis/redis.ts';

const { OUTAGE_MINUTES = '1.5' } = process.env;
const pagesPerSecond = 200;
/**
 * The requests come from several people, because one person may not have that many requests in
 * progress.
 */
const people = ['robin', 'sam', 'vera', 'wanda', 'layla'];
/**
 * The maximum ratio of memory after the second half of an outage to memory after the first half.
 * Native memory fluctuates more.
 */
const most = { heap: 1.05, native: 1.3 };

test('P89 while Redis is frozen, and then gone, and 200 pages a second are opened, memory stays flat', async (t) => {
  const redis = await startRedis(t);
  const { instance, openPage } = await startInstance(t, redis.url);
  assert.equal(await openPage(), 200);
  for (const [outage, signal] of [
    ['frozen', 'SIGSTOP'],
    ['gone', 'SIGKILL'],
  ] as const) {
    redis.process.kill(signal);
    const first = await openPages(openPage, (Number(OUTAGE_MINUTES) * 60_000) / 4);
    const before = await instance.settledMemory();
    const second = await openPages(openPage, (Number(OUTAGE_MINUTES) * 60_000) / 4);
    const after = await instance.settledMemory();

    const statuses = [...first, ...second];
    assert.deepEqual([...new Set(statuses)], [503]);
    for (const kind of ['heap', 'native'] as const) {
      const [from, to] = [before[kind], after[kind]].map((bytes) => mebibytes(bytes));
      const told = `${kind} ${from} MiB, then ${to} MiB`;
      t.diagnostic(`P89: ${statuses.length} pages with Redis ${outage}: ${told}`);
      assert.ok(after[kind] <= before[kind] * most[kind], `Redis is ${outage}: ${told}`);
    }
  }
});

const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

async function startInstance(t: TestContext, redisUrl: string) {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({ redirectUris: [`${publicUrl}/login/callback`] });
  t.after(() => sandbox.close());
  const settings = sandboxSettings({ publicUrl, sandboxUrl: sandbox.url, redisUrl });
  const instance = await startContender({
    file: 'test/support/machine/server-process.ts',
    nodeArguments: ['--expose-gc'],
    env: {
      ...settings,
      HOST: '127.0.0.1',
      PORT: String(port),
      SERVER_OPTIONS: JSON.stringify({ limits: testLimits }),
    },
  });
  t.after(() => instance.stop());
  const cookies: string[] = [];
  for (const as of Array.from({ length: 5 }, () => people).flat()) {
    const browser = visitor();
    await logIn(browser, `${publicUrl}/profile`, { as });
    cookies.push([...browser.cookies(publicUrl)].map((pair) => pair.join('=')).join('; '));
  }
  const dispatcher = new Agent();
  t.after(() => dispatcher.close());
  let opened = 0;
  const openPage = async () => {
    opened += 1;
    const headers = { cookie: cookies[opened % cookies.length] };
    const page = await request(`${publicUrl}/profile`, { dispatcher, headers });
    await page.body.dump();
    return page.statusCode;
  };
  return { instance, openPage };
}

async function openPages(openPage: () => Promise<number>, forMs: number): Promise<number[]> {
  const opened: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let elapsed = 0; elapsed < forMs; elapsed = performance.now() - startedAt) {
    while (opened.length < (elapsed / 1000) * pagesPerSecond) opened.push(openPage());
    await sleep(10);
  }
  return Promise.all(opened);
}
