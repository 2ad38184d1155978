// docs/properties.md tells the truth: each property has a row, its test exists, and the line that holds it stands in the source.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

interface Row {
  readonly property: string;
  readonly testFile: string;
  readonly sourceFile: string;
  readonly line: string;
}

const rows: Row[] = readFileSync('docs/properties.md', 'utf8')
  .split('\n')
  .flatMap((text) => {
    const [, property, testFile, sourceFile, line] =
      /^\| (P\d+) \|.*\| \[[^\]]+\]\(\.\.\/([^)]+)\) \| \[[^\]]+\]\(\.\.\/([^)]+)\) `` (.+) `` \|$/.exec(text) ?? [];
    return property && testFile && sourceFile && line ? [{ property, testFile, sourceFile, line }] : [];
  });

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `P${from + index}`);

test('every property of the login, of what is kept, of leaks and of hostile answers has a row', () => {
  const missing = [...range(1, 36), ...range(45, 69)].filter((each) => !rows.some(({ property }) => property === each));
  assert.deepEqual(missing, []);
  const tableRows = readFileSync('docs/properties.md', 'utf8').match(/^\| P\d+ /gm) ?? [];
  assert.equal(rows.length, tableRows.length, 'every row is understood');
});

test('the test file of a row has a test that begins with the number of the property', () => {
  for (const { property, testFile } of rows) {
    assert.match(
      readFileSync(testFile, 'utf8'),
      new RegExp(`test\\(\\s*['"\`](P\\d+ )*${property}[ :]`),
      `${property} ${testFile}`,
    );
  }
});

test('the line of a row stands in its source file', () => {
  for (const { property, sourceFile, line } of rows) {
    const source = readFileSync(sourceFile, 'utf8').replace(/\s+/g, ' ');
    assert.ok(source.includes(line.replaceAll('\\|', '|')), `${property} ${sourceFile}: ${line}`);
  }
});

test('a property that a test names is no other than these and those of faults, processes and privacy', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'));
  const named = files.flatMap((path) => {
    const names = readFileSync(join('test', path), 'utf8').matchAll(/test\(\s*['"`]((?:P\d+[ :])+)/g);
    return [...names].flatMap(([, numbers = '']) => numbers.match(/P\d+/g) ?? []);
  });
  const known = range(1, 99);
  assert.deepEqual(
    named.filter((property) => !known.includes(property)),
    [],
  );
});
