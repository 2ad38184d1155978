// Follows "Add a page" in docs/extend.md step by step in a copy of the project. Then the tests
// named in that section must pass, and only the promised number of files may have changed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { copyProject, type ProjectCopy, testArguments } from '../support/machine/project-copy.ts';

const guide = readFileSync('docs/extend.md', 'utf8');
const mostFiles = 9;
const mostTestFiles = 3;

type Step = (copy: ProjectCopy) => void;

const before = (line: string, added: string) => [line, `${added}\n${line}`] as const;
const after = (line: string, added: string) => [line, `${line}\n${added}`] as const;

const pageSteps: Record<number, Step> = {
  1: (copy) =>
    copy.write(
      'src/pages/merch/merch-view.ts',
      `// View model of the merch page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import { visitorOf } from '../../web/person.ts';
import type { Translate } from '../../web/words/messages.ts';

export function merchView({ user, words }: { user: CurrentUser; words: Translate }) {
  return { heading: words('merch.heading'), ...visitorOf(user), lead: words('merch.lead', { year: 2027 }) };
}
`,
    ),
  2: (copy) =>
    copy.write(
      'src/pages/merch/routes.ts',
      `// \`/merch\`: what an attendee can buy.
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';
import { merchView } from './merch-view.ts';

export const merchPage: SitePage = {
  name: 'merch',
  path: '/merch',
  menuLabel: 'nav.merch',

  routes: ({ views, recordsOf }) =>
    getOnly('/', async (req, res) => {
      const user = await recordsOf(req).currentUser();
      views.render(res, 'merch/show', merchView({ user, words: req.words }));
    }),
};
`,
    ),
  3: (copy) =>
    copy.write(
      'views/merch/show.eta',
      `<%/* view: ReturnType<typeof import('src/pages/merch/merch-view.ts').merchView> */%>
<% layout('/layout') %>
<% const roles = it.pathOf('roles') %>
<h1><%= it.view.heading %></h1>
<p><%= it.view.lead %></p>
<% if (roles) { %><p><a href="<%= roles %>"><%= it.t('nav.roles') %></a></p>
<% } %>
`,
    ),
  4(copy) {
    copy.replace(
      'src/app.ts',
      ...before(
        "import type { PageDependencies, SitePage } from './pages/page-dependencies.ts';",
        "import { merchPage } from './pages/merch/routes.ts';",
      ),
    );
    copy.replace('src/app.ts', ...after('  rolesPage,', '  merchPage,'));
  },
  5(copy) {
    for (const language of ['en', 'de', 'es', 'fr'])
      copy.replace(
        `views/messages/${language}.json`,
        ...after(
          '{',
          '  "nav.merch": "Merch",\n  "merch.heading": "Merch",\n  "merch.lead": "Merch {year, number}",',
        ),
      );
  },
  6: (copy) =>
    copy.write(
      'test/pages/merch/routes.test.ts',
      `// The merch page over HTTP.
import assert from 'node:assert/strict';
import test from 'node:test';
import { calls, startScriptedApp } from '../../support/app/scripted-app.ts';
import { validResponses } from '../../support/platform/valid-responses.ts';

test('the page reads the current user only, and greets them', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  const page = await app.open('/merch');
  assert.match(page.text, /^Merch Merch 2,027/);
  assert.deepEqual(
    app.requests.map(({ method, path }) => \`\${method} \${path}\`),
    [calls.user],
  );
});
`,
    ),
};

const [section = ''] = /^## Add a page$[\s\S]*?(?=^## )/m.exec(guide) ?? [];

function follow(copy: ProjectCopy): string[] {
  const touched = new Set<string>();
  const recording: ProjectCopy = {
    ...copy,
    write(path, content) {
      touched.add(path);
      copy.write(path, content);
    },
    replace(path, ...change) {
      touched.add(path);
      copy.replace(path, ...change);
    },
  };
  for (const step of Object.values(pageSteps)) step(recording);
  return [...touched];
}

async function check(copy: ProjectCopy): Promise<string> {
  const run = (script: string) =>
    copy.run('node', ['--import', 'tsx', `test/tools/scripts/${script}.ts`]);
  return (await run('check-types')) + (await run('check-texts'));
}

test('the steps here are those of "Add a page", and each file in them is named there', () => {
  const numbers = [...section.matchAll(/^(\d)\. /gm)].map(([, number]) => Number(number));
  const own = Object.keys(pageSteps).map(Number);
  assert.deepEqual(numbers, [...own, own.length + 1]);
  for (const [number, step] of Object.entries(pageSteps)) {
    const [text = ''] = new RegExp(`^${number}\\. [\\s\\S]*?(?=^\\d\\. )`, 'm').exec(section) ?? [];
    const checkNamed = (path: string) => {
      const named = path.replace(/views\/messages\/(?!en)\w+\.json/, 'each other language');
      assert.equal(text.includes(named), true, `${named} in ${text}`);
    };
    step({ folder: '', write: checkNamed, replace: checkNamed, run: async () => '' });
  }
});

test(`a page is ${mostFiles} files: after all steps its types fit and the tests of the last step, in at most ${mostTestFiles} files, pass`, async (t) => {
  const copy = copyProject(t);
  const touched = follow(copy);
  assert.ok(touched.length <= mostFiles, `${touched.length} files: ${touched.join(', ')}`);
  assert.equal(await check(copy), '');
  const [, parts = ''] = /^\d\. Run `npm test -- ([^`]+)`/m.exec(section) ?? [];
  const printed = await copy.run('node', testArguments(parts.split(' ')));
  // The whole output would be too long for a message.
  assert.ok(!printed.includes('✖'), printed.slice(printed.search(/^✖ \S+: /m)));
  assert.match(printed, /^\d+ passed, 0 failed$/m);
  const [, files] = /^(\d+) files in/m.exec(printed) ?? [];
  assert.ok(Number(files) <= mostTestFiles, printed);
});

test('`npm run check` reports a template that uses a missing field, or does not name its view model', async (t) => {
  const copy = copyProject(t);
  follow(copy);
  const template = 'views/merch/show.eta';
  copy.replace(template, 'it.view.heading', 'it.view.haeding');
  assert.match(await check(copy), /views\/merch\/show\.eta:4: .+'haeding' does not exist/);
  copy.write(template, '<h1>Merch</h1>');
  const untyped = /views\/merch\/show\.eta: the first line must name the type of its data/;
  assert.match(await check(copy), untyped);
});
