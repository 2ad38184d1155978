import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { createRingPublisher, findRingConflict } from '../../src/checks/key-rings.ts';
import { createMemoryKeys } from '../../src/login/login.ts';
import { startRedisWithUsers } from '../support/machine/deployment-files.ts';
import { reachRedisKeys } from '../support/redis/reach-redis-keys.ts';

const encryptionKey = (id: string) => ({ id, key: randomBytes(32) });
const [k1, k2, k3] = [encryptionKey('k1'), encryptionKey('k2'), encryptionKey('k3')];
const secret = 'a-secret-that-all-of-them-have';

function startInstances() {
  let now = 1_800_000_000_000;
  const keys = createMemoryKeys(() => now);
  let count = 0;
  const start = async (encryptionKeys: (typeof k1)[], sessionSecrets = [secret]) => {
    count += 1;
    const publisher = createRingPublisher(keys, {
      encryptionKeys,
      sessionSecrets,
      instance: `${count}`,
    });
    await publisher.publish();
    return publisher;
  };
  return {
    keys,
    start,
    conflict: () => findRingConflict(keys),
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test('two running instances without a common key are detected at once, and the setting is named', async () => {
  const encryption = startInstances();
  await encryption.start([k1]);
  assert.equal(await encryption.conflict(), undefined);
  await encryption.start([k2]);
  assert.equal(await encryption.conflict(), 'keys-encryption');

  const session = startInstances();
  await session.start([k1], ['one-secret', 'an-older-one']);
  await session.start([k1], ['another-secret']);
  assert.equal(await session.conflict(), 'keys-session');
});

test('P36 a step-by-step rotation causes no alarm, and a new key that one instance still lacks after five minutes does', async () => {
  const { start, conflict, wait } = startInstances();
  let [first, second] = [await start([k1]), await start([k1])];
  for (const ring of [[k1, k2], [k2, k1], [k2]]) {
    await first.withdraw();
    first = await start(ring);
    assert.equal(await conflict(), undefined, 'no conflict after one instance has restarted');
    await second.withdraw();
    second = await start(ring);
    assert.equal(await conflict(), undefined, 'no conflict after both instances have restarted');
  }
  await first.withdraw();
  first = await start([k3, k2]);
  for (let waited = 0; waited < 300_000; waited += 10_000) {
    assert.equal(await conflict(), undefined, `no conflict after ${waited} ms`);
    wait(10_000);
    await first.publish();
    await second.publish();
  }
  assert.equal(await conflict(), 'keys-encryption', 'a conflict after five minutes');
  await second.withdraw();
  await start([k2, k3]);
  assert.equal(await conflict(), undefined);
});

test('an instance that ended without a message counts for 25 seconds', async () => {
  const { start, conflict, wait } = startInstances();
  await start([k1]);
  wait(20_000);
  await start([k2]);
  assert.equal(await conflict(), 'keys-encryption');
  wait(5000);
  assert.equal(await conflict(), undefined);
});

test('values from another writer are ignored', async () => {
  const { keys, start, conflict } = startInstances();
  await start([k1]);
  for (const member of ['', 'x', 'x 1 y', 'x y a:b c', '  '])
    await keys.addToSet('x:marker-rings', member, 60);
  assert.equal(await conflict(), undefined);
});

test('the user in deploy/users.acl may write it, and neither a key nor a secret can be read from it', async (t) => {
  const redis = await startRedisWithUsers(t);
  const keys = await reachRedisKeys(redis.siteUrl, {});
  t.after(() => keys.close());
  const rings = { encryptionKeys: [k1], sessionSecrets: [secret] };
  const publisher = createRingPublisher(keys, { ...rings, instance: 'one' });
  await publisher.publish();
  const stored = JSON.stringify(await redis.dump());
  assert.match(stored, /x:marker-rings/);
  assert.ok(!stored.includes(secret));
  for (const encoding of ['hex', 'base64', 'base64url', 'latin1'] as const)
    assert.ok(!stored.includes(k1.key.toString(encoding).slice(0, 16)), encoding);
  await publisher.withdraw();
  assert.deepEqual(await redis.dump(), []);
});
