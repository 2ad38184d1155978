import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSandboxSettings } from '../../src/sandbox/settings.ts';

test('without settings the sandbox fits the app’s defaults', () => {
  assert.deepEqual(readSandboxSettings({}), {
    port: 4000,
    attendees: 0,
    latencyMs: 0,
    strict: false,
    clientId: 'lanyard',
    clientSecret: 'sandbox-secret',
    redirectUris: ['http://localhost:3000/login/callback'],
  });
});

test('every invalid setting is named in one message', () => {
  const env = {
    SANDBOX_PORT: '65536',
    SANDBOX_ATTENDEES: '-1',
    SANDBOX_LATENCY_MS: '1.5',
    SANDBOX_STRICT: 'yes',
    SANDBOX_CLIENT_ID: '',
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
