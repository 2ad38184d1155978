// P76 What the platform asks one instance to wait for, the others wait for too.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Convention, createConvention } from '../../src/convention/convention.ts';
import { createMemoryKeys } from '../../src/login/login.ts';
import { createSharedPauses } from '../../src/site/shared-pauses.ts';
import { sendHtml, sendJson, startScriptedConvention } from '../convention/scripted-convention.ts';
import { reachRedisKeys } from '../support/reach-redis-keys.ts';
import { sharedRedis } from '../support/redis.ts';

test('P76 after one instance was asked to wait, no other sends anything of that attendee, or of the service credential for that person', async (t) => {
  let isOverrun = true;
  const { baseUrl, requests } = await startScriptedConvention(t, (response) => {
    if (isOverrun) sendHtml(response, 429, { 'retry-after': '40' });
    else sendJson(response, { id: 7, data: [] });
  });
  const redis = await sharedRedis();
  const startInstance = async (name: string): Promise<Convention> => {
    const keys = await reachRedisKeys(redis.url);
    const instance = createConvention({
      baseUrl,
      sharedPauses: createSharedPauses(keys),
      requestServiceToken: async () => ({
        accessToken: `CANARY-${name}`,
        expiresAt: Date.now() + 90_000,
      }),
    });
    t.after(() => Promise.all([keys.close(), instance.close()]));
    return instance;
  };
  const [first, second] = [await startInstance('FIRST'), await startInstance('SECOND')];
  const readUser = (instance: Convention, accessToken: string) =>
    instance.onBehalfOf({ accessToken, grantedScopes: [] }).currentUser();
  const readRoles = (instance: Convention, userId = '7') =>
    (instance.asService(userId) ?? assert.fail()).userRoles({ userId });
  await assert.rejects(readUser(first, 'CANARY-ROBIN'), { kind: 'busy', retryAfterSeconds: 40 });
  await assert.rejects(readRoles(first), { kind: 'busy', retryAfterSeconds: 40 });
  assert.equal(requests.length, 2);

  isOverrun = false;
  const refused = { kind: 'busy', status: 503, answered: 429 };
  await assert.rejects(readUser(second, 'CANARY-ROBIN'), refused);
  await assert.rejects(readRoles(second), refused);
  assert.equal(requests.length, 2);
  assert.equal((await readUser(second, 'CANARY-MALLORY')).id, '7');
  assert.deepEqual(await readRoles(second, '8'), []);
  isOverrun = true;
  for (const userId of ['9', '10', '11', '12', '13'])
    await assert.rejects(readRoles(first, userId), { kind: 'busy' });
  isOverrun = false;
  // All calls together read the shared pauses once a second.
  await sleep(1000);
  await assert.rejects(readRoles(second, '8'), refused);
  assert.equal((await readUser(second, 'CANARY-MALLORY')).id, '7');
  assert.doesNotMatch(JSON.stringify(await redis.dump()), /CANARY/);
});

test('P76 a shared pause lasts as long as it was asked for, at most a second longer, also beside a longer one', async () => {
  let now = 1_000_500;
  const pauses = createSharedPauses(createMemoryKeys(() => now));
  const callers = async () => [...(await pauses.left()).keys()].sort();
  await pauses.add('long', 60);
  await pauses.add('short', 1);
  await pauses.add('middle', 30);
  now += 999;
  assert.deepEqual(await callers(), ['long', 'middle', 'short']);
  now += 1001;
  assert.deepEqual(await callers(), ['long', 'middle']);
  now += 29_000;
  assert.deepEqual(await callers(), ['long']);
  now += 28_999;
  const [left = 0] = (await pauses.left()).values();
  assert.ok(left > 0 && left <= 1001, `${left} ms`);
  now += 1002;
  assert.deepEqual(await callers(), []);
});

test('P76 a pause is in Redis for 60 seconds, the longest that there is', async (t) => {
  const keys = createMemoryKeys();
  const { mock: added } = t.mock.method(keys, 'addToSet');
  await createSharedPauses(keys).add('robin', 7);
  assert.deepEqual(
    added.calls.map(({ arguments: [, , seconds] }) => seconds),
    [60],
  );
});
