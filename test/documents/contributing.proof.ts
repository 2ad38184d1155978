// Does what CONTRIBUTING.md says under "Add a page", step by step, in a copy of the project, and the
// same for a page with a scope and an operation of its own. The tests that it names then pass, and
// no more files were touched than it promises.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { copyProject, type ProjectCopy, testArguments } from '../support/project-copy.ts';

const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
const mostFilesOfPage = 9;
const mostFilesWithOperation = 16;

type Step = (copy: ProjectCopy) => unknown;

/** Adds `line` before or after a line of a file. */
const before = (line: string, added: string) => [line, `${added}\n${line}`] as const;
const after = (line: string, added: string) => [line, `${line}\n${added}`] as const;

/** By the number in CONTRIBUTING.md, "Add a page". */
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
import { calls, startScriptedApp } from '../../support/scripted-app.ts';
import { validAnswers } from '../../support/valid-answers.ts';

test('the page reads the current user only, and greets them', async (t) => {
  const app = await startScriptedApp(t, validAnswers);
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

/** By the number in CONTRIBUTING.md, "Add an operation": what the page above then shows. */
const operationSteps: Record<number, Step> = {
  1(copy) {
    const file = 'docs/interface.md';
    copy.replace(file, '`user:read` (4.8, 4.9)', '`merch:read` (4.12), `user:read` (4.8, 4.9)');
    copy.replace(
      file,
      ...before(
        '## 5. Authentication',
        `### 4.12 Get merch

\`GET {base_url}/api/v0/users/{id}/merch\`, service, \`merch:read\`. What a user has ordered: \`item\` (string), \`user\` (2.2).
`,
      ),
    );
  },
  2(copy) {
    copy.replace(
      'src/scopes.ts',
      ...before(
        "  'user:read': { holdsContactDetails: false },",
        "  'merch:read': { holdsContactDetails: false },",
      ),
    );
    for (const language of ['en', 'de', 'es', 'fr'])
      copy.replace(
        `views/messages/${language}.json`,
        ...after('{', '  "sharing.own.merch:read": "merch",'),
      );
  },
  3: (copy) =>
    copy.write(
      'src/convention/merch.ts',
      `// Merch (docs/interface.md): what a user has ordered.
import { z } from 'zod';
import { apiPath } from './api-request.ts';
import type { Send } from './http.ts';
import { text } from './schema.ts';
import { type RecordOfUser, retrieveUserRecord, withUserSummary } from './user-records.ts';

const merchWith = withUserSummary((user) => z.object({ item: text, user }));

export type Merch = z.output<ReturnType<typeof merchWith>>;

/** Reads merch (scope merch:read). */
export function merchOperations(send: Send) {
  return {
    /** Gets what a user has ordered (docs/interface.md). Rejects with not-found if nothing. */
    async merch({ userId, include }: RecordOfUser): Promise<Merch> {
      return retrieveUserRecord(send, {
        operation: 'Get merch',
        path: apiPath\`/api/v0/users/\${userId}/merch\`,
        schema: merchWith(include),
        userId,
      });
    },
  };
}
`,
    ),
  4(copy) {
    const client = 'src/convention/convention.ts';
    copy.replace(
      client,
      ...before(
        "import { registrationOperations } from './registration.ts';",
        "import { merchOperations } from './merch.ts';",
      ),
    );
    copy.replace(client, ...after('    ...roleOperations(send),', '    ...merchOperations(send),'));
    const own = 'src/convention/own-records.ts';
    copy.replace(
      own,
      ...before(
        "import type { Volunteer } from './volunteer.ts';",
        "import type { Merch } from './merch.ts';",
      ),
    );
    copy.replace(
      own,
      ...before(
        '    async publicDepartments() {',
        `    async merch(): Promise<Lookup<Merch>> {
      const service = serviceWith('merch:read');
      return service ? lookUp(service.merch({ userId }), 'none', isNotFound) : { state: 'unknown' };
    },
`,
      ),
    );
  },
  5(copy) {
    copy.write(
      'src/sandbox/api/merch.ts',
      `// Merch (docs/interface.md).
import { z } from 'zod';
import type { Convention } from '../records/convention.ts';
import { markup } from '../records/hostile.ts';
import { userSummary, userSummarySchema } from '../records/user.ts';
import { orNotFound } from './errors.ts';
import { type Operation, operation } from './operation.ts';

const merchSchema = z.object({ item: z.string(), user: userSummarySchema });

/** By attendee. All others have ordered nothing. */
const items: Record<string, string> = { robin: 'Plush fox', mallory: markup };

export function merchOperations(convention: Convention): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/api/v0/users/{id}/merch',
      summary: 'What one user has ordered.',
      access: { service: 'merch:read' },
      outputSchema: merchSchema,
      run: ({ id }) => {
        const { key, user } = orNotFound(convention.find(id));
        return { item: orNotFound(items[key]), user: userSummary(user) };
      },
    }),
  ];
}
`,
    );
    const all = 'src/sandbox/api/all-operations.ts';
    copy.replace(
      all,
      ...before(
        "import type { Operation } from './operation.ts';",
        "import { merchOperations } from './merch.ts';",
      ),
    );
    copy.replace(
      all,
      ...after('    ...dealerOperations(convention),', '    ...merchOperations(convention),'),
    );
  },
  6(copy) {
    showRecord(copy);
    const routes = 'src/pages/merch/routes.ts';
    copy.replace(routes, ...after("  path: '/merch',", "  needs: 'merch:read',"));
    copy.replace(
      routes,
      '      const user = await recordsOf(req).currentUser();\n',
      `      const records = recordsOf(req);
      const [user, merch] = await Promise.all([records.currentUser(), records.merch()]);
`,
    );
    copy.replace(routes, 'merchView({ user, words', 'merchView({ user, merch, words');
    const its = 'test/pages/merch/routes.test.ts';
    copy.replace(its, '    [calls.user],\n', "    [calls.user, 'GET /api/v0/users/77/merch'],\n");
    copy.replace(its, '/^Merch Merch 2,027/', '/^Merch Merch 2,027 Merch Plush fox/');
    copy.replace(its, 'the current user only', 'the user and their merch');
  },
};

/** In the view model and the template. */
function showRecord(copy: ProjectCopy): void {
  const view = 'src/pages/merch/merch-view.ts';
  copy.replace(
    view,
    ...after(
      "import type { CurrentUser } from '../../convention/current-user.ts';",
      `import type { Merch } from '../../convention/merch.ts';
import type { Lookup } from '../../convention/own-records.ts';
import { createRows } from '../../web/rows.ts';`,
    ),
  );
  copy.replace(
    view,
    '{ user, words }: { user: CurrentUser; words: Translate }',
    '{ user, merch, words }: { user: CurrentUser; merch: Lookup<Merch>; words: Translate }',
  );
  copy.replace(
    view,
    "lead: words('merch.lead', { year: 2027 })",
    "lead: words('merch.lead', { year: 2027 }), rows: merch.state === 'found' ? [createRows(words).recordRow(words('merch.heading'), merch.record.item)] : []",
  );
  const rows = "<%~ include('/partials/rows', { rows: it.view.rows }) %>";
  copy.replace('views/merch/show.eta', ...before('<% if (roles) {', rows));
}

const page = { heading: 'Add a page', steps: pageSteps };
const operation = { heading: 'Add an operation', steps: operationSteps };

function sectionOf(heading: string): string {
  const [section = ''] =
    new RegExp(`^## ${heading}$[\\s\\S]*?(?=^## )`, 'm').exec(contributing) ?? [];
  return section;
}

/** Does these steps, in order, but for one. Returns the files that were touched. */
async function follow(
  steps: Record<number, Step>,
  copy: ProjectCopy,
  missing?: number,
): Promise<string[]> {
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
  for (const [number, step] of Object.entries(steps))
    if (Number(number) !== missing) await step(recording);
  return [...touched];
}

for (const { heading, steps } of [page, operation]) {
  test(`the steps here are those of "${heading}", and each file in them is named there`, async () => {
    const section = sectionOf(heading);
    const numbers = [...section.matchAll(/^(\d)\. /gm)].map(([, number]) => Number(number));
    // The last one says which tests to run.
    const own = Object.keys(steps).map(Number);
    assert.deepEqual(numbers, [...own, own.length + 1]);
    for (const [number, step] of Object.entries(steps)) {
      const [text = ''] =
        new RegExp(`^${number}\\. [\\s\\S]*?(?=^\\d\\. )`, 'm').exec(section) ?? [];
      const checkNamed = (path: string) => {
        const named = path
          .replace(/views\/messages\/(?!en)\w+\.json/, 'each other language')
          .replace(/(convention|sandbox\/api)\/merch/, '$1/RECORD');
        const isOfPage = number === '6' && steps === operationSteps;
        assert.equal(isOfPage || text.includes(named), true, `${named} in ${text}`);
      };
      await step({ folder: '', write: checkNamed, replace: checkNamed, run: async () => '' });
    }
  });
}

/** Runs the check of types and format, and the tests that the last step of a section names. */
async function prove(copy: ProjectCopy, heading: string): Promise<void> {
  assert.match(await checkTypes(copy), /^$/);
  const [, parts = ''] = /^\d\. `npm test -- ([^`]+)`/m.exec(sectionOf(heading)) ?? [];
  assert.notEqual(parts, '');
  const printed = await copy.run('node', testArguments(parts.split(' ')));
  // From the first failure on: the whole is too long for a message.
  const failure = printed.search(/^✖ \S+: /m);
  assert.ok(!printed.includes('✖'), printed.slice(failure));
  assert.match(printed, /all passed/);
}

test(`a page is ${mostFilesOfPage} files: after all steps its types fit and the tests of the last step pass`, async (t) => {
  const copy = copyProject(t);
  const touched = await follow(pageSteps, copy);
  assert.ok(touched.length <= mostFilesOfPage, `${touched.length} files: ${touched.join(', ')}`);
  await prove(copy, page.heading);
});

test(`a page with a scope and an operation of its own is ${mostFilesWithOperation} files, and the same holds`, async (t) => {
  const copy = copyProject(t);
  const ofPage = await follow(pageSteps, copy);
  const touched = new Set([...ofPage, ...(await follow(operationSteps, copy))]);
  const names = [...touched].join(', ');
  assert.ok(touched.size <= mostFilesWithOperation, `${touched.size} files: ${names}`);
  await prove(copy, operation.heading);
});

test('a template that shows what its view model lacks, or does not name it, is told by `npm run check`', async (t) => {
  const copy = copyProject(t);
  await follow(pageSteps, copy);
  const template = 'views/merch/show.eta';
  copy.replace(template, 'it.view.heading', 'it.view.haeding');
  const misspelt = /views\/merch\/show\.eta:4: .+'haeding' does not exist/;
  assert.match(await checkTypes(copy), misspelt);
  copy.write(template, '<h1>Merch</h1>');
  const untyped = /views\/merch\/show\.eta: the first line must name the type of its data/;
  assert.match(await checkTypes(copy), untyped);
});

/** Does what `npm run check` does about types and messages. */
async function checkTypes(copy: ProjectCopy): Promise<string> {
  const run = (script: string) =>
    copy.run('node', ['--import', 'tsx', `test/support/${script}.ts`]);
  return (await run('check-types')) + (await run('check-texts'));
}

test('whoever forgets the messages is told the file and the fix', async (t) => {
  const copy = copyProject(t);
  await follow(pageSteps, copy, 5);
  assert.match(await checkTypes(copy), /add merch\.heading to views\/messages\/en\.json/);
});

test('whoever adds a scope that no document and no language names is told the file and the fix', async (t) => {
  const copy = copyProject(t);
  await follow(pageSteps, copy);
  await follow(operationSteps, copy, 1);
  const printed = await copy.run('node', testArguments(['test/scopes']));
  assert.match(printed, /docs\/interface\.md, section 5: add merch:read/);
});
