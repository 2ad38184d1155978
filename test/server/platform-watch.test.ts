// What a monitor hears about the platform: of a look, and of the last logins.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createLog } from '../../src/log/log.ts';
import { watchPlatform } from '../../src/server/platform-watch.ts';

/** `set`: what the next look finds; nothing if all is well. */
function startWatch() {
  const seen = { looks: 0, lines: [] as string[], takesLogins: undefined as boolean | undefined };
  let error: unknown;
  let now = 1_000_000;
  const watch = watchPlatform({
    callbackPath: '/login/callback',
    log: createLog('info', { write: (line) => void seen.lines.push(JSON.parse(line)) }),
    clock: () => now,
    onChange: (takesLogins) => Object.assign(seen, { takesLogins }),
    async probe() {
      seen.looks++;
      if (error) throw error;
    },
  });
  let visitors = 0;
  const logIn = (request: { problem?: string; code?: string; outcome?: string; from?: string }) => {
    const { from = `192.0.2.${visitors++}` } = request;
    watch.countRequest({
      ...{ route: '/login/callback', problem: undefined, code: undefined, outcome: undefined },
      ...request,
      network: () => from,
    });
  };
  return {
    watch,
    seen,
    logIn,
    fail: (from?: string) =>
      logIn({ problem: 'login-unavailable', code: 'platform-refuses', ...(from && { from }) }),
    set: (fields?: object) => {
      error = fields && Object.assign(new Error('CANARY'), fields);
    },
    wait: (ms: number) => {
      now += ms;
    },
  };
}

const away = { cause: 'the platform cannot be reached', code: 'platform-away' };
const refuses = {
  cause: 'the platform, or a shield in front of it, refuses this site',
  code: 'platform-refuses',
};

test('a look counts for ten seconds, for however many monitors, and says each cause once', async () => {
  const { watch, seen, set, wait } = startWatch();
  set({ code: 'ECONNREFUSED' });
  assert.deepEqual(await Promise.all([watch.look(), watch.look()]), [away, away]);
  set();
  wait(9999);
  assert.deepEqual([await watch.look(), seen.looks, seen.takesLogins], [away, 1, false]);
  wait(1);
  assert.deepEqual([await watch.look(), seen.looks, seen.takesLogins], [undefined, 2, true]);
  wait(9999);
  await watch.look();
  assert.equal(seen.looks, 2);
  wait(1);
  await watch.look();
  assert.equal(seen.looks, 3);
  assert.deepEqual(
    seen.lines.map((line) => (line as unknown as { msg: string }).msg),
    [
      'the platform takes no logins: nobody can log in until it does',
      'the platform takes logins again',
    ],
  );
  assert.doesNotMatch(JSON.stringify(seen.lines), /CANARY/);
});

test('a platform that asks to wait is not asked before, but after a minute', async () => {
  for (const [retryAfter, ms] of [
    [30, 30_000],
    [3600, 60_000],
    [1, 10_000],
  ] as const) {
    const { watch, seen, set, wait } = startWatch();
    set({ answered: 429, retryAfter });
    assert.equal((await watch.look())?.code, 'platform-slow-down');
    wait(ms - 1);
    await watch.look();
    assert.equal(seen.looks, 1, String(retryAfter));
    wait(1);
    await watch.look();
    assert.equal(seen.looks, 2, String(retryAfter));
  }
});

test('three logins in a row that the platform fails are heard by a monitor, until one succeeds or for five minutes', async () => {
  const { watch, seen, logIn, fail, wait } = startWatch();
  fail();
  fail();
  assert.equal(await watch.look(), undefined, 'two may be a chance');
  // Neither the visitor's own doing nor another page counts.
  logIn({ problem: 'login-again', code: 'login-again' });
  watch.countRequest({
    route: '/profile',
    problem: 'x',
    code: 'platform-away',
    outcome: undefined,
    network: () => '192.0.2.99',
  });
  assert.equal(await watch.look(), undefined);
  fail();
  assert.equal(seen.takesLogins, false, 'before a monitor asks');
  assert.deepEqual(await watch.look(), refuses);
  logIn({ outcome: 'logged-in' });
  assert.deepEqual([await watch.look(), seen.takesLogins], [undefined, true]);

  for (const _time of [1, 2, 3]) fail();
  wait(299_999);
  assert.deepEqual(await watch.look(), refuses);
  wait(1);
  assert.equal(await watch.look(), undefined);
});

test('a login that succeeds says more than the look before it', async () => {
  const { watch, set, logIn } = startWatch();
  set({ answered: 503 });
  assert.equal((await watch.look())?.code, 'platform-error');
  logIn({ outcome: 'logged-in' });
  assert.equal(await watch.look(), undefined);
});

test('somebody who makes their own logins fail reddens no monitor, however often', async () => {
  const { watch, fail, wait } = startWatch();
  for (let login = 0; login < 100; login += 1) fail('198.51.100.7');
  fail('198.51.100.8');
  assert.equal(await watch.look(), undefined, 'two networks');
  // What is older than five minutes has nothing to do with it.
  wait(300_000);
  fail('198.51.100.9');
  assert.equal(await watch.look(), undefined);
  fail('198.51.100.7');
  assert.equal(await watch.look(), undefined);
  fail('198.51.100.8');
  assert.deepEqual(await watch.look(), refuses);
});
