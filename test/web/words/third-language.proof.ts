// A complete catalogue must be enough to add a language. If a message is missing, `npm run check`
// must name it. This test tries both in a copy of the project, with an invented language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import {
  copyProject,
  type ProjectCopy,
  testArguments,
} from '../../support/machine/project-copy.ts';
import { createPseudoLanguages } from './made-up-languages.ts';

const parts = ['test/web/', 'settings/config', 'test/scopes', 'pages/privacy', 'browser/keyboard'];

function copyWith(t: TestContext, catalogue: object): ProjectCopy {
  const copy = copyProject(t);
  copy.write('views/messages/eo.json', JSON.stringify(catalogue));
  return copy;
}

const esperanto = (t: TestContext): Record<string, string> =>
  JSON.parse(readFileSync(new URL('eo.json', createPseudoLanguages(t)), 'utf8'));

test('a complete catalogue is enough for a third language', async (t) => {
  const printed = await copyWith(t, esperanto(t)).run('node', testArguments(parts));
  assert.match(printed, /^\d+ passed, 0 failed$/m);
});

test('a message that a third language lacks is named, with its file', async (t) => {
  const { 'nav.badge': _missing, ...rest } = esperanto(t);
  const check = ['--import', 'tsx', 'test/tools/scripts/check-texts.ts'];
  const printed = await copyWith(t, rest).run('node', check);
  assert.equal(printed, 'views/messages/eo.json: add nav.badge\n');
});
