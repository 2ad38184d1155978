// The login's README agrees with the code: keys, cookies, options, problems, paths and links. The
// changelog is in order.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import * as publicApi from '../../src/login/login.ts';
import * as operators from '../../src/login/operators.ts';
import { createPaths } from '../../src/login/paths.ts';

const { keyPrefixes } = operators;
const folder = 'src/login';
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const readme = read('README.md');
/** The README without its code example. */
const prose = readme.replace(/```ts\n.*?```/s, '');
const changelog = read('CHANGELOG.md');

/** Returns a file without its comments. */
const codeOf = (file: string) => read(file).replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');

/** Returns the cells of each row of the table with this head. */
function tableUnder(head: string): string[][] {
  const [, after] = readme.split(`${head}\n`);
  assert.ok(after, `there is a table: ${head}`);
  const [, ...lines] = after.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) => line.split(/ ?\| ?/).slice(1, -1));
}

/** Returns the texts in backticks. */
function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** Returns where the links of a text lead. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
}

/** Returns the text between `start` and `end`. */
function between(text: string, start: string, end: string): string {
  const [, after = ''] = text.split(start);
  const [inside = ''] = after.split(end);
  assert.notEqual(inside, '', `${start} … ${end}`);
  return inside;
}

const firstCells = (rows: string[][]) => rows.flatMap(([cell = '']) => codeIn(cell));

test('the table of Redis keys has every prefix of the code once, and no other', () => {
  const prefixes = firstCells(tableUnder('| Prefix | What | Life | Written by |'));
  assert.deepEqual(prefixes.sort(), Object.values(keyPrefixes).sort());
});

test('the file that the table of Redis keys names is the one that writes such a key', () => {
  const makersOf: Record<string, string> = {
    [keyPrefixes.session]: 'sessionKey(',
    [keyPrefixes.sessionEnd]: 'sessionEndKey(',
    [keyPrefixes.usedState]: 'usedStateKey(',
    [keyPrefixes.sessionsOfPerson]: 'keyPrefixes.sessionsOfPerson',
    [keyPrefixes.endOfPerson]: 'keyPrefixes.endOfPerson',
    [keyPrefixes.personOfReplaced]: 'personKey(',
    [keyPrefixes.stoppedScope]: 'keyPrefixes.stoppedScope',
  };
  for (const [prefix = '', , , writer = ''] of tableUnder(
    '| Prefix | What | Life | Written by |',
  )) {
    const [, file = ''] = /\]\(([^)]+)\)/.exec(writer) ?? [];
    const maker = makersOf[codeIn(prefix)[0] ?? ''];
    assert.ok(maker && read(file).includes(maker), `${prefix} ${file}`);
  }
});

test('the lives of keys and cookies are those of the code', () => {
  const lives = [
    ...tableUnder('| Prefix | What | Life | Written by |'),
    ...tableUnder('| Cookie | What | Life |'),
  ];
  const lifeOf = (name: string) =>
    lives.find(([cell = '']) => codeIn(cell).includes(name))?.[2] ?? '';
  const expected: [file: string, line: string, name: string, life: RegExp][] = [
    ['sessions/session-ends.ts', 'longestRequestSeconds = 60;', 'x:', /^60 seconds/],
    ['pending-login.ts', 'lifeSeconds = 600;', 'u:', /^10 minutes; 20/],
    ['optional/back-channel-log-out.ts', 'longestTokenSeconds = 600;', 'u:', /; 20 of such/],
    ['oauth/oauth-client.ts', 'clockToleranceSeconds = 300;', 'u:', /; 20 of such/],
    ['pending-login.ts', 'lifeSeconds = 600;', 'login.', /^10 minutes/],
    ['optional/person.ts', 'endMarkSeconds = 660;', 'e:', /^11 minutes$/],
    ['sessions/session-ends.ts', 'longestRequestSeconds = 60;', 'p:', /^60 seconds$/],
    ['optional/loop-breaker.ts', 'roundMs = 60_000;', 'round-trips', /^1 minute$/],
    ['optional/stopped-scopes.ts', 'keptSeconds = 180 * 24 * 3600;', 'o:', /^180 days after/],
    [
      'optional/remembered-choice.ts',
      'rememberedMs = 180 * 24 * 3_600_000;',
      'scopes',
      /^180 days after the last login$/,
    ],
  ];
  for (const [file, line, name, life] of expected) {
    assert.ok(read(file).includes(line), `${file} has another life than the README: ${line}`);
    assert.match(lifeOf(name), life, name);
  }
});

