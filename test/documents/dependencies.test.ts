import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

const read = (file: string) => readFileSync(file, 'utf8');
const { '': _ourselves, ...locked }: Record<string, LockedPackage> = JSON.parse(
  read('package-lock.json'),
).packages;

const production = Object.entries(locked).filter(
  ([, { dev, devOptional }]) => !dev && !devOptional,
);
const permissive = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];
/**
 * Development packages are not distributed, so licences with conditions on distribution are also
 * allowed.
 */
const inDevelopment = [
  ...permissive,
  '(MIT AND Zlib)',
  'BlueOak-1.0.0',
  'MIT OR Apache-2.0',
  'MPL-2.0',
  'OFL-1.1',
];

test('the licence of every package allows its use here', () => {
  assert.ok(production.length > 50, 'the lock file lists the production packages');
  for (const [path, { license = 'none' }] of production)
    assert.ok(permissive.includes(license), `${path}: ${license}`);
  for (const [path, { license = oldLicenseOf(path) }] of Object.entries(locked))
    assert.ok(inDevelopment.includes(license), `${path}: ${license}`);
});

/**
 * Packages from before 2014 have the field `licenses`, or state their licence only in the readme.
 */
function oldLicenseOf(path: string): string {
  const { licenses = [] } = JSON.parse(read(`${path}/package.json`));
  const readme = readdirSync(path).find((file) => /^readme/i.test(file));
  const isMit = readme && /\(The MIT License\)/.test(read(`${path}/${readme}`));
  return licenses[0]?.type ?? (isMit ? 'MIT' : 'none');
}

test('`npm ci --ignore-scripts` is enough: no package that builds or runs the site has an install script', () => {
  const compiler = Object.entries(locked).filter(([path]) =>
    /\/(@typescript\/|typescript$)/.test(path),
  );
  assert.notDeepEqual(compiler, []);
  const withScripts = [...production, ...compiler].filter(([, each]) => each.hasInstallScript);
  assert.deepEqual(
    withScripts.map(([path]) => path),
    [],
  );
  for (const file of ['Dockerfile', 'docs/operate.md', 'docs/operate/upgrade.md']) {
    for (const [command] of read(file).matchAll(/npm (ci|prune)\b[^&`\n]*/g))
      assert.match(command, /--ignore-scripts/, file);
  }
});
