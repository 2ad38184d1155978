// What only the store in memory can be asked: the very end of what it keeps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';

test('what is kept for a minute is there until its last millisecond, however it was written', async () => {
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
