// Both instances enforce the idle limit and the absolute limit of a session, whichever was used.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { to } from '../support/front-proxy.ts';
import { retryWhileUnavailable } from '../support/login-steps.ts';
import { startTwoApps, type TwoApps } from '../support/two-apps.ts';
import { logIn, type Visitor, visitor } from '../support/visitor.ts';

let apps: TwoApps;

test('P23 use of either instance keeps a session alive at both, up to its absolute limit; without use it is over', async (t) => {
  const sessions = { idleSeconds: 1800, absoluteSeconds: 3600 };
  apps = await startTwoApps(t, { limits: { sessions } });
  const [robin, sam] = [visitor(), visitor()];
  await logIn(robin, `${apps.url}/profile`, { as: 'robin' });
  const [session = ''] = (await apps.redis.command('KEYS', 's:*')) as string[];
  await logIn(sam, `${apps.url}/profile`, { as: 'sam' });

  await setClocks({ until: 29 });
  await shortenTtls(29);
  assert.equal(await profileOutcome(robin, 0), 200);
  await untilSecondsLeft(session, { least: 1790, most: 1800 });

  await setClocks({ until: 58 });
  await shortenTtls(29);
  assert.equal(await profileOutcome(robin, 1), 200);
  // Two minutes of the hour remain, and no request extends them.
  await untilSecondsLeft(session, { least: 60, most: 120 });
  for (const instance of [0, 1])
    assert.equal(await profileOutcome(sam, instance), '/login/expired');

  // The session is over by the server's clock, even if Redis still has it.
  await setClocks({ until: 61 });
  for (const instance of [0, 1])
    assert.equal(await profileOutcome(robin, instance), '/login/expired');
  assert.deepEqual(await apps.redis.command('KEYS', 's:*'), []);
  assert.deepEqual(await apps.keysWithoutExpiry(), []);
});

/** Returns the status of the profile, or the path of its redirect. */
async function profileOutcome(
  who: Visitor,
  instance: number,
): Promise<number | string | undefined> {
  const { status, headers } = await retryWhileUnavailable(() =>
    who.request(`${apps.url}/profile`, { headers: to(instance) }),
  );
  return status === 303 ? headers.get('location')?.split('?')[0] : status;
}

/** Sets the clocks of both instances `until` minutes ahead of the real time. */
async function setClocks({ until }: { until: number }): Promise<void> {
  await Promise.all(apps.instances.map((instance) => instance.setClock(until)));
}

/** Shortens the TTL of every key by this many minutes, because the clock of Redis cannot be set. */
async function shortenTtls(minutes: number): Promise<void> {
  const age = `for _, key in ipairs(redis.call('KEYS', '*')) do
    redis.call('PEXPIRE', key, redis.call('PTTL', key) - ARGV[1])
  end`;
  await apps.redis.command('EVAL', age, '0', String(minutes * 60_000));
}

/** Waits until the session's TTL is in this range: pages extend it in the background. */
async function untilSecondsLeft(
  key: string,
  wanted: { least: number; most: number },
): Promise<void> {
  let left = 0;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    left = Number(await apps.redis.command('TTL', key));
    if (left >= wanted.least && left <= wanted.most) return;
    await sleep(20);
  }
  assert.fail(`the session has ${left} seconds left, not ${wanted.least} to ${wanted.most}`);
}
