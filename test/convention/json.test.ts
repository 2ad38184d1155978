// JSON from outside: repaired at any depth. What the repairs are for is tested where answers are
// read.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseJson } from '../../src/convention/json.ts';

test('texts are repaired at any depth, in lists and objects, and on their own', () => {
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
