import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '../../src/settings/config.ts';
import { settings } from '../../src/settings/settings.ts';
import { envExample } from '../tools/scripts/env-example.ts';

const file = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const secrets = { SESSION_SECRETS: 'ab'.repeat(32), ENCRYPTION_KEYS: `k1:${'cd'.repeat(32)}` };

test('it matches the settings (if not: npm run env-example)', () => {
  assert.equal(file, envExample());
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
