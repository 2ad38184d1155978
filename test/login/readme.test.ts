import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import * as publicApi from '../../src/login/login.ts';
import { createPaths } from '../../src/login/paths.ts';

const folder = 'src/login';
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const documents = ['README.md', 'docs/reference.md'];
const text = documents.map(read).join('\n');
function tableUnder(head: string): string[][] {
  const [, after] = text.split(`${head}\n`);
  assert.ok(after, `the README has the table ${head}`);
  const [, ...lines] = after.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) => line.split(/ ?\| ?/).slice(1, -1));
}

function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, found = '']) => found);
}

function between(text: string, start: string, end: string): string {
  const [, after = ''] = text.split(start);
  const [inside = ''] = after.split(end);
  assert.notEqual(inside, '', `${start} … ${end}`);
  return inside;
}

function fieldsOf(file: string, name: string) {
  const fields = between(read(file), `export interface ${name} {`, '\n}');
  return [...fields.matchAll(/^ {2}readonly (\w+)(\??):/gm)].map(([, field = '', mark]) => ({
    field,
    isRequired: mark === '',
  }));
}

const firstCodes = (head: string) => tableUnder(head).map(([cell = '']) => codeIn(cell)[0]);

test('the table of Redis keys has every prefix of the code', () => {
  const prefixes = firstCodes('| Prefix | Records | Lifetime |');
  assert.deepEqual(prefixes.sort(), Object.values(publicApi.keyPrefixes).sort());
});

test('the table of options has every option of createLogin, and says which are required', () => {
  const rows = tableUnder('| Option | Default | Meaning |').map(([name = '', defaultValue]) => ({
    field: codeIn(name)[0],
    isRequired: defaultValue === 'required',
  }));
  assert.deepEqual(rows, fieldsOf('login.ts', 'LoginOptions'));
});

test('the options of `oauth`, and the paths with their defaults, are all named', () => {
  const rows = tableUnder('| Option | Default | Meaning |');
  const [, , oauth = ''] = rows.find(([cell]) => cell === '`oauth`') ?? [];
  for (const { field } of fieldsOf('oauth/server-configuration.ts', 'OAuthOptions'))
    assert.ok(codeIn(oauth).includes(field), field);
  const [, , paths = ''] = rows.find(([cell]) => cell === '`paths`') ?? [];
  const { expired: _, ...others } = createPaths('', {});
  for (const [name, path] of Object.entries(others))
    assert.ok(paths.includes(`\`${name}\` (\`${path}\`)`), name);
});

test('the table of problems has every problem of LoginError, next to its status', () => {
  const statuses = between(read('login-error.ts'), 'const statusOf = {', '}');
  const problems = [...statuses.matchAll(/'([\w-]+)': (\d+)/g)].map(
    ([, problem, status]) => `${status} ${problem}`,
  );
  const documented = tableUnder('| Status | `problem` and its cause |').flatMap(
    ([status, text = '']) =>
      [...text.matchAll(/`([\w-]+)`: /g)].map(([, problem]) => `${status} ${problem}`),
  );
  assert.deepEqual(documented.sort(), problems.sort());
});

test('every link of the documents stays in the folder, so that it works in a copy and in the package', () => {
  for (const file of documents) {
    for (const [, link = ''] of read(file).matchAll(/\]\(([^)]+)\)/g)) {
      const [path = '', heading] = link.split('#');
      const target = join(dirname(file), path);
      assert.ok(documents.includes(target), link);
      if (heading) assert.ok(headingsOf(target).includes(heading), link);
    }
  }
});

function headingsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}
