import assert from 'node:assert/strict';
import test from 'node:test';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';

test('a value that is kept for a minute is there until its last millisecond, however it was written', async () => {
  let now = 0;
  const keys = createMemoryKeys(() => now);
  const value = Buffer.from('1');
  for (const key of ['set', 'over', 'longer']) await keys.setIfAbsent(key, value, 60);
  now = 10_000;
  await keys.setIfPresent('over', value, 60);
  await keys.expire('longer', 60);
  await keys.addToSet('members', 'one', 60);
  const there = async () => {
    const values = await Promise.all(['set', 'over', 'longer'].map((key) => keys.get(key)));
    return [...values.map((each) => each !== null), (await keys.membersOf('members')).size === 1];
  };
  now = 59_999;
  assert.deepEqual(await there(), [true, true, true, true]);
  now += 1;
  assert.deepEqual(await there(), [false, true, true, true]);
  now = 69_999;
  assert.deepEqual(await there(), [false, true, true, true]);
  now += 1;
  assert.deepEqual(await there(), [false, false, false, false]);
});

test('an expired value is deleted within a minute of use, even if nobody reads it', async (t) => {
  let now = 0;
  const keys = createMemoryKeys(() => now);
  for (let key = 0; key < 100; key += 1) await keys.setIfAbsent(`u:${key}`, Buffer.alloc(1), 10);
  for (let key = 0; key < 50; key += 1) await keys.addToSet(`e:${key}`, 'member', 10);
  const deleted = t.mock.method(Map.prototype, 'delete');
  now = 59_999;
  await keys.setIfAbsent('another', Buffer.alloc(1), 60);
  assert.equal(deleted.mock.callCount(), 0);
  now += 1;
  await keys.setIfAbsent('one more', Buffer.alloc(1), 60);
  assert.equal(deleted.mock.callCount(), 150);
});
