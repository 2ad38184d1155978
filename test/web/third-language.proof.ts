// A complete catalogue is all that a third language needs: the tests run in a copy of the project
// that has a made-up one. If a message is missing, they say which.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { createPseudoLanguages } from '../support/made-up-languages.ts';

const parts = ['test/web/', 'test/config', 'test/scopes', 'test/pages/privacy', 'browser/keyboard'];

/** Runs the tests about languages in a copy of the project. Resolves to what they printed. */
async function testWith(t: TestContext, catalogue: object): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'third-language-'));
  t.after(() => rmSync(copy, { recursive: true }));
  for (const name of readdirSync('.')) {
    if (name === 'node_modules') symlinkSync(resolve(name), join(copy, name));
    else if (name !== '.git') cpSync(name, join(copy, name), { recursive: true });
  }
  writeFileSync(join(copy, 'views/messages/eo.json'), JSON.stringify(catalogue));
  const run = promisify(execFile)('node', ['--import', 'tsx', 'test/runner/run.ts', ...parts], {
    cwd: copy,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, TMPDIR: copy },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdout, stderr } = await run.catch((failure) => failure);
  return stdout + stderr;
}

const esperanto = (t: TestContext): Record<string, string> =>
  JSON.parse(readFileSync(new URL('eo.json', createPseudoLanguages(t)), 'utf8'));

test('a complete catalogue is enough for a third language', async (t) => {
  assert.match(await testWith(t, { ...esperanto(t) }), /all passed/);
});

test('a message that a third language lacks is named, with the file to add it to', async (t) => {
  const { 'nav.badge': _missing, ...rest } = esperanto(t);
  const printed = await testWith(t, rest);
  assert.match(printed, /views\/messages\/eo\.json has no text for nav\.badge: add it/);
});
