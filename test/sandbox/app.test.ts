import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../src/sandbox/app.ts';
import { freePort } from '../support/machine/free-port.ts';
import {
  authorizationUrl,
  bothModes,
  callApi,
  logIn,
  sandboxFor,
  submit,
  visitorOf,
} from './visitor.ts';

test('a port that is in use is reported in one clear line', async (t) => {
  const { url } = await sandboxFor(t);
  const port = Number(new URL(url).port);
  await assert.rejects(startSandbox({ port, redirectUris: ['http://localhost:3999/'] }), {
    message: `The sandbox cannot listen on 127.0.0.1:${port}: it is already in use.`,
  });
});

test('a client that cannot be registered is reported in one clear line', async () => {
  await assert.rejects(startSandbox({ redirectUris: ['http://localhost:3999/#fragment'] }), {
    message:
      'The sandbox cannot register the client lanyard: redirect_uris must not contain fragments.',
  });
});

for (const mode of bothModes)
  test(`the pages are never framed, and their policy lets a form redirect to the client (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const visitor = visitorOf(sandbox);
    const logInPage = await visitor.open(authorizationUrl(sandbox, 'pii:basic'));
    const consentPage = await submit(visitor, {
      page: logInPage.page,
      fields: [['attendee', 'mallory']],
    });
    for (const { response, page } of [logInPage, consentPage]) {
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /form-action/);
      assert.equal(page.match(/<h1>/g)?.length, 1);
      assert.match(page, /<html lang="en">/);
      assert.match(page, /Sandbox convention.*Demo data/);
    }
    for (const file of ['/sandbox.css', '/sandbox.svg', '/pictures/1001.svg']) {
      assert.equal((await fetch(sandbox.url + file)).status, 200, file);
    }
  });

test('the sandbox uses its public address in every URL that it sends, whatever a proxy in front says', async (t) => {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const sandbox = await sandboxFor(t, { port, publicUrl });
  assert.equal(sandbox.url, publicUrl);
  const headers = { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'https' };
  const discovery = `http://127.0.0.1:${port}/.well-known/openid-configuration`;
  const metadata = await (await fetch(discovery, { headers })).json();
  assert.deepEqual(
    [metadata.issuer, metadata.token_endpoint],
    [publicUrl, `${publicUrl}/api/oauth/token`],
  );
  const { access_token: token } = await logIn(sandbox, { attendee: 'robin', scope: 'pii:basic' });
  const { body } = await callApi(sandbox, { call: 'GET /api/users/current', token });
  assert.ok(String(body.profilePictureUrl).startsWith(`${publicUrl}/`));
});

test('each client has its own secret, and all share the redirect URIs', async (t) => {
  const clients = [
    { id: 'shop', secret: 'secret of the shop' },
    { id: 'forum', secret: 'secret of the forum' },
  ];
  const sandbox = await sandboxFor(t, { clients });
  const statusOf = async (client_id: string, client_secret = '') =>
    (
      await fetch(`${sandbox.url}/api/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          scope: 'user:read',
          client_id,
          client_secret,
        }),
      })
    ).status;
  for (const { id, secret } of clients) assert.equal(await statusOf(id, secret), 200);
  assert.equal(await statusOf('shop', clients[1]?.secret), 401);
  assert.equal(await statusOf('lanyard', 'sandbox-secret'), 401);
});

test('every page says that its people are invented', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const path of ['/', '/protocol', '/registration', '/oauth/logout'])
    assert.match((await visitorOf(sandbox).open(path)).page, /All people here are invented/);
  const { page } = await visitorOf(sandbox).open(authorizationUrl(sandbox, 'pii:basic'));
  assert.match(page, /All people here are invented/);
});
