import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { openServiceClient } from '../../src/convention/convention.ts';
import { ConventionError } from '../../src/convention/convention-error.ts';
import {
  platformError,
  type Script,
  sendHtml,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';

const clientSecret = 'CANARY secret & more';

async function startBot(t: TestContext, tokenScript: Script, deadlineMs = 8000) {
  const clock = { now: Date.parse('2026-03-01T12:00:00Z') };
  const scripted = await startScriptedPlatform(t, (response) => sendJson(response, []), {
    tokenScript,
  });
  const bot = openServiceClient({
    baseUrl: scripted.baseUrl,
    clientId: 'bot',
    clientSecret,
    scopes: ['volunteer:read', 'user:read'],
    deadlineMs,
    now: () => clock.now,
  });
  t.after(() => bot.close());
  return { ...scripted, bot, clock };
}

const token = { access_token: 'token-of-the-bot', token_type: 'bearer', expires_in: 3600 };
const sendToken = (response: ServerResponse) => sendJson(response, token);

test('a client without a credential is refused before it sends anything', () => {
  const options = { baseUrl: new URL('https://reg.example'), scopes: ['user:read'] };
  for (const [clientId, secret, name] of [
    ['', 'x', 'clientId'],
    ['x', '', 'clientSecret'],
  ] as const)
    assert.throws(
      () => openServiceClient({ ...options, clientId, clientSecret: secret }),
      new TypeError(`openServiceClient: \`${name}\` is missing.`),
    );
});

test('the bot sends its id, its secret and its scopes in the form, and then its token', async (t) => {
  const { bot, tokenRequests, requests } = await startBot(t, sendToken);
  assert.deepEqual(await bot.departments(), []);
  const [request] = tokenRequests;
  assert.deepEqual([request?.method, request?.path], ['POST', '/api/oauth/token']);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
    grant_type: 'client_credentials',
    client_id: 'bot',
    client_secret: clientSecret,
    scope: 'volunteer:read user:read',
  });
  assert.equal(requests[0]?.headers.authorization, 'Bearer token-of-the-bot');
});

test('the token endpoint is below the base URL, or at the configured URL', async (t) => {
  const asked: string[] = [];
  const { baseUrl } = await startScriptedPlatform(t, (response, { path }) => {
    asked.push(path);
    sendJson(response, path.includes('token') ? token : []);
  });
  const credentials = { clientId: 'bot', clientSecret, scopes: ['volunteer:read'] };
  for (const options of [
    { baseUrl: new URL('/con/', baseUrl) },
    { baseUrl, tokenUrl: new URL('/other/token?tenant=1', baseUrl) },
  ]) {
    const bot = openServiceClient({ ...options, ...credentials });
    t.after(() => bot.close());
    await bot.departments();
  }
  assert.deepEqual(
    asked.filter((path) => path.includes('token')),
    ['/con/api/oauth/token', '/other/token?tenant=1'],
  );
});

test('a token is used until a minute before its end, for five minutes if no lifetime is given, and for a day at most', async (t) => {
  const lives: [seconds: unknown, usableSeconds: number][] = [
    [3600, 3540],
    ['3600', 3540],
    [undefined, 270],
    [null, 270],
    [0, 270],
    [-5, 270],
    [1e300, 86_340],
  ];
  for (const [expires_in, usableSeconds] of lives) {
    const sendLife = (response: ServerResponse) => sendJson(response, { ...token, expires_in });
    const { bot, tokenRequests, clock } = await startBot(t, sendLife);
    await bot.departments();
    clock.now += usableSeconds * 1000 - 1;
    await bot.departments();
    assert.equal(tokenRequests.length, 1, String(expires_in));
    clock.now += 1;
    await bot.departments();
    assert.equal(tokenRequests.length, 2, String(expires_in));
  }
});

test('a rejected credential is reported with the OAuth error, and every other failure by its kind', async (t) => {
  const none = 'Request service token: the platform issued no token';
  const noToken = 'Request service token: the response has no token';
  const failures: [kind: string, message: string, script: (response: ServerResponse) => void][] = [
    [
      'credential-refused',
      `${none} (invalid_client)`,
      (to) => sendJson(to, { error: 'invalid_client' }, 401),
    ],
    [
      'credential-refused',
      `${none} (invalid_scope)`,
      (to) => sendJson(to, { error: 'invalid_scope' }, 400),
    ],
    ['unavailable', none, (to) => sendJson(to, { error: 'CANARY secret' }, 400)],
    ['unavailable', none, (to) => sendJson(to, platformError('access'), 403)],
    ['busy', none, (to) => sendJson(to, {}, 429, { 'retry-after': '7' })],
    ['busy', none, (to) => sendHtml(to, 503)],
    ['unavailable', none, (to) => void to.writeHead(302, { location: 'http://a.example' }).end()],
    ['invalid-answer', noToken, (to) => sendHtml(to, 200)],
    ['invalid-answer', noToken, (to) => sendJson(to, {})],
    ['invalid-answer', noToken, (to) => sendJson(to, { ...token, access_token: 'a\r\nb: c' })],
    ['invalid-answer', noToken, (to) => sendJson(to, { ...token, token_type: 'mac' })],
    [
      'invalid-answer',
      'Request service token: over 1048576 bytes',
      (to) => sendJson(to, { ...token, padding: 'x'.repeat(1024 * 1024) }),
    ],
    [
      'unavailable',
      'Request service token: the platform cannot be reached',
      (to) => void to.destroy(),
    ],
  ];
  let script: (response: ServerResponse) => void = sendToken;
  const { bot, requests, clock } = await startBot(t, (response) => script(response));
  for (const [kind, message, failure] of failures) {
    script = failure;
    clock.now += 60_000;
    const error = await bot.departments().catch((reason: unknown) => reason);
    assert.ok(error instanceof ConventionError, `expected a ConventionError: ${error}`);
    assert.deepEqual([error.kind, error.message], [kind, message], failure.toString());
    assert.doesNotMatch(`${error.stack}${(error.cause as Error)?.stack}`, /CANARY/);
    if (failure.toString().includes('retry-after')) assert.equal(error.retryAfterSeconds, 7);
  }
  assert.equal(requests.length, 0);
  clock.now += 60_000;
  script = sendToken;
  assert.deepEqual(await bot.departments(), [], 'the next call requests a new token');
});

test('a silent token endpoint is an error at the deadline', async (t) => {
  const { bot } = await startBot(t, () => {}, 100);
  await assert.rejects(bot.departments(), {
    kind: 'unavailable',
    status: 504,
    message: 'Request service token: the platform took too long',
  });
});
