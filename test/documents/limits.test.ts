// docs/limits.md has every limit of the source, with its value.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { limitWords } from '../support/limit-words.ts';
import { allLimits, limitsIn } from '../support/limits.ts';
import { limitsTable } from '../support/limits-table.ts';

const { limits, unnamed } = allLimits();
const keys = limits.map(({ file, name }) => `${file} ${name}`);

test('docs/limits.md is what the source says (if not: npm run limits)', () => {
  assert.equal(readFileSync('docs/limits.md', 'utf8'), limitsTable());
});

test('each limit of the source says what happens beyond it, and nothing else is told', () => {
  assert.deepEqual(
    keys.filter((key) => !limitWords.has(key)),
    [],
    'add a line to test/support/limit-words.ts',
  );
  assert.deepEqual(
    [...limitWords.keys()].filter((key) => !keys.includes(key)),
    [],
    'no limit of the source any more',
  );
  assert.deepEqual(unnamed, [], 'give this number a name');
});

test('each limit names the test that sees its shipped value, or says why nothing can', () => {
  for (const [key, { test: file, whyNone }] of limitWords)
    assert.ok(whyNone || (file && existsSync(`test/${file}.test.ts`)), key);
});

test('a limit is found in each form in which one is written', () => {
  const source = `
const mostPages = 1_000;
export const life = 24 * 3600;
const [shortest, longest] = [100, 300];
// const inAComment = 7;
const options = { socketTimeout: 800, other: 9, longestWait: 5 };
function cache({ mostRecords = 10_000 } = {}) {}
app.use(express.urlencoded({ limit: '16kb' }));
  LOGINS: count(1, 1_000).default(50),
  if (age > 60_000) forget(2 * 3600);
`;
  const { limits: found, unnamed: numbers } = limitsIn('a.ts', source);
  assert.deepEqual(
    new Map(found.map(({ name, value }) => [name, value])),
    new Map([
      ['mostPages', '1000'],
      ['life', '24 * 3600'],
      ['shortest', '100'],
      ['longest', '300'],
      ['socketTimeout', '800'],
      ['longestWait', '5'],
      ['mostRecords', '10000'],
      ['limit', '16kb'],
      ['LOGINS', '1 to 1000, 50 if not set'],
    ]),
  );
  assert.deepEqual(numbers, ['a.ts: if (age > 60_000) forget(2 * 3600);']);
});
