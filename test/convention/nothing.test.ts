// How deep an answer is looked into for whether it says anything.
import assert from 'node:assert/strict';
import test from 'node:test';
import { orNotFound } from '../../src/convention/nothing.ts';

test('nothing in three objects around each other is nothing, and in four it is an answer', async () => {
  const ask = async (body: unknown) =>
    orNotFound(async () => ({ operation: 'Get', body, reportInvalid() {} }))({
      ...{ operation: 'Get', method: 'GET', path: '/' },
    });
  const three = { data: { user: { id: null } } };
  await assert.rejects(ask(three), { kind: 'not-found' });
  const four = { envelope: three };
  assert.deepEqual((await ask(four)).body, four);
});
