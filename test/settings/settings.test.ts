import assert from 'node:assert/strict';
import test from 'node:test';
import { isLoopback } from '../../src/login/login.ts';
import { settings } from '../../src/settings/settings.ts';

const all = Object.entries(settings.shape).map(([name, schema]) => ({
  name,
  schema,
  meta: schema.meta() ?? {},
}));

test('no secret has a default or an example that could stay in production', () => {
  const secrets = all.filter(({ meta }) => meta.secret);
  assert.deepEqual(
    secrets.map(({ name }) => name),
    [
      'OAUTH_CLIENT_SECRET',
      'REDIS_URL',
      'SESSION_SECRETS',
      'ENCRYPTION_KEYS',
      'SERVICE_CLIENT_SECRET',
    ],
  );
  for (const { name, schema } of secrets)
    assert.equal(schema.safeParse(undefined).data, undefined, name);
  for (const name of ['SESSION_SECRETS', 'ENCRYPTION_KEYS'] as const) {
    assert.equal(settings.shape[name].meta()?.example, '', name);
  }
});

test('an address is a loopback address only if no other computer can reach it', () => {
  const isLoopbackUrl = (address: string) => isLoopback(new URL(address));
  for (const address of [
    'http://localhost:3000',
    'https://127.0.0.1/',
    'http://[::1]:8080',
    'http://2130706433/',
  ]) {
    assert.equal(isLoopbackUrl(address), true, address);
  }
  for (const address of [
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://0.0.0.0',
    'http://[::]',
  ]) {
    assert.equal(isLoopbackUrl(address), false, address);
  }
});
