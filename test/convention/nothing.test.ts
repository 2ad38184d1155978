// How deep an answer is looked into for whether it says anything.
import assert from 'node:assert/strict';
import test from 'node:test';
import { orNotFound } from '../../src/convention/nothing.ts';

const ask = async (body: unknown) =>
  orNotFound(async () => ({ operation: 'Get', body, reportInvalid() {} }))({
    ...{ operation: 'Get', method: 'GET', path: '/' },
  });

test('nothing in three objects around each other is nothing, and in four it is an answer', async () => {
  const three = { data: { user: { id: null } } };
  await assert.rejects(ask(three), { kind: 'not-found' });
  const four = { envelope: three };
  assert.deepEqual((await ask(four)).body, four);
});

test('nothing is said by no value, or by three of them beside each other, and by no more', async () => {
  for (const body of [undefined, null, false, '', {}, [], { data: null, user: [], page: '' }])
    await assert.rejects(ask(body), { kind: 'not-found' });
  for (const body of [0, 7, 'x', { data: null, user: { id: 7 } }, [null, null, null, null]])
    assert.deepEqual((await ask(body)).body, body);
});
