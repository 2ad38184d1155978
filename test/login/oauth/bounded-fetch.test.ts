// What may happen to the way to the authorization server.
import assert from 'node:assert/strict';
import { Agent, createServer, type ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { createBoundedFetch } from '../../../src/login/oauth/bounded-fetch.ts';
import { listen } from '../../support/listen.ts';
import { serverBehindLostSyn } from '../../support/lost-syn.ts';

const fetch = createBoundedFetch({ checkIdToken: false, report: () => {} });

for (const order of [
  [4, 6],
  [6, 4],
] as const) {
  test(`one lost SYN and an address without a route fail no token call: IPv${order[0]} first`, async (t) => {
    const url = await serverBehindLostSyn(t, { answer: { access_token: 'token' }, order });
    const signal = AbortSignal.timeout(8000);
    const answer = await fetch(`${url}token`, { method: 'POST', body: 'a=b', signal });
    assert.deepEqual(await answer.json(), { access_token: 'token' });
  });
}

/** Starts a server with this answer. Resolves to a function that asks it. */
async function startAnswering(t: TestContext, answer: (response: ServerResponse) => void) {
  const url = await listen(
    t,
    createServer((_request, response) => answer(response)),
  );
  return () => fetch(url, { method: 'POST', body: 'a=b' });
}

test('an answer of 64 KiB is read, and one byte more is refused', async (t) => {
  let bytes = 64 * 1024;
  const json = { 'content-type': 'application/json' };
  const ask = await startAnswering(t, (response) =>
    response.writeHead(200, json).end('{"access_token":"token"}'.padEnd(bytes)),
  );
  assert.deepEqual(await (await ask()).json(), { access_token: 'token' });
  bytes += 1;
  await assert.rejects(ask(), TypeError);
});

test('ten 1xx answers before the answer do no harm, and eleven are refused', async (t) => {
  let before = 10;
  const ask = await startAnswering(t, (response) => {
    for (let sent = 0; sent < before; sent += 1) response.writeProcessing();
    // Node reads an answer that comes together with what ends the request.
    setTimeout(() => response.end('{}'), 50);
  });
  assert.equal((await ask()).status, 200);
  before += 1;
  await assert.rejects(ask(), TypeError);
});

test('each address of the server’s name has 1.5 seconds, then the next one is tried', async (t) => {
  const connections = t.mock.method(Agent.prototype, 'createConnection');
  const ask = await startAnswering(t, (response) => response.end('{}'));
  await ask();
  assert.deepEqual(
    connections.mock.calls.map(
      ({ arguments: [options] }) => Object(options).autoSelectFamilyAttemptTimeout,
    ),
    [1500],
  );
});
