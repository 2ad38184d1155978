import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { packagesOfConvention } from '../architecture.ts';
import { sandboxFor } from '../sandbox/visitor.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { packConvention } from '../tools/scripts/convention-package.ts';
import { installPackages } from './host-folder.ts';

const lines = `
  baseUrl: new URL(process.env.CONVENTION_URL),
  clientId: 'lanyard',
  clientSecret: 'sandbox-secret',
  scopes: ['user:read'],
});
(async () => {
  for await (const { name } of client.roles()) if (name === 'Staff') console.log(name);
  await client.close();
})();
`;

test('the package contains only compiled files, types and documents, and lists roles in both kinds of modules', async (t) => {
  const folder = temporaryFolder(t);
  const file = packConvention(folder);
  installPackages(folder, { 'convention-client': `file:${file}` });
  const installed = join(folder, 'node_modules/convention-client');
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual(Object.keys(dependencies).sort(), packagesOfConvention);
  const others = readdirSync(installed).filter((name) => !/\.(d\.ts|js)$/.test(name));
  assert.deepEqual(others.sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);

  const sandbox = await sandboxFor(t);
  const start = 'const client = openServiceClient({';
  const programs = {
    'app.js': `import { openServiceClient } from 'convention-client';\n${start}${lines}`,
    'app.cjs': `const { openServiceClient } = require('convention-client');\n${start}${lines}`,
  };
  for (const [name, program] of Object.entries(programs)) {
    writeFileSync(join(folder, name), program);
    const env = { CONVENTION_URL: sandbox.url };
    const { stdout } = await promisify(execFile)(process.execPath, [name], { cwd: folder, env });
    assert.equal(stdout, 'Staff\n', name);
  }
});
