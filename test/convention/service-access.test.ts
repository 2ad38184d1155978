// These tests are about the token that the site requests for itself (RFC 6749 section 4.4). A
// failure of this token never logs an attendee out.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { createConvention } from '../../src/convention/convention.ts';
import { ConventionError } from '../../src/convention/convention-error.ts';
import { createServiceAccess } from '../../src/convention/service-access.ts';
import {
  platformError,
  sendHtml,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';

const start = Date.parse('2026-03-01T12:00:00Z');

async function startTokens(t: TestContext, reply: object = {}) {
  const clock = { now: start };
  let issued = 0;
  let refused = 0;
  const scripted = await startScriptedPlatform(
    t,
    (response, { headers }) => {
      if (headers.authorization === `Bearer token-${issued}` && issued > refused)
        sendJson(response, { data: [] });
      else sendJson(response, platformError('authentication', { code: 2001 }), 401);
    },
    {
      now: () => clock.now,
      tokenScript(response) {
        issued += 1;
        sendJson(response, {
          access_token: `token-${issued}`,
          token_type: 'bearer',
          expires_in: 3600,
          ...reply,
        });
      },
    },
  );
  const refuse = (token: number) => {
    refused = token;
  };
  return { ...scripted, clock, refuse, callApi: () => scripted.service.userRoles({ userId: '7' }) };
}

async function failureOf(promise: Promise<unknown>): Promise<ConventionError> {
  const error = await promise.then(
    () => assert.fail('expected a rejection'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ConventionError, `expected a ConventionError: ${error}`);
  assert.doesNotMatch(`${error.stack}${error.cause}`, /CANARY/);
  return error;
}

test('the token is requested with id, secret and the configured scopes in the form', async (t) => {
  const { callApi, tokenRequests } = await startTokens(t);
  await callApi();
  const [request] = tokenRequests;
  assert.equal(request?.method, 'POST');
  assert.match(request?.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded\b/);
  assert.equal(request?.headers.authorization, undefined);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
    grant_type: 'client_credentials',
    client_id: 'lanyard',
    client_secret: 'CANARY-SECRET',
    scope: 'registration:read user:read',
  });
});

test('without a service credential there is no service client', async (t) => {
  const convention = createConvention({ baseUrl: new URL('http://127.0.0.1:1') });
  t.after(() => convention.close());
  assert.equal(convention.asService(), undefined);
});

test('many callers share one token request', async (t) => {
  const { callApi, tokenRequests, requests } = await startTokens(t);
  await Promise.all(Array.from({ length: 20 }, callApi));
  assert.equal(tokenRequests.length, 1);
  assert.equal(requests.length, 20);
});

test('a token is used until shortly before its end: 60 seconds, or a tenth of a short lifetime', async (t) => {
  const lives: [answer: object, usableSeconds: number][] = [
    [{ expires_in: 3600 }, 3540],
    [{ expires_in: '3600' }, 3540],
    [{ expires_in: 100 }, 90],
    [{ expires_in: undefined }, 270],
    [{ expires_in: null }, 270],
    [{ expires_in: 0 }, 270],
    [{ expires_in: -5 }, 270],
    [{ expires_in: 'soon' }, 270],
    [{ expires_in: 1e300 }, 86_340],
  ];
  for (const [response, usableSeconds] of lives) {
    const { callApi, tokenRequests, clock } = await startTokens(t, response);
    await callApi();
    clock.now = start + usableSeconds * 1000 - 1;
    await callApi();
    assert.equal(tokenRequests.length, 1, JSON.stringify(response));
    clock.now += 1;
    await callApi();
    assert.equal(tokenRequests.length, 2, JSON.stringify(response));
  }
});

test('after a 401 one new token is requested, for any number of callers, and the call is repeated once', async (t) => {
  const { callApi, tokenRequests, requests, refuse } = await startTokens(t);
  await callApi();
  refuse(1);
  await Promise.all(Array.from({ length: 10 }, callApi));
  assert.equal(tokenRequests.length, 2);
  assert.equal(requests.length, 21);
  await callApi();
  assert.equal(tokenRequests.length, 2);
});

for (const challenge of [
  'Bearer error="invalid_token"',
  'Basic realm="x", Bearer realm="y", error = invalid_token',
]) {
  test(`a revoked token is renewed even if only a header says so: ${challenge}`, async (t) => {
    const used: (string | undefined)[] = [];
    const { service, tokenRequests } = await startScriptedPlatform(
      t,
      (response, { headers }) => {
        used.push(headers.authorization);
        if (used.length > 1) return sendJson(response, []);
        response.writeHead(401, { 'www-authenticate': challenge }).end();
      },
      {
        tokenScript: (response) =>
          sendJson(response, { access_token: `token-${used.length}`, token_type: 'Bearer' }),
      },
    );
    assert.deepEqual(await service.departments(), []);
    assert.deepEqual(used, ['Bearer token-0', 'Bearer token-1']);
    assert.equal(tokenRequests.length, 2);
  });
}

test('a 401 from a gateway in front keeps the token', async (t) => {
  const { service, tokenRequests } = await startScriptedPlatform(t, (response) =>
    response
      .writeHead(401, { 'www-authenticate': 'Basic realm="Bearer error=invalid_token"' })
      .end(),
  );
  assert.equal((await failureOf(service.departments())).kind, 'unavailable');
  await failureOf(service.departments());
  assert.equal(tokenRequests.length, 1);
});

