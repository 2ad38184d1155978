// How long the trial of what a login writes stays in Redis, if nothing deletes it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMemoryKeys } from '../../src/login/login.ts';
import { tryLoginWrites } from '../../src/site/login-writes.ts';

test('a trial of what a login writes is gone after ten seconds by itself', async (t) => {
  const keys = createMemoryKeys();
  const { mock: sets } = t.mock.method(keys, 'setIfAbsent');
  const { mock: members } = t.mock.method(keys, 'addToSet');
  await tryLoginWrites(keys);
  const lives = [...sets.calls, ...members.calls].map(({ arguments: [, , seconds] }) => seconds);
  assert.ok(lives.length > 1);
  assert.deepEqual(new Set(lives), new Set([10]));
});
