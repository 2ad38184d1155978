import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { attendeeScopes, attendeeScopesThat, knownServiceScopes, shownBy } from '../src/scopes.ts';

const catalogues = readdirSync('views/messages').filter((file) => file.endsWith('.json'));
const read = (file: string) => readFileSync(file, 'utf8');

for (const file of catalogues) {
  test(`every scope has its words in views/messages/${file}`, () => {
    const catalogue: Record<string, string> = JSON.parse(read(`views/messages/${file}`));
    const neededKeys = [
      ...Object.values(attendeeScopes).flatMap(({ shows }) => [
        `scope.${shows}.label`,
        `scope.${shows}.use`,
      ]),
      // Only optional scopes have a link such as "Share: Phone".
      ...attendeeScopesThat(({ optional }) => optional).map(
        (name) => `scope.${shownBy(name)}.inSentence`,
      ),
      ...Object.keys(knownServiceScopes).map((name) => `sharing.own.${name}`),
    ];
    for (const key of neededKeys) {
      const fix = `src/scopes.ts has a scope without words: add "${key}" to views/messages/${file}`;
      assert.notEqual(catalogue[key], undefined, fix);
    }
  });
}

test('no catalogue has words for a scope that is not in the list', () => {
  const shown = Object.values(attendeeScopes).map(({ shows }) => shows);
  const known: string[] = [...shown, ...Object.keys(knownServiceScopes), 'other'];
  for (const file of catalogues) {
    for (const key of Object.keys(JSON.parse(read(`views/messages/${file}`)))) {
      const [, shows, own] = /^scope\.([\w:]+)|^sharing\.own\.([a-z]+:[a-z:]+)/.exec(key) ?? [];
      const name = shows ?? own;
      const fix = `views/messages/${file} has "${key}": add ${name} to src/scopes.ts`;
      assert.equal(name === undefined || known.includes(name), true, fix);
    }
  }
});

test('docs/interface.md names every scope', () => {
  const text = read('docs/interface.md');
  for (const name of [...Object.keys(attendeeScopes), ...Object.keys(knownServiceScopes)])
    assert.equal(text.includes(`\`${name}\``), true, `docs/interface.md, section 5: add ${name}`);
});

test('the scopes that belong to one question are in the order of the list', () => {
  assert.deepEqual(
    attendeeScopesThat(({ optional }) => optional),
    ['pii:email', 'pii:phone', 'pii:address'],
  );
  assert.deepEqual(
    attendeeScopesThat(({ askedByDefault }) => !askedByDefault),
    ['con:read'],
  );
});

test('the app uses only the properties of a scope: no other file names a scope', () => {
  const names = Object.keys(attendeeScopes);
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && !/^(sandbox\/|scopes\.ts|convention\/current-user)/.test(file),
  );
  assert.ok(sources.length > 100);
  for (const file of sources) {
    const code = read(`src/${file}`).replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
    const named = names.filter((name) => code.includes(name));
    assert.deepEqual(named, [], `src/${file} must call shownBy(…) from src/scopes.ts`);
  }
});
