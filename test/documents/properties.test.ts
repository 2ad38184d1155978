// Checks docs/properties.md: each property has a row, and its test and source exist. Also checks
// that the list of sabotages matches the source.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { sabotages } from '../tools/sabotage/sabotages.ts';

interface Row {
  readonly property: string;
  readonly testFile: string;
  readonly sourceFile: string;
}

const table = readFileSync('docs/properties.md', 'utf8');
const rows: Row[] = table.split('\n').flatMap((text) => {
  const [, property, testFile, sourceFile] =
    /^\| (P\d+) \| .* \| \[[^\]]+\]\(\.\.\/([^)]+)\) \| \[[^\]]+\]\(\.\.\/([^)]+)\) \|$/.exec(
      text,
    ) ?? [];
  return property && testFile && sourceFile ? [{ property, testFile, sourceFile }] : [];
});

const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.test.ts'),
);

function propertiesNamed(text: string, names: RegExp): string[] {
  return [...text.matchAll(names)].flatMap(([, numbers = '']) => numbers.match(/P\d+/g) ?? []);
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `P${from + index}`);

test('every property has a row and a sabotage', () => {
  const missing = [...range(1, 36), ...range(45, 87), ...range(89, 95), 'P97'].filter(
    (each) => !rows.some(({ property }) => property === each),
  );
  assert.deepEqual(missing, [], 'add a row to docs/properties.md');
  assert.equal(rows.length, (table.match(/^\| P\d+ /gm) ?? []).length, 'every row is understood');
  const broken = sabotages.map(({ property }) => property);
  const unbroken = rows.filter(({ property }) => !broken.includes(property));
  assert.deepEqual(unbroken, [], 'add a line to test/tools/sabotage/sabotages.ts');
});

test('the test file of a row is one of npm test and has a test that begins with the number of the property, and the source file exists', () => {
  for (const { property, testFile, sourceFile } of rows) {
    assert.match(testFile, /\.test\.ts$/);
    const begins = new RegExp(`test\\(\\s*['"\`](P\\d+ )*${property}[ :]`);
    assert.match(readFileSync(testFile, 'utf8'), begins, `${property} ${testFile}`);
    assert.ok(existsSync(sourceFile), `${property} ${sourceFile}`);
  }
});

test('a property of a test inside another one is named by that one too, so that `npm test -- P53` runs it', () => {
  for (const path of testFiles) {
    const text = readFileSync(join('test', path), 'utf8');
    const outer = propertiesNamed(text, /^ *test\(\s*['"`]((?:P\d+[ :])+)/gm);
    const inner = propertiesNamed(text, /t\.test\(\s*['"`]((?:P\d+[ :])+)/g);
    assert.deepEqual(
      inner.filter((property) => !outer.includes(property)),
      [],
      path,
    );
  }
});

test('the line of each sabotage stands in its file, so that `npm run sabotage` can change it', () => {
  for (const { property, file, find } of sabotages) {
    assert.equal(readFileSync(file, 'utf8').split(find).length, 2, `${property} ${file}: ${find}`);
  }
});

test('every property that a test names has a row', () => {
  const named = testFiles.flatMap((path) =>
    propertiesNamed(readFileSync(join('test', path), 'utf8'), /test\(\s*['"`]((?:P\d+[ :])+)/g),
  );
  const known = rows.map(({ property }) => property);
  assert.deepEqual(
    named.filter((property) => !known.includes(property)),
    [],
    'add a row to docs/properties.md',
  );
});
