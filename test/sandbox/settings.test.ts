import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSandboxSettings } from '../../src/sandbox/settings.ts';

test('without settings the sandbox fits the app’s defaults', () => {
  assert.deepEqual(readSandboxSettings({}), {
    host: '127.0.0.1',
    port: 4000,
    publicUrl: undefined,
    attendees: 0,
    latencyMs: 0,
    strict: false,
    clients: [{ id: 'lanyard', secret: 'sandbox-secret' }],
    redirectUris: ['http://localhost:3000/login/callback'],
  });
});

test('every invalid setting is named in one message', () => {
  const env = {
    SANDBOX_PORT: '65536',
    SANDBOX_ATTENDEES: '-1',
    SANDBOX_LATENCY_MS: '1.5',
    SANDBOX_STRICT: 'yes',
    SANDBOX_HOST: '',
    SANDBOX_URL: 'https://sandbox.example/path',
    SANDBOX_CLIENTS: 'lanyard',
    SANDBOX_REDIRECT_URIS: 'http://localhost/ok, javascript:alert(1)',
  };
  assert.throws(
    () => readSandboxSettings(env),
    (error: Error) => {
      for (const name of Object.keys(env))
        assert.match(error.message, new RegExp(`^  ${name}: `, 'm'));
      return true;
    },
  );
});

test('several clients and the public address are read', () => {
  const { clients, publicUrl } = readSandboxSettings({
    SANDBOX_CLIENTS: 'shop:a:b, forum:secret',
    SANDBOX_URL: 'https://sandbox.example/',
  });
  assert.deepEqual(clients, [
    { id: 'shop', secret: 'a:b' },
    { id: 'forum', secret: 'secret' },
  ]);
  assert.equal(publicUrl, 'https://sandbox.example');
});

test('the sandbox does not start beside the settings of a real site, and names the setting', () => {
  for (const [name, value] of [
    ['NODE_ENV', 'production'],
    ['PUBLIC_URL', 'https://lanyard.example'],
    ['CONVENTION_URL', 'https://reg.foxcon.example'],
  ] as const)
    assert.throws(() => readSandboxSettings({ [name]: value }), {
      message: new RegExp(`^The sandbox does not start beside .* Fix: start it without ${name}=`),
    });
  for (const url of ['http://localhost:3000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])
    readSandboxSettings({ NODE_ENV: 'test', PUBLIC_URL: url, CONVENTION_URL: url });
});

test('a client that is named twice is refused', () => {
  assert.throws(() => readSandboxSettings({ SANDBOX_CLIENTS: 'shop:a,shop:b' }), {
    message: /SANDBOX_CLIENTS: must name each id once/,
  });
});
