import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { ConventionError } from '../../src/convention/convention-error.ts';
import { readResponse } from '../../src/convention/read-response.ts';
import { id, list, listOf, text } from '../../src/convention/schema.ts';
import { unreadable } from '../../src/text.ts';

const department = z.object({ id, name: text });
const volunteer = z.object({ userId: id, name: text, departments: listOf(department) });

function read(body: unknown, options = {}) {
  const odd: string[] = [];
  const reportInvalid = (fields: Iterable<string>) => void odd.push(...fields);
  const response = { operation: 'List volunteers', body, reportInvalid };
  return { ...readResponse(z.object({ data: list(volunteer) }), response, options), odd };
}

const ada = { userId: '1', name: 'Ada' };

test('an optional field that does not fit is marked, and nothing around it is dropped', () => {
  assert.deepEqual(read({ data: [{ ...ada, name: {} }] }), {
    data: [{ ...ada, name: unreadable }],
    odd: ['$.data[*].name'],
  });
});

test('a record without a required field is dropped: an item from its list', () => {
  const departments = [{ id: 'd1' }, { id: [], name: 'Tech' }, { name: 'Art' }];
  assert.deepEqual(read({ data: [{ ...ada, departments }, { ...ada, userId: {} }, ada] }), {
    data: [{ ...ada, departments: [{ id: 'd1' }] }, ada],
    odd: ['$.data[*].departments[*].id', '$.data[*].userId'],
  });
});

test('if nothing is left, or nothing may be dropped, the answer is invalid', () => {
  const invalid = { kind: 'invalid-answer' };
  for (const body of [{ data: 'Ada' }, { data: 'Ada'.repeat(400) }, {}, [], null, undefined])
    assert.throws(() => read(body), invalid);
  assert.throws(() => read({ data: [{ ...ada, name: {} }] }, { isStrict: true }), invalid);
  assert.throws(
    () => read({ data: 'CANARY' }),
    (error) => {
      assert.ok(error instanceof ConventionError);
      assert.doesNotMatch(error.message, /CANARY/);
      return true;
    },
  );
});

test('a valid response causes no report, even with lists of 1,000 entries', () => {
  const departments = Array.from({ length: 1000 }, (_, index) => ({ id: `d${index}` }));
  const data = [{ ...ada, departments }, ...Array.from({ length: 999 }, () => ada)];
  const response = {
    operation: 'List',
    body: { data },
    reportInvalid: () => assert.fail('reported'),
  };
  assert.deepEqual(readResponse(z.object({ data: list(volunteer) }), response).data, data);
});

test('a list that is too long is cut, and reported as invalid', () => {
  const { data, odd } = read({ data: Array.from({ length: 1001 }, () => ada) });
  assert.deepEqual([data.length, odd], [1000, ['$.data']]);
});