test('the table of cookies has every cookie that the code sets, and no other', () => {
  const source = read('login.ts');
  const [, session] = /sessionCookie = '([^']+)'/.exec(source) ?? [];
  const [, login] = /loginCookie = '([^']+)'/.exec(source) ?? [];
  const optional = readdirSync(join(folder, 'optional')).map((file) => read(`optional/${file}`));
  const named = optional.flatMap((text) =>
    [...text.matchAll(/nameOf\('([^']+)'\)/g)].map(([, name]) => name),
  );
  const inTable = tableUnder('| Cookie | What | Life |').map(([cell = '']) => codeIn(cell)[0]);
  assert.deepEqual(
    inTable.sort(),
    [session, `${login}.`, `${login}.check`, `${login}.out`, ...named].sort(),
  );
});

test('the table of options has every option of createLogin in its order, and says which are required', () => {
  const fields = between(read('login.ts'), 'export interface LoginOptions {', '\n}');
  const options = [...fields.matchAll(/^ {2}readonly (\w+)(\??):/gm)].map(([, name, mark]) => ({
    name,
    isRequired: mark === '',
  }));
  const rows = tableUnder('| Option | Default | What |').map(([name = '', defaultValue]) => ({
    name: codeIn(name)[0],
    isRequired: defaultValue === 'required',
  }));
  assert.ok(options.length > 10);
  assert.deepEqual(rows, options);
});

test('the defaults in the table of options are those of the code', () => {
  const code = between(read('login.ts'), 'export function createLogin(', 'const paths =');
  const defaults = [...code.matchAll(/(\w+) = '([^']*)'/g)];
  assert.deepEqual(defaults.map(([, name]) => name).sort(), ['loginCookie', 'sessionCookie']);
  const rows = tableUnder('| Option | Default | What |');
  for (const [, name, value] of defaults) {
    assert.equal(rows.find(([cell]) => cell === `\`${name}\``)?.[1], `\`${value}\``);
  }
  const [, , paths = ''] = rows.find(([cell]) => cell === '`paths`') ?? [];
  const { expired, ...others } = createPaths('', {});
  for (const [name, path] of Object.entries(others))
    assert.ok(paths.includes(`\`${name}\` (\`${path}\`)`), name);
  assert.equal(expired, others.login);
  assert.ok(paths.includes('`expired` (as `login`)'));
  const { loggedOut, home } = createPaths('/account', {});
  assert.deepEqual([loggedOut, home], ['/', '/'], '`loggedOut` and `home` get no prefix');
});

test('the options of `oauth` are all named', () => {
  const fields = between(read('oauth/oauth-options.ts'), 'export interface OAuthOptions {', '\n}');
  const names = [...fields.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name);
  const [, , oauth = ''] =
    tableUnder('| Option | Default | What |').find(([cell]) => cell === '`oauth`') ?? [];
  assert.ok(names.length > 3);
  assert.deepEqual(
    names.filter((name) => !codeIn(oauth).includes(name)),
    [],
  );
});

test('the table of problems has every problem of LoginError once, beside its status', () => {
  const statuses = between(read('login-error.ts'), 'const statusOf = {', '}');
  const problems = [...statuses.matchAll(/'([\w-]+)': (\d+)/g)].map(
    ([, problem, status]) => `${status} ${problem}`,
  );
  const documented = tableUnder('| Status | `problem` and when |').flatMap(([status, text = '']) =>
    [...text.matchAll(/`([\w-]+)`: /g)].map(([, problem]) => `${status} ${problem}`),
  );
  assert.ok(problems.length > 10);
  assert.deepEqual(documented.sort(), problems.sort());
});

