// A complete catalogue must be enough to add a language. If a message is missing, a test must name
// it. This test tries both in a copy of the project, with an invented language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { createPseudoLanguages } from '../../support/made-up-languages.ts';
import { copyProject, testArguments } from '../../support/project-copy.ts';

const parts = ['test/web/', 'settings/config', 'test/scopes', 'pages/privacy', 'browser/keyboard'];

async function testWith(t: TestContext, catalogue: object): Promise<string> {
  const copy = copyProject(t);
  copy.write('views/messages/eo.json', JSON.stringify(catalogue));
  return copy.run('node', testArguments(parts));
}

const esperanto = (t: TestContext): Record<string, string> =>
  JSON.parse(readFileSync(new URL('eo.json', createPseudoLanguages(t)), 'utf8'));

test('a complete catalogue is enough for a third language', async (t) => {
  assert.match(await testWith(t, { ...esperanto(t) }), /all passed/);
});

test('a message that a third language lacks is named, with its file', async (t) => {
  const { 'nav.badge': _missing, ...rest } = esperanto(t);
  const printed = await testWith(t, rest);
  assert.match(printed, /views\/messages\/eo\.json has no text for nav\.badge: add it/);
});
