import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '../../src/settings/config.ts';
import { settings } from '../../src/settings/settings.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { envExample } from '../tools/scripts/env-example.ts';

const file = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const secrets = { SESSION_SECRETS: 'ab'.repeat(32), ENCRYPTION_KEYS: `k1:${'cd'.repeat(32)}` };

test('it matches the settings (if not: npm run env-example)', () => {
  assert.equal(file, envExample());
});

test('it names every setting once, the required ones first, and nothing else', () => {
  const names = [...file.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  assert.deepEqual([...names].sort(), Object.keys(settings.shape).sort());
  const uncommented = [...file.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  assert.deepEqual(uncommented, names.slice(0, 7));
  assert.deepEqual([...uncommented].sort(), Object.keys(goodSettings).sort());
});

test('only the two secrets are empty, and the line above each says how to generate it', () => {
  const empty = [...file.matchAll(/^# (.*)\n([A-Z_]+)=$/gm)].map(([, about = '', name]) => ({
    about,
    name,
  }));
  assert.deepEqual(
    empty.map(({ name }) => name),
    ['SESSION_SECRETS', 'ENCRYPTION_KEYS'],
  );
  for (const { about } of empty) assert.match(about, /Make one: .*openssl rand -hex 32/);
});

test('copied, and with the two secrets filled in, it starts the app', () => {
  const config = readConfig({ ...parseEnv(file), ...secrets });
  assert.equal(config.publicUrl.href, 'http://localhost:3000/');
});

test('commented-out lines are also right: uncommented they are accepted, and a default is the default', () => {
  const everything = parseEnv(file.replace(/^#(?=[A-Z_]+=)/gm, ''));
  assert.ok(readConfig({ ...everything, ...secrets }));
  for (const [name, schema] of Object.entries(settings.shape)) {
    const ifLeftOut = schema.safeParse(undefined).data;
    if (ifLeftOut !== undefined) assert.deepEqual(schema.parse(everything[name]), ifLeftOut, name);
  }
});
