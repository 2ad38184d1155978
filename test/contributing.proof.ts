// Does what CONTRIBUTING.md says under "Add a page", step by step, in a copy of the project. The
// tests that it names then pass; without one of the steps, a message names the file and the fix.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { copyProject, type ProjectCopy, testArguments } from './support/project-copy.ts';

const [section = ''] =
  /^## Add a page$[\s\S]*?(?=^## )/m.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];

const specifiedStates = readFileSync('test/states/states.test.ts', 'utf8');
const rowCount = Number(/length: (\d+)/.exec(specifiedStates)?.[1]);

type Step = (copy: ProjectCopy) => unknown;

/** By the number in CONTRIBUTING.md. */
const steps: Record<number, Step> = {
  1: (copy) =>
    copy.write(
      'src/pages/merch/merch-view.ts',
      `// View model of the merch page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Translate } from '../../web/messages.ts';
import { visitorOf } from '../../web/visitor.ts';

export function merchView({ user, words }: { user: CurrentUser; words: Translate }) {
  return { heading: words('merch.heading'), ...visitorOf(user) };
}
`,
    ),
  2: (copy) =>
    copy.write(
      'src/pages/merch/routes.ts',
      `// \`/merch\`: what an attendee can buy.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { merchView } from './merch-view.ts';

export function merchPage({ views, recordsOf }: PageDependencies): Page {
  const routes = getOnly('/', async (req, res) => {
    const user = await recordsOf(req).currentUser();
    views.render(res, 'merch/show', merchView({ user, words: req.words }));
  });
  return { name: 'merch', path: '/merch', navLabel: 'nav.merch', routes };
}
`,
    ),
  3: (copy) =>
    copy.write(
      'views/merch/show.eta',
      `<%/* view: ReturnType<typeof import('src/pages/merch/merch-view.ts').merchView> */%>
<% layout('/layout') %>
<% const roles = it.pathOf('roles') %>
<h1><%= it.view.heading %></h1>
<% if (roles) { %><p><a href="<%= roles %>"><%= it.t('nav.roles') %></a></p>
<% } %>
`,
    ),
  4(copy) {
    const routes = "import { privacyPage } from './pages/privacy/routes.ts';";
    const own = "import { merchPage } from './pages/merch/routes.ts';";
    copy.replace('src/app.ts', routes, `${own}\n${routes}`);
    copy.replace(
      'src/app.ts',
      '    rolesPage(shared),\n',
      '    rolesPage(shared),\n    merchPage(shared),\n',
    );
  },
  5(copy) {
    for (const language of ['en', 'de', 'es', 'fr']) {
      const file = `views/messages/${language}.json`;
      copy.replace(file, '{\n', '{\n  "nav.merch": "Merch",\n  "merch.heading": "Merch 2027",\n');
    }
  },
  async 6(copy) {
    copy.replace(
      'test/states/record-states.ts',
      'export const recordStates: State[] = [\n',
      `export const recordStates: State[] = [
  pageOf('robin', {
    row: '${rowCount + 1}',
    name: 'Merch',
    path: '/merch',
    heading: 'Merch 2027',
    says: ['Roles'],
  }),
`,
    );
    const lengths = [rowCount, rowCount + 1].map((length) => `length: ${length}`) as [
      string,
      string,
    ];
    copy.replace('test/states/states.test.ts', ...lengths);
    await copy.run('npm', ['run', 'states']);
  },
  7(copy) {
    copy.write(
      'test/pages/merch/merch-view.test.ts',
      `// The merch view model.
import assert from 'node:assert/strict';
import test from 'node:test';
import { merchView } from '../../../src/pages/merch/merch-view.ts';
import { words } from '../../support/english.ts';

test('the page names the visitor', () => {
  const { visitorName } = merchView({ user: { id: '1', preferredName: 'Foxy' }, words });
  assert.equal(visitorName, 'Foxy');
});
`,
    );
    copy.write(
      'test/pages/merch/routes.test.ts',
      `// The merch page over HTTP.
import assert from 'node:assert/strict';
import test from 'node:test';
import { calls, startScriptedApp } from '../../support/scripted-app.ts';
import { validAnswers } from '../../support/valid-answers.ts';

test('the page reads the current user only', async (t) => {
  const app = await startScriptedApp(t, validAnswers);
  assert.equal((await app.open('/merch')).status, 200);
  assert.deepEqual(
    app.requests.map(({ method, path }) => \`\${method} \${path}\`),
    [calls.user],
  );
});
`,
    );
  },
  8(copy) {
    const roles = "  ['/roles', calls.roles, calls.user],\n";
    copy.replace('test/support/valid-answers.ts', roles, `${roles}  ['/merch', calls.user],\n`);
    copy.replace('test/pages/mutations.test.ts', 'texts = /', 'texts = /Merch 2027|');
  },
};

