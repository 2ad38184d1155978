import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callApi, sandboxFor } from '../visitor.ts';

test('a site that can discover the endpoints finds them', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const path of [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ]) {
    const { body } = await callApi(sandbox, { call: `GET ${path}` });
    assert.equal(body.issuer, sandbox.url);
    assert.equal(body.authorization_endpoint, `${sandbox.url}/oauth/authorize`);
    assert.equal(body.token_endpoint, `${sandbox.url}/api/oauth/token`);
    assert.deepEqual(body.token_endpoint_auth_methods_supported, ['client_secret_post']);
  }
});
