import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import net from 'node:net';
import { type TestContext, test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { createOAuthFetch } from '../../../src/login/oauth/oauth-fetch.ts';
import { listen } from '../../support/machine/listen.ts';
import { serverBehindLostSyn, succeedsOnce } from '../../support/machine/lost-syn.ts';
import { drip, flood } from '../../support/platform/informational-responses.ts';

const fetch = createOAuthFetch({ checkIdToken: false, report: () => {} });
const json = { 'content-type': 'application/json' };

for (const order of [
  [4, 6],
  [6, 4],
] as const) {
  test(`one lost SYN and an address without a route fail no token call: IPv${order[0]} first`, async (t) => {
    const before = net.getDefaultAutoSelectFamilyAttemptTimeout();
    t.after(() => net.setDefaultAutoSelectFamilyAttemptTimeout(before));
    // Lanyard's server sets the same value. Node's default (250 ms on Node 20) is too short for a
    // SYN that has to be resent.
    net.setDefaultAutoSelectFamilyAttemptTimeout(1500);
    await succeedsOnce(async () => {
      const url = await serverBehindLostSyn(t, { answer: { access_token: 'token' }, order });
      const signal = AbortSignal.timeout(8000);
      const response = await fetch(`${url}token`, { method: 'POST', body: 'a=b', signal });
      assert.deepEqual(await response.json(), { access_token: 'token' });
    });
  });
}

async function startResponding(t: TestContext, respond: (response: ServerResponse) => void) {
  const url = await listen(
    t,
    createServer((_request, response) => respond(response)),
  );
  return () => fetch(url, { method: 'POST', body: 'a=b' });
}

test('a response of 64 KiB is read, and one byte more is rejected, compressed or not', async (t) => {
  for (const [encoding, pack] of [
    ['identity', (body: Buffer) => body],
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const) {
    let bytes = 64 * 1024;
    const ask = await startResponding(t, (response) =>
      response
        .writeHead(200, { ...json, 'content-encoding': encoding })
        .end(pack(Buffer.from('{"access_token":"token"}'.padEnd(bytes)))),
    );
    assert.deepEqual(await (await ask()).json(), { access_token: 'token' }, encoding);
    bytes += 1;
    await assert.rejects(ask(), TypeError, encoding);
  }
});

test('endless 1xx responses are given up at the deadline, and a few before the response do no harm', async (t) => {
  for (const begin of [flood, drip]) {
    const server = createServer((_request, response) => void begin(response));
    const signal = AbortSignal.timeout(300);
    await assert.rejects(fetch(await listen(t, server), { method: 'POST', signal }), {
      name: 'TimeoutError',
    });
  }
  const ask = await startResponding(t, (response) => {
    for (let sent = 0; sent < 10; sent += 1) response.writeProcessing();
    // Without the pause, the 1xx responses and the final one could arrive in one packet, and the
    // client would not have to wait for the final one.
    setTimeout(() => response.end('{}'), 50);
  });
  assert.equal((await ask()).status, 200);
});

async function read(
  t: TestContext,
  sent: unknown,
  { status = 200, headers = {}, checkIdToken = true } = {},
) {
  let odd = 0;
  const url = await listen(
    t,
    createServer((_request, response) => {
      const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
      response.writeHead(status, { ...json, ...headers }).end(body);
    }),
  );
  const report = () => {
    odd += 1;
  };
  const response = await createOAuthFetch({ checkIdToken, report })(url, { redirect: 'manual' });
  const text = await response.text();
  const fields = text.startsWith('{') ? JSON.parse(text) : text;
  return { status: response.status, fields, odd };
}

const token = { access_token: 'token', scope: 'a b' };

test('a standard response stays unchanged, and so does one that is not a record', async (t) => {
  assert.deepEqual(await read(t, token), { status: 200, fields: token, odd: 0 });
  for (const other of ['<h1>Busy</h1>', '[1]', 'null', '7'])
    assert.deepEqual(await read(t, other, { status: 299 }), { status: 299, fields: other, odd: 0 });
});

test('with a success status, 200 to 299, an error counts as 400 and a token as 200', async (t) => {
  const error = { error: 'invalid_grant' };
  for (const status of [200, 201, 299]) {
    assert.deepEqual(await read(t, error, { status }), { status: 400, fields: error, odd: 1 });
    assert.equal((await read(t, token, { status })).status, 200);
    assert.equal((await read(t, {}, { status })).status, status, 'neither');
  }
  for (const status of [300, 401, 503]) {
    assert.deepEqual(await read(t, error, { status }), { status, fields: error, odd: 0 });
    assert.equal((await read(t, token, { status })).status, status);
  }
});

test('scopes are read as a list of texts, or with commas, and anything else stays unchanged', async (t) => {
  const scopes = (scope: unknown) => read(t, { ...token, scope });
  assert.deepEqual(await scopes(['a', 'b']), { status: 200, fields: token, odd: 1 });
  assert.deepEqual(await scopes('a,b'), { status: 200, fields: token, odd: 1 });
  for (const scope of [['a', 7], { a: 1 }, 7]) {
    const { fields, odd } = await scopes(scope);
    assert.deepEqual([fields.scope, odd], [scope, 0]);
  }
});

test('an invalid lifetime, null, and an unrequested id_token are left out', async (t) => {
  const life = async (expires_in: unknown) =>
    (await read(t, { ...token, expires_in })).fields.expires_in;
  for (const stays of [3600, '60', 0.5]) assert.equal(await life(stays), stays);
  for (const none of [0, -5, 'soon', null]) assert.equal(await life(none), undefined);
  assert.deepEqual((await read(t, { ...token, refresh_token: null })).fields, token);
  const sent = { ...token, id_token: 'x' };
  assert.deepEqual(await read(t, sent), { status: 200, fields: sent, odd: 0 });
  const ignored = { status: 200, fields: token, odd: 1 };
  assert.deepEqual(await read(t, sent, { checkIdToken: false }), ignored);
});

test('JSON with another content type is read', async (t) => {
  const headers = { 'content-type': 'text/html' };
  assert.deepEqual(await read(t, token, { headers }), { status: 200, fields: token, odd: 1 });
});