/** Returns a copy with all steps done but one. */
async function copyWithout(missing: number | undefined, copy: ProjectCopy): Promise<ProjectCopy> {
  for (const [number, step] of Object.entries(steps))
    if (Number(number) !== missing) await step(copy);
  return copy;
}

test('the steps here are those of CONTRIBUTING, and each file in them is named there', async () => {
  const numbers = [...section.matchAll(/^(\d)\. /gm)].map(([, number]) => Number(number));
  // The ninth says which tests to run.
  assert.deepEqual(numbers, [...Object.keys(steps).map(Number), 9]);
  for (const [number, step] of Object.entries(steps)) {
    const [text = ''] = new RegExp(`^${number}\\. [\\s\\S]*?(?=^\\d\\. )`, 'm').exec(section) ?? [];
    const checkNamed = (path: string) => {
      const isNamed = text.includes(
        path.replace(/views\/messages\/(?!en)\w+\.json/, 'each other language'),
      );
      assert.equal(isNamed, true, `${path} in ${text}`);
    };
    await step({
      write: checkNamed,
      replace: checkNamed,
      run: async (program, args) => {
        checkNamed([program, ...args].join(' '));
        return '';
      },
    });
  }
});

test('after all steps for a page the project passes its check and the tests that the last step names', async (t) => {
  const copy = await copyWithout(undefined, copyProject(t));
  assert.match(await checkTypes(copy), /^$/);
  const [, parts = ''] = /^9\. `npm test -- ([^`]+)`/m.exec(section) ?? [];
  assert.notEqual(parts, '');
  const printed = await copy.run('node', testArguments(parts.split(' ')));
  assert.doesNotMatch(printed, /✖/);
  assert.match(printed, /all passed/);
});

test('a template that shows what its view model lacks, or does not name it, is told by `npm run check`', async (t) => {
  const copy = await copyWithout(undefined, copyProject(t));
  const template = 'views/merch/show.eta';
  copy.replace(template, 'it.view.heading', 'it.view.haeding');
  const misspelt = /test\/typed-templates\/merch\/show\.ts.+'haeding' does not exist/;
  assert.match(await checkTypes(copy), misspelt);
  copy.write(template, '<h1>Merch</h1>');
  const untyped = /views\/merch\/show\.eta: the first line must name the type of its data/;
  assert.match(await checkTypes(copy), untyped);
});

/** Does what `npm run check` does about types. */
async function checkTypes(copy: ProjectCopy): Promise<string> {
  const printed = await copy.run('node', ['--import', 'tsx', 'test/support/type-templates.ts']);
  return printed + (await copy.run('node', ['node_modules/typescript/bin/tsc', '--noEmit']));
}

const forgotten: [step: number, tests: string[], message: RegExp][] = [
  [5, ['test/web/messages'], /views\/messages\/en\.json/],
  [6, ['test/states/states.test'], /the page \/merch has no state: add one to test\/states/],
  [8, ['test/web/page.test'], /add \/merch and its calls to callsOfPages/],
];
for (const [step, tests, message] of forgotten) {
  test(`whoever forgets step ${step} is told the file and the fix`, async (t) => {
    const copy = await copyWithout(step, copyProject(t));
    assert.match(await copy.run('node', testArguments(tests)), message);
  });
}
