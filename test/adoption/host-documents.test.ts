// Checks that the examples in other frameworks use this project's package versions.
// test/adoption/hosts.proof.ts installs and runs them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const folder = 'examples/hosts';
const hosts = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const read = (path: string) => readFileSync(`${folder}/${path}`, 'utf8');

test('the hosts use the versions of this project where both need a package', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const ours: Record<string, string> = { ...dependencies, ...devDependencies };
  for (const host of hosts) {
    const contents = JSON.parse(read(`${host}/package.json`));
    const theirs: [string, string][] = Object.entries({
      ...contents.dependencies,
      ...contents.devDependencies,
    });
    const shared = theirs.filter(([name]) => name in ours);
    assert.ok(shared.length > 5, host);
    for (const [name, version] of shared) assert.equal(version, ours[name], `${host}: ${name}`);
    for (const [name, version] of theirs) assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
});
