import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callApi, sandboxFor } from '../visitor.ts';

const documents = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

test('in tolerant mode, a site that can discover the endpoints finds them', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const path of documents) {
    const { body } = await callApi(sandbox, { call: `GET ${path}` });
    assert.equal(body.issuer, sandbox.url);
    assert.equal(body.authorization_endpoint, `${sandbox.url}/oauth/authorize`);
    assert.equal(body.token_endpoint, `${sandbox.url}/api/oauth/token`);
    assert.deepEqual(body.token_endpoint_auth_methods_supported, ['client_secret_post']);
  }
});

test('in strict mode, there is no discovery document', async (t) => {
  const sandbox = await sandboxFor(t, { strict: true });
  for (const path of [...documents, '/jwks']) {
    assert.deepEqual(await callApi(sandbox, { call: `GET ${path}` }), {
      status: 404,
      body: { errors: { resource: { message: 'Not found.' } } },
    });
  }
});