test('every result of a LoginOutcome is named', () => {
  const results = (read('outcome.ts').match(/(?:result:|SharingResult =).*;/g) ?? []).join();
  const names = [...results.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
  assert.ok(names.length > 4);
  const named = codeIn(prose);
  for (const name of names) assert.ok(named.includes(name), name);
});

test('every optional part has one row, with a line that its file makes true', () => {
  const rows = tableUnder('| Part | The line | What it adds |');
  const files = rows.map(([part = '']) => codeIn(part)[0] ?? '');
  const shared = linksIn(between(prose, '## Optional parts', '| Part |'))
    .filter((link) => link.startsWith('optional/'))
    .map((link) => basename(link));
  const inFolder = readdirSync(join(folder, 'optional'));
  assert.deepEqual([...files, ...shared].sort(), inFolder.sort());
  for (const [index, file] of files.entries()) {
    const [line = ''] = codeIn(rows[index]?.[1] ?? '');
    const [, maker] = /^(\w+)\(/.exec(line) ?? [];
    assert.match(
      read(`optional/${file}`),
      new RegExp(`export (?:async )?function ${maker}\\(`),
      line,
    );
  }
});

test('an optional part needs no other one, but for those that its row names', () => {
  for (const [part = '', , text = ''] of tableUnder('| Part | The line | What it adds |')) {
    const [file = ''] = codeIn(part);
    const [, needed = ''] = /Needs ([^.]+)\./.exec(text) ?? [];
    const imported = [...codeOf(`optional/${file}`).matchAll(/from '\.\/([\w-]+)\.ts'/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'person');
    assert.deepEqual(
      imported.sort(),
      needed
        .split(/, | and /)
        .filter(Boolean)
        .sort(),
      file,
    );
  }
});

test('everything that the whole app imports is exported by the face of the folder', () => {
  const app = between(readme, '```ts\n', '```');
  const imported = between(app, 'import { attendeeOf', "} from './login/login.ts'")
    .split(', ')
    .filter(Boolean);
  const types = read('login.ts');
  const exported = Object.keys(publicApi);
  for (const name of ['attendeeOf', ...imported.map((each) => each.trim())]) {
    const isThere = name.startsWith('type ')
      ? types.includes(name.replace('type ', ''))
      : exported.includes(name);
    assert.ok(isThere, name);
  }
});

test('everything for operators is named where the README says what it is for', () => {
  const section = between(readme, '## For operators\n', '\n## ');
  const named = new Set(codeIn(section));
  assert.deepEqual(
    Object.keys(operators).filter((name) => !named.has(name)),
    [],
  );
});

test('every link of the README and of the changelog leads somewhere', () => {
  const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = linksIn(readme + changelog);
  assert.ok(links.length > 15);
  for (const link of links) {
    const isThere = link.startsWith('#')
      ? headings.includes(link.slice(1))
      : existsSync(join(folder, link));
    assert.ok(isThere, link);
  }
});

test('a link to a source file names it, and a name that the README places in a file is in its code', () => {
  const sources = [...prose.matchAll(/\[`([^`]+)`\]\(([^)]+\.ts)\)/g)];
  assert.ok(sources.length > 15);
  for (const [, name, link = ''] of sources) assert.equal(name, basename(link));

  const places = [...prose.matchAll(/`(\w+)` (?:of|in) \[`[^`]+`\]\(([^)]+\.ts)\)/g)];
  assert.ok(places.length > 1);
  for (const [, name = '', link = ''] of places)
    assert.match(codeOf(link), new RegExp(`\\b${name}\\b`), link);
});

test('every function that the README calls is in the code of the folder', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts'));
  const code = sources.map(codeOf).join('\n');
  const calls = codeIn(prose).flatMap((text) => [...text.matchAll(/(\w+)\(/g)]);
  const names = new Set(calls.map(([, name = '']) => name));
  assert.ok(names.size > 15);
  const unknown = [...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  assert.deepEqual(unknown, []);
});

test('what the folder does not bring is named with the file of this site that does it', () => {
  const [, section = ''] = /## What this folder does not bring\n(.*?)\n## /s.exec(readme) ?? [];
  for (const file of [
    'security-headers',
    'same-origin',
    'rate-limits',
    'error-pages',
    'current-user',
    'read-answer',
  ]) {
    assert.match(section, new RegExp(`\\]\\(\\.\\./[\\w/]+/${file}\\.ts\\)`));
  }
  for (const property of ['P47', 'P48']) assert.ok(section.includes(property), property);
});

test('each of the ten wishes names a test that is there', () => {
  const wishes = readFileSync('docs/wishes.md', 'utf8');
  const rows = [...wishes.matchAll(/\[[^\]]+\]\(\.\.\/(test\/\S+)\): "([^"]+)" \|$/gm)];
  assert.equal(rows.length, 10);
  assert.equal(wishes.split('\n').filter((line) => /^\| [A-Z]/.test(line)).length, 11);
  for (const [, file = '', name = ''] of rows)
    assert.ok(readFileSync(file, 'utf8').includes(`'${name}`), `${file}: ${name}`);
});

test('the label of sealed sessions is the one that the README and the newest changes name', () => {
  const [, format = 'none'] =
    /const format = (\d+);/.exec(read('sessions/sealing-client.ts')) ?? [];
  const label = `session v${format}`;
  assert.ok(codeIn(prose).includes(label), label);
  assert.ok(codeIn(changelog).includes(label), label);
});

test('the changelog has the newest version first, each with its date', () => {
  const versions = [...changelog.matchAll(/^## (\d+)\.(\d+)\.(\d+)\n\n(\d{4}-\d\d-\d\d)\./gm)];
  assert.equal(
    versions.length,
    changelog.match(/^## /gm)?.length,
    'every heading is a version with a date',
  );
  const numbers = versions.map(([, major, minor, patch]) => [major, minor, patch].map(Number));
  const compareVersions = ([a = 0, b = 0, c = 0]: number[], [x = 0, y = 0, z = 0]: number[]) =>
    a - x || b - y || c - z;
  assert.ok(numbers.length > 0);
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => compareVersions(b, a)),
  );
});
