import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { sabotages } from '../lab/sabotage/sabotages.ts';
import { select } from '../tools/runner/select.ts';
import { properties } from './properties.ts';

const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.test.ts'),
);

function propertiesNamed(text: string, names: RegExp): string[] {
  return [...text.matchAll(names)].flatMap(([, numbers = '']) => numbers.match(/P\d+/g) ?? []);
}

test('the properties are numbered from P1 without a gap, and each outside of the login and the client has a sabotage', () => {
  const numbers = properties.map((_, index) => `P${index + 1}`);
  assert.deepEqual(
    properties.map(({ name }) => name),
    numbers,
  );
  const broken = sabotages.map(({ property }) => property);
  const unbroken = properties.filter(
    ({ name, sourceFile }) =>
      !/^src\/(login|convention)\//.test(sourceFile) && !broken.includes(name),
  );
  assert.deepEqual(unbroken, [], 'add a line to test/lab/sabotage/sabotages.ts');
});

test('the test file of a row belongs to npm test and has a test that begins with the property’s number, and the source file exists', () => {
  for (const { name, testFile, sourceFile } of properties) {
    assert.match(testFile, /\.test\.ts$/);
    const begins = new RegExp(`test\\(\\s*['"\`](P\\d+ )*${name}[ :]`);
    assert.match(readFileSync(testFile, 'utf8'), begins, `${name} ${testFile}`);
    assert.ok(existsSync(sourceFile), `${name} ${sourceFile}`);
  }
});

test('a property of a nested test is also in the name of the outer one, so that `npm test -- P47` runs it', () => {
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

test('the line of each sabotage is in its file, so that `npm run sabotage` can change it, and its test exists', () => {
  for (const { property, file, find, test: path } of sabotages) {
    assert.equal(readFileSync(file, 'utf8').split(find).length, 2, `${property} ${file}: ${find}`);
    if (path) select([path], ['.test.ts', '.proof.ts']);
  }
});

test('every property in a test’s name has a row', () => {
  const named = testFiles.flatMap((path) =>
    propertiesNamed(readFileSync(join('test', path), 'utf8'), /test\(\s*['"`]((?:P\d+[ :])+)/g),
  );
  const known = properties.map(({ name }) => name);
  assert.deepEqual(
    named.filter((property) => !known.includes(property)),
    [],
    'add a row to docs/properties.md',
  );
});
