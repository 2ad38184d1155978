import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { retrieveUserRecord } from '../../src/convention/user-summary.ts';

const schema = z.unknown().transform((body) => ({ body, user: { id: '7' } }));

const ask = async (body: unknown) =>
  retrieveUserRecord(async () => ({ operation: 'Get', body, reportInvalid() {} }), {
    ...{ operation: 'Get', path: '/', schema, userId: '7' },
  });

test('an empty value in three nested objects counts as empty, and in four it is a response', async () => {
  const three = { data: { user: { id: null } } };
  await assert.rejects(ask(three), { kind: 'not-found' });
  const four = { envelope: three };
  assert.deepEqual((await ask(four)).body, four);
});

test('a missing value counts as empty, as do up to three empty values next to each other', async () => {
  for (const body of [undefined, null, false, '', {}, [], { data: null, user: [], page: '' }])
    await assert.rejects(ask(body), { kind: 'not-found' });
  for (const body of [0, 7, 'x', { data: null, user: { id: 7 } }, [null, null, null, null]])
    assert.deepEqual((await ask(body)).body, body);
});