test('a 401 that comes after the token was renewed does not drop the new one', async () => {
  let issued = 0;
  let answerLate = () => {};
  const late = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  const send = async ({ operation, accessToken }: { operation: string; accessToken?: string }) => {
    if (accessToken !== 'token-1') return { operation, body: undefined, reportInvalid() {} };
    if (operation === 'late') await late;
    throw new ConventionError('login-needed', `${operation}: 401`);
  };
  const access = createServiceAccess(
    async () => ({ accessToken: `token-${++issued}`, expiresAt: start + 3_600_000 }),
    { api: { send, close: async () => {} }, now: () => start },
  );
  const call = (operation: string) => access.send({ operation, method: 'GET', path: '/' });
  const waiting = call('late');
  await call('quick');
  answerLate();
  await waiting;
  assert.equal(issued, 2);
});

test('a second 401 means that the credential does not work, and is never a log-out', async (t) => {
  const { callApi, tokenRequests, requests, refuse } = await startTokens(t);
  refuse(1000);
  const error = await failureOf(callApi());
  assert.equal(error.kind, 'credential-refused');
  assert.equal(error.status, 502);
  assert.equal(
    error.message,
    'List user roles: the platform responded with 401 (authentication 2001)',
  );
  assert.equal(tokenRequests.length, 2);
  assert.equal(requests.length, 2);
});

test('a missing scope does not cause a request for another token', async (t) => {
  const { service, tokenRequests } = await startScriptedPlatform(t, (response) =>
    sendJson(response, platformError('access'), 403),
  );
  assert.equal((await failureOf(service.departments())).kind, 'not-permitted');
  assert.equal(tokenRequests.length, 1);
});

test('a rejected credential names the OAuth error in its message', async (t) => {
  const { service } = await startScriptedPlatform(t, (response) => sendJson(response, []), {
    tokenScript: (response) =>
      sendJson(response, { error: 'invalid_client', error_description: 'CANARY' }, 401),
  });
  const { message } = await failureOf(service.departments());
  assert.equal(message, 'Request service token: the platform issued no token (invalid_client)');
});

test('an OAuth error is named up to 40 characters, and a longer one is not', async () => {
  const api = { send: () => assert.fail('no call may be sent'), close: async () => {} };
  const messageFor = async (error: string) => {
    const access = createServiceAccess(() => Promise.reject(new OAuthFailure(error)), {
      ...{ api, now: () => start },
    });
    const call = access.send({ operation: 'List', method: 'GET', path: '/' });
    return (await failureOf(call)).message;
  };
  const none = 'Request service token: the platform issued no token';
  const longest = 'x'.repeat(40);
  assert.equal(await messageFor(longest), `${none} (${longest})`);
  assert.equal(await messageFor(`${longest}x`), none);
});

class OAuthFailure extends Error {
  readonly error: string;
  constructor(error: string) {
    super('refused');
    this.error = error;
  }
}

test('every rejection of the token is a ConventionError, in both shapes, and the next call tries again', async (t) => {
  const refusals: [expected: string, script: (response: ServerResponse) => void][] = [
    ['credential-refused', (response) => sendJson(response, { error: 'invalid_client' }, 401)],
    ['credential-refused', (response) => sendJson(response, { error: 'INVALID_SCOPE' }, 400)],
    ['credential-refused', (response) => sendJson(response, platformError('access'), 403)],
    ['unavailable', (response) => sendJson(response, platformError('resource'), 404)],
    ['busy', (response) => sendHtml(response, 403)],
    ['unavailable', (response) => sendJson(response, {}, 500)],
    ['unavailable', (response) => sendHtml(response, 200)],
    ['unavailable', (response) => sendJson(response, {})],
    ['unavailable', (response) => sendJson(response, { access_token: '', token_type: 'Bearer' })],
    [
      'unavailable',
      (response) => sendJson(response, { access_token: 'a\r\nb: c', token_type: 'Bearer' }),
    ],
    ['unavailable', (response) => sendJson(response, { access_token: 'token', token_type: 'mac' })],
  ];
  let tokenScript: (response: ServerResponse) => void = () => {};
  const { service, requests } = await startScriptedPlatform(
    t,
    (response) => sendJson(response, []),
    {
      tokenScript: (response) => tokenScript(response),
    },
  );
  for (const [expected, script] of refusals) {
    tokenScript = script;
    assert.equal((await failureOf(service.departments())).kind, expected, script.toString());
  }
  assert.equal(requests.length, 0);
  tokenScript = (response) => sendJson(response, { access_token: 'token', token_type: 'Bearer' });
  assert.deepEqual(await service.departments(), []);
});

test('P81 after 429 for the token, none is requested for as long as the platform asks, a minute at most', async (t) => {
  for (const [headers, seconds] of [
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '600' }, 60],
    [{}, 30],
  ] as const) {
    let now = start;
    const { service, tokenRequests } = await startScriptedPlatform(
      t,
      (response) => sendJson(response, []),
      {
        now: () => now,
        tokenScript: (response) => sendJson(response, {}, 429, headers),
      },
    );
    for (let view = 0; view < 5; view += 1)
      assert.equal((await failureOf(service.departments())).kind, 'busy');
    now += 1000 * seconds - 1;
    assert.equal((await failureOf(service.departments())).code, 'platform-slow-down');
    assert.equal(tokenRequests.length, 1);
    now += 1;
    await failureOf(service.departments());
    assert.equal(tokenRequests.length, 2);
  }
});
