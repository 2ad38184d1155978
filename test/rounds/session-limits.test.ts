// The limits of a session hold at both instances, whichever of them was used: the idle limit and the absolute one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { to } from '../support/front-proxy.ts';
import { patiently } from '../support/login-steps.ts';
import { startTwoApps, type TwoApps } from '../support/two-apps.ts';
import { logIn, type Visitor, visitor } from '../support/visitor.ts';

let apps: TwoApps;

test('P23 use of either instance keeps a session alive at both, up to its absolute limit; without use it is over', async (t) => {
  apps = await startTwoApps(t, { settings: { SESSION_IDLE_MINUTES: '30', SESSION_HOURS: '1' } });
  const [robin, sam] = [visitor(), visitor()];
  await logIn(robin, `${apps.url}/profile`, { as: 'robin' });
  const [session = ''] = (await apps.redis.command('KEYS', 's:*')) as string[];
  await logIn(sam, `${apps.url}/profile`, { as: 'sam' });

  await letTimePass({ until: 29 });
  await ageRedis(29);
  assert.equal(await see(robin, 0), 200);
  await untilSecondsLeft(session, { least: 1790, most: 1800 });

  await letTimePass({ until: 58 });
  await ageRedis(29);
  assert.equal(await see(robin, 1), 200);
  // Two minutes remain of the hour, and no request makes them more.
  await untilSecondsLeft(session, { least: 60, most: 120 });
  for (const instance of [0, 1]) assert.equal(await see(sam, instance), '/login/expired');

  // By the clock of the server, also when Redis still has it.
  await letTimePass({ until: 61 });
  for (const instance of [0, 1]) assert.equal(await see(robin, instance), '/login/expired');
  assert.deepEqual(await apps.redis.command('KEYS', 's:*'), []);
  assert.deepEqual(await apps.keysWithoutEnd(), []);
});

/** The status of the profile, or where it leads instead. */
async function see(who: Visitor, instance: number): Promise<number | string | undefined> {
  const { status, headers } = await patiently(() => who.request(`${apps.url}/profile`, { headers: to(instance) }));
  return status === 303 ? headers.get('location')?.split('?')[0] : status;
}

/** Moves the clocks of both instances to so many minutes from now. */
async function letTimePass({ until }: { until: number }): Promise<void> {
  await Promise.all(apps.instances.map((instance) => instance.setClock(until)));
}

/** Redis has no clock to move: its keys come so many minutes nearer to their end. */
async function ageRedis(minutes: number): Promise<void> {
  const age = `for _, key in ipairs(redis.call('KEYS', '*')) do
    redis.call('PEXPIRE', key, redis.call('PTTL', key) - ARGV[1])
  end`;
  await apps.redis.command('EVAL', age, '0', String(minutes * 60_000));
}

/** Waits until this is what the session has left: no page waits for its being prolonged. */
async function untilSecondsLeft(key: string, wanted: { least: number; most: number }): Promise<void> {
  let left = 0;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    left = Number(await apps.redis.command('TTL', key));
    if (left >= wanted.least && left <= wanted.most) return;
    await sleep(20);
  }
  assert.fail(`the session has ${left} seconds left, not ${wanted.least} to ${wanted.most}`);
}
