import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';
import { packLogin } from './login-package.ts';

test('without its README the login is not packed', (t) => {
  const login = temporaryFolder(t);
  assert.throws(() => packLogin({ login, into: login }), /README\.md is missing/);
});

test('the changelog, which ships in the packages, has a heading for their version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.match(readFileSync('CHANGELOG.md', 'utf8'), new RegExp(`^## ${version}$`, 'm'));
});
