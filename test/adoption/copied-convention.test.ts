import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { openServiceClient } from '../../src/convention/convention.ts';
import { packagesOfConvention } from '../architecture.ts';
import { sandboxFor } from '../sandbox/visitor.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { compile, linkPackages } from './host-folder.ts';

const run = promisify(execFile);
const readme = readFileSync('src/convention/README.md', 'utf8');
const [, shownApp = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];

function firstCells(head: string): string[] {
  const [, after = ''] = readme.split(`${head}\n`);
  const rows = after.split('\n').slice(1);
  const table = rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith('|')),
  );
  return table
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w[\w-]*)/g)])
    .map(([, name = '']) => name);
}

test('a copy of the convention client compiles in the strictest host, and runs the code in its README', async (t) => {
  const folder = temporaryFolder(t);
  linkPackages(folder, [...packagesOfConvention, '@types/node']);
  cpSync('src/convention', join(folder, 'convention'), { recursive: true });
  writeFileSync(join(folder, 'app.ts'), shownApp);
  const output = compile(folder, { include: ['app.ts', 'convention'], outDir: 'built' });
  assert.equal(output, '');

  const sandbox = await sandboxFor(t);
  const env = {
    CONVENTION_URL: sandbox.url,
    CLIENT_ID: 'lanyard',
    CLIENT_SECRET: 'sandbox-secret',
  };
  const { stdout } = await run(process.execPath, ['built/app.js'], { cwd: folder, env });
  assert.match(stdout, /^[1-9]\d* have paid\.\n$/);
});

test('its README names only calls that a bot has, all of them with the interface, every kind of error, and every reason', async () => {
  const client = openServiceClient({
    baseUrl: new URL('http://127.0.0.1:1'),
    clientId: 'bot',
    clientSecret: 'secret',
    scopes: [],
  });
  await client.close();
  // The README links to docs/interface.md, so each call must be documented in one of the two.
  const documented = readme + readFileSync('docs/interface.md', 'utf8');
  for (const call of Object.keys(client).filter((name) => name !== 'close'))
    assert.match(documented, new RegExp(`\\b${call}\\b`, 'i'));
  const named = firstCells('| Call | Scope | Returns |');
  assert.ok(named.length > 8);
  for (const call of named) assert.ok(Object.hasOwn(client, call), call);

  const errors = readFileSync('src/convention/convention-error.ts', 'utf8');
  const [, outcomes = ''] = /const outcomes = \{(.*?)\n\}/s.exec(errors) ?? [];
  const kinds = [...outcomes.matchAll(/^ {2}'?([\w-]+)'?: /gm)].map(([, kind = '']) => kind);
  assert.ok(kinds.length > 5);
  assert.deepEqual(firstCells('| `kind` | Cause | What a bot does |').sort(), kinds.sort());
  const [, reasons = ''] = /type RoleRefusal =(.*?);/s.exec(errors) ?? [];
  for (const [, reason] of reasons.matchAll(/'([\w-]+)'/g))
    assert.ok(readme.includes(`\`${reason}\``), reason);
});
