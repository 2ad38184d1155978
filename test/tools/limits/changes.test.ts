// The changes that `npm run limits -- --prove` makes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { limitsIn } from '../../support/limits.ts';
import { changesOf } from './changes.ts';

/** Returns what becomes of a source with one limit, in this unit. */
function changed(source: string, unit: string): string[] {
  const [limit] = limitsIn('a.ts', source).limits;
  assert.ok(limit);
  return changesOf(limit, unit).map(({ apply }) => apply(source));
}

test('a size changes by one, a duration by two percent but at least one, and all else stays', () => {
  assert.deepEqual(changed('// 9_000\nconst mostPages = 1_000;\n', 'pages'), [
    '// 9_000\nconst mostPages = 1001;\n',
    '// 9_000\nconst mostPages = 999;\n',
  ]);
  assert.deepEqual(changed('const life = 24 * 3600;', 'seconds'), [
    'const life = 88128;',
    'const life = 84672;',
  ]);
  assert.deepEqual(changed('const wait = 5;', 'seconds'), ['const wait = 6;', 'const wait = 4;']);
  assert.deepEqual(changed("{ limit: '16kb' }", 'of a form'), [
    "{ limit: '16385b' }",
    "{ limit: '16383b' }",
  ]);
});

test('a limit that follows from another one changes with it', () => {
  assert.deepEqual(changed('const longestMs = 1000 * (other - 10);', 'ms'), [
    'const longestMs = (1000 * (other - 10)) + 0.02 * (1000 * (other - 10));',
    'const longestMs = (1000 * (other - 10)) - 0.02 * (1000 * (other - 10));',
  ]);
});

test('of a setting both ends change and its default, none to below zero', () => {
  assert.deepEqual(changed('  PAGES: count(0, 60).default(50),', 'pages'), [
    '  PAGES: count(1, 60).default(50),',
    '  PAGES: count(0, 61).default(50),',
    '  PAGES: count(0, 59).default(50),',
    '  PAGES: count(0, 60).default(51),',
    '  PAGES: count(0, 60).default(49),',
  ]);
});
