import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';
import { packLogin } from './login-package.ts';

test('without its README or its changelog the login is not packed, and the error names the missing file', (t) => {
  const login = temporaryFolder(t);
  const pack = () => packLogin({ login, into: login });
  assert.throws(pack, /README\.md is missing/);
  writeFileSync(join(login, 'README.md'), '# Login');
  assert.throws(pack, /CHANGELOG\.md is missing/);
  writeFileSync(join(login, 'CHANGELOG.md'), '# Changelog\n\n## Next\n');
  assert.throws(pack, /CHANGELOG\.md has no heading "## \d+\.\d+\.\d+"/);
});
