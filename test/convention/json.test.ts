import assert from 'node:assert/strict';
import test from 'node:test';
import { parseJson } from '../../src/convention/json.ts';

test('texts are repaired at any depth, in lists and objects, and by themselves', () => {
  const deep = `${'[{"deep":'.repeat(50_000)}"a\\u0000b\\ud800"${'}]'.repeat(50_000)}`;
  let inside = parseJson(deep);
  while (typeof inside === 'object' && inside !== null) inside = Object.values(inside)[0];
  assert.equal(inside, 'ab\ufffd');
  assert.equal(parseJson('"\\ud83d\\ude00\\ude00"'), '\u{1f600}\ufffd');
  assert.deepEqual(parseJson('["\\u0000", {"__proto__": 1, "a": [null, 2, "\\u0000"]}]'), [
    '',
    { a: [null, 2, ''] },
  ]);
});

test('a number never changes: one that JavaScript would round keeps its digits', () => {
  for (const [sent, read] of [
    ['800356270543470622', 800356270543470622n],
    ['-9007199254740993', -9007199254740993n],
    ['9007199254740992', 2 ** 53],
    ['0.12345678901234567891', '0.12345678901234567891'],
    ['123456789012345.0', 123456789012345],
    ['1234567890123456.0', '1234567890123456.0'],
    ['1.0e279', 1e279],
    ['1.0e280', '1.0e280'],
    ['1e400', '1e400'],
    ['1e3', 1000],
    ['1.50', 1.5],
    ['0.30000000000000004', 0.1 + 0.2],
    ['12', 12],
  ] as const) {
    assert.deepEqual(parseJson(`{"a":[${sent},"${sent}"]}`), { a: [read, sent] }, sent);
    assert.equal(parseJson(sent), read);
  }
  assert.equal(parseJson('{"a":800356270543470622,}'), undefined, 'invalid JSON remains invalid');
});
