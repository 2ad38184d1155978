// A Node that is too old cannot parse Lanyard's files, so each program checks the version before it
// loads them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { isOldNode } from '../../src/settings/node-version.ts';

test('Node 20.19 and anything newer is new enough, as package.json says', () => {
  for (const old of ['16.20.2', '18.20.8', '20.0.0', '20.18.3']) assert.ok(isOldNode(old), old);
  for (const fine of ['20.19.0', '20.20.2', '21.0.0', '22.3.0', '24.0.0'])
    assert.ok(!isOldNode(fine), fine);
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal(engines.node, '>=20.19');
});

test('each program for operators checks the version before it loads anything, with a file that loads nothing', () => {
  for (const entry of ['server', 'doctor', 'people']) {
    const source = readFileSync(`src/${entry}.ts`, 'utf8');
    const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map(([, file]) => file);
    assert.deepEqual(imports, ['./settings/node-version.ts'], entry);
    assert.ok(source.indexOf('refuseOldNode();') < source.indexOf('await import('), entry);
  }
  assert.doesNotMatch(readFileSync('src/settings/node-version.ts', 'utf8'), /^import |import\(/m);
});
