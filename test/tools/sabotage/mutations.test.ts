// The mutations that `npm run mutants` makes, and the tests that it runs.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { mutated, mutationsOf } from './mutations.ts';
import { reachingTests } from './reaching-tests.ts';

const source = `// The 60 in a comment stays.
import { a } from './10.ts';
const probeEveryMs = 60_000;
export async function run(res, list) {
  if (Math.max(list, res) < 3) return;
  if (!list) throw new Error('none of 32', list[2]);
  res.set('X-One', 'two');
  await save(list, res);
  return list.every((one) => one.status === 404 && one.ms < 600 && !/\\u{13441}/u.test(one));
}
`;

test('numbers, arguments, awaits, guards, headers and every are mutated, and comments, imports, words, statuses and indexes are not', () => {
  const mutations = mutationsOf(source, 'src/convention/circuit-breaker.ts');
  const done = mutations.map(
    ({ line, before, after }) => `${line} ${before.trim()}>${after.trim()}`,
  );
  assert.deepEqual(done, [
    '3 60_000>61200',
    '3 60_000>58800',
    '3 60_000>60000000',
    '3 60_000>60',
    '5 if (Math.max(list, res) < 3) return;>',
    '5 <><=',
    '5 3>4',
    '5 3>2',
    '5 3>3000',
    "6 if (!list) throw new Error('none of 32', list[2]);>",
    "7 res.set('X-One', 'two');>",
    '8 await>void',
    '8 list, res>res, list',
    '9 .every(>.some(',
    '9 <><=',
    '9 600>612',
    '9 600>588',
    '9 600>600000',
    '9 600>1',
  ]);
  assert.deepEqual(
    mutations.flatMap(({ test }) => test ?? []),
    Array(4).fill('test/convention/circuit-breaker.test.ts'),
  );
  for (const mutation of mutations) {
    const changed = mutated(source, mutation);
    assert.notEqual(changed, source);
    const left = changed.length - source.length;
    assert.equal(left, mutation.after.length - mutation.before.length);
  }
});

test('whether the login waits is first asked of the test with a store that answers late', () => {
  const [mutation] = mutationsOf('  await save();\n', 'src/login/log-out.ts');
  assert.equal(mutation?.test, 'test/login/late-store.test.ts');
  assert.ok(existsSync(mutation.test));
});

test('the tests of a file begin with its own, and all reach it', () => {
  const tests = reachingTests()('src/convention/retry.ts');
  assert.equal(tests[0], 'test/convention/retry.test.ts');
  assert.ok(tests.includes('test/convention/http.test.ts'));
  assert.ok(!tests.includes('test/text.test.ts'));
});

test('next come the tests of what imports the file, and then those that stand closest', () => {
  const tests = reachingTests()('src/login/sessions/narrow.ts').slice(0, 4);
  assert.ok(tests.includes('test/login/optional/stop-sharing.test.ts'), tests.join());
  assert.ok(tests.includes('test/login/sessions/start-session.test.ts'), tests.join());
});

test('a test that docs/limits.md names is among the first, wherever it stands', () => {
  const tests = reachingTests()('src/convention/record-text.ts');
  assert.equal(tests[0], 'test/text.test.ts');
});
