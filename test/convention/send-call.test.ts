import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import net from 'node:net';
import { type TestContext, test } from 'node:test';
import { type Convention, createConvention } from '../../src/convention/convention.ts';
import { ConventionError } from '../../src/convention/convention-error.ts';
import { isProblem } from '../../src/errors.ts';
import { selfSignedCertificate } from '../support/machine/certificate.ts';
import { listen } from '../support/machine/listen.ts';
import { serverBehindLostSyn, succeedsOnce } from '../support/machine/lost-syn.ts';
import { stopTime } from '../support/machine/stop-time.ts';
import { drip, flood } from '../support/platform/informational-responses.ts';
import { readAt, retryAfterCases } from '../support/platform/retry-after.ts';
import {
  platformError,
  sendHtml,
  sendJson,
  startRawConvention,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';

const mebibyte = 1024 * 1024;

async function failureOf(convention: Convention): Promise<ConventionError> {
  const response = convention
    .onBehalfOf({ accessToken: 'CANARY-TOKEN', grantedScopes: ['pii:basic'] })
    .currentUser();
  const error = await response.then(
    () => assert.fail('expected a rejection'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ConventionError, `expected a ConventionError: ${error}`);
  assert.ok(isProblem(error));
  assert.doesNotMatch(`${error.stack}`, /CANARY/);
  return error;
}

async function failureFor(
  t: TestContext,
  script: (response: ServerResponse) => void,
  { attempts = 1 } = {},
) {
  const { convention, requests } = await startScriptedPlatform(t, script, {
    now: () => readAt,
  });
  const error = await failureOf(convention);
  assert.equal(requests.length, attempts, 'the number of attempts');
  return error;
}

const attemptsFor = (status: number) => ({ attempts: [502, 503, 504].includes(status) ? 2 : 1 });
const outcome = ({ kind, status, problem }: ConventionError) => `${kind} ${status} ${problem}`;
const unreachable = 'registration-unreachable';

const refusals: [name: string, status: number, body: unknown, expected: string][] = [
  [
    '401 of the platform',
    401,
    platformError('authentication', { code: 2001 }),
    'login-needed 401 login-needed',
  ],
  [
    '401 of RFC 6750',
    401,
    { error: 'invalid_token', error_description: 'CANARY' },
    'login-needed 401 login-needed',
  ],
  ['401 in a shape nobody documented', 401, { message: 'CANARY' }, 'login-needed 401 login-needed'],
  [
    '403 of the platform',
    403,
    platformError('access', { permissions: ['CANARY'] }),
    'not-permitted 403 not-permitted',
  ],
  // The token does not permit access even to its own user.
  ['403 of RFC 6750', 403, { error: 'insufficient_scope' }, 'login-needed 401 login-needed'],
  ['403 for a revoked token', 403, { error: 'invalid_token' }, 'login-needed 401 login-needed'],
  ['400 for a revoked token', 400, { error: 'invalid_token' }, 'login-needed 401 login-needed'],
  // The platform responds in this way if the account was deleted.
  ['404', 404, platformError('resource'), 'login-needed 401 login-needed'],
  ['410', 410, {}, 'login-needed 401 login-needed'],
  ['429', 429, platformError('rateLimit'), `busy 503 ${unreachable}`],
  ['a rate limit under another status', 403, platformError('rateLimit'), `busy 503 ${unreachable}`],
  ['503', 503, platformError('server'), `busy 503 ${unreachable}`],
  [
    '500 with a hash',
    500,
    platformError('server', { hash: 'CANARY' }),
    `unavailable 502 ${unreachable}`,
  ],
  ['502', 502, platformError('internal'), `unavailable 502 ${unreachable}`],
  ['409', 409, platformError('usage'), `conflict 502 ${unreachable}`],
  ['a rule that refuses', 400, platformError('logic', { code: 3 }), `conflict 502 ${unreachable}`],
  [
    'a request that it finds malformed',
    400,
    platformError('validation'),
    `invalid-answer 502 ${unreachable}`,
  ],
];

for (const [name, status, body, expected] of refusals) {
  test(`${name} is ${expected}`, async (t) => {
    const script = (response: ServerResponse) => sendJson(response, body, status);
    assert.equal(outcome(await failureFor(t, script, attemptsFor(status))), expected);
  });
}

test('the message names operation, status, and the platform’s kind and code, and nothing else', async (t) => {
  const error = await failureFor(t, (response) =>
    sendJson(response, platformError('logic', { code: 3 }), 400),
  );
  assert.equal(error.message, 'Retrieve current user: the platform responded with 400 (logic 3)');
  const unknown = await failureFor(t, (response) =>
    sendJson(response, { errors: { 'CANARY-KIND': { code: 'CANARY' } } }, 400),
  );
  assert.equal(unknown.message, 'Retrieve current user: the platform responded with 400');
  const longest = 'x'.repeat(40);
  for (const [code, named] of [
    [longest, ` (${longest})`],
    [`${longest}x`, ''],
  ] as const) {
    const { message } = await failureFor(t, (response) => sendJson(response, { error: code }, 400));
    assert.equal(message, `Retrieve current user: the platform responded with 400${named}`);
  }
});

test('a response without JSON means busy or unavailable, never logged out, not granted or not found', async (t) => {
  const expected = {
    401: 'unavailable',
    403: 'busy',
    404: 'unavailable',
    429: 'busy',
    500: 'unavailable',
    503: 'busy',
  };
  for (const [status, kind] of Object.entries(expected)) {
    const script = (response: ServerResponse) => sendHtml(response, Number(status));
    const error = await failureFor(t, script, attemptsFor(Number(status)));
    assert.equal(error.kind, kind, status);
  }
  assert.equal(
    (await failureFor(t, (response) => sendJson(response, 'Forbidden', 401))).kind,
    'unavailable',
  );
});

test('the code for the log tells a refusal, a limit, an error and any other response apart', async (t) => {
  const expected = {
    400: 'platform-answer',
    401: 'platform-refuses',
    403: 'platform-refuses',
    429: 'platform-slow-down',
    500: 'platform-error',
    501: 'platform-error',
  };
  for (const [status, code] of Object.entries(expected)) {
    const script = (response: ServerResponse) => sendJson(response, {}, Number(status));
    assert.equal((await failureFor(t, script)).code, code, status);
  }
});

test('P81 a token that has to wait sends no more requests, and another token does not wait', async (t) => {
  const script = (response: ServerResponse) =>
    sendJson(response, platformError('rateLimit'), 429, { 'retry-after': '60' });
  const { convention, requests } = await startScriptedPlatform(t, script);
  for (const [accessToken, sent] of [
    ['one', 1],
    ['one', 1],
    ['two', 2],
  ] as const) {
    const attendee = convention.onBehalfOf({ accessToken, grantedScopes: ['pii:basic'] });
    await assert.rejects(attendee.currentUser(), { kind: 'busy' });
    assert.equal(requests.length, sent);
  }
});

test('Retry-After is read as seconds or a date, within 1 second to an hour, else 30, or 5 after 429', async (t) => {
  for (const [header, seconds] of retryAfterCases) {
    const headers = header === undefined ? {} : { 'retry-after': header };
    for (const status of [429, 503]) {
      const isRetried = status === 503 && header === undefined;
      const send = (response: ServerResponse) => sendHtml(response, status, headers);
      const error = await failureFor(t, send, { attempts: isRetried ? 2 : 1 });
      const expected = status === 429 && !/\d/.test(header ?? '') ? 5 : seconds;
      assert.equal(error.retryAfterSeconds, expected, `${status} ${header}`);
    }
  }
});

const invalidAnswers: [name: string, script: (response: ServerResponse) => void][] = [
  ['HTML with 200', (response) => sendHtml(response, 200)],
  ['malformed JSON', (response) => response.end('{"id": 7,')],
  ['an empty body', (response) => response.end()],
  ['204', (response) => response.writeHead(204).end()],
  ['a choice of several', (response) => sendJson(response, { id: 7 }, 300)],
  ['a redirect', (response) => sendJson(response, {}, 302, { location: '/api/users/7' })],
  [
    'a body packed with gzip',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('\x1f\x8b'),
  ],
  [
    'a body over 1 MiB',
    (response) => sendJson(response, { id: 7, username: 'x'.repeat(mebibyte) }),
  ],
  ['500,000 brackets deep', (response) => response.end('['.repeat(500_000))],
  [
    '500,000 brackets deep with a lone surrogate',
    (response) => response.end(`${'['.repeat(250_000)}"\\ud800"${']'.repeat(250_000)}`),
  ],
  [
    'a list of 60,000 values',
    (response) => sendJson(response, { id: 7, permissions: Array(60_000).fill(1) }),
  ],
  [
    '100 KB of headers',
    (response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end('{}'),
  ],
];

for (const [name, script] of invalidAnswers) {
  test(`P78 ${name} is an invalid answer`, async (t) => {
    assert.equal(outcome(await failureFor(t, script)), `invalid-answer 502 ${unreachable}`);
  });
}

test('P77 a body of 1 MiB is read, and one byte more is refused', async (t) => {
  let bytes = mebibyte;
  const { convention } = await startScriptedPlatform(t, (response) =>
    response.end('{"id":7}'.padEnd(bytes)),
  );
  const attendee = convention.onBehalfOf({ accessToken: 'token', grantedScopes: ['pii:basic'] });
  assert.equal((await attendee.currentUser()).id, '7');
  bytes += 1;
  assert.equal(outcome(await failureOf(convention)), `invalid-answer 502 ${unreachable}`);
});

test('P77 a body without an end is cut off near 1 MiB', async (t) => {
  let sent = 0;
  const error = await failureFor(t, (response) => {
    const writeUntilFull = () => {
      while (!response.destroyed && sent < 200 * mebibyte) {
        sent += 65_536;
        if (!response.write('x'.repeat(65_536))) return;
      }
    };
    response.on('drain', writeUntilFull);
    writeUntilFull();
  });
  assert.equal(error.kind, 'invalid-answer');
  assert.ok(sent < 20 * mebibyte, `${sent} bytes were sent`);
});

test('1xx responses are cut off after a few, even if they never end', async (t) => {
  let sent = () => 0;
  const error = await failureFor(t, (response) => {
    sent = flood(response);
  });
  assert.equal(outcome(error), `invalid-answer 502 ${unreachable}`);
  assert.ok(sent() < 500_000, `${sent()} responses were sent`);
});

test('1xx responses that arrive slowly do not extend the deadline', async (t) => {
  const { convention } = await startScriptedPlatform(t, drip);
  assert.equal(outcome(await failureOf(convention)), `invalid-answer 502 ${unreachable}`);
});

test('ten 1xx responses before the final one do no harm, and eleven are rejected', async (t) => {
  let before = 10;
  const { convention } = await startScriptedPlatform(t, (response) => {
    for (let count = 0; count < before; count += 1) response.writeProcessing();
    sendJson(response, { id: 7 });
  });
  const attendee = convention.onBehalfOf({ accessToken: 'token', grantedScopes: ['pii:basic'] });
  assert.equal((await attendee.currentUser()).id, '7');
  before += 1;
  assert.equal(outcome(await failureOf(convention)), `invalid-answer 502 ${unreachable}`);
});

test('a response with 60,000 values is read, and one with one more is rejected', async (t) => {
  // The id and the list also count as values. A one-digit number takes the least space, so the body
  // stays below its size limit.
  let numbers = 60_000 - 2;
  const { convention } = await startScriptedPlatform(t, (response) =>
    sendJson(response, { id: 7, other: Array(numbers).fill(1) }),
  );
  const attendee = convention.onBehalfOf({ accessToken: 'token', grantedScopes: ['pii:basic'] });
  assert.equal((await attendee.currentUser()).id, '7');
  numbers += 1;
  assert.equal(outcome(await failureOf(convention)), `invalid-answer 502 ${unreachable}`);
});

test('P78 a response that is not HTTP is invalid', async (t) => {
  const convention = await startRawConvention(t, (socket) =>
    socket.once('data', () => socket.end('hello, who are you?\r\n\r\n')),
  );
  const error = await failureOf(convention);
  assert.equal(outcome(error), `invalid-answer 502 ${unreachable}`);
  assert.equal(
    (error.cause as Error).name,
    'HTTPParserError',
    'the cause for the log is the error of the parser',
  );
});

test('P75 a reset, a body cut short, a refused connection, an unknown host and a server without TLS are unavailable', async (t) => {
  const reset = await startRawConvention(t, (socket) =>
    socket.once('data', () => socket.resetAndDestroy()),
  );
  assert.equal(outcome(await failureOf(reset)), `unavailable 502 ${unreachable}`);

  const cutShort = await startRawConvention(t, (socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":7')),
  );
  assert.equal(outcome(await failureOf(cutShort)), `unavailable 502 ${unreachable}`);

  const { baseUrl } = await startScriptedPlatform(t, (response) => response.end());
  for (const url of [
    `https://${baseUrl.host}`,
    'http://127.0.0.1:1',
    'http://convention.invalid',
  ]) {
    const convention = createConvention({ baseUrl: new URL(url) });
    const error = await failureOf(convention);
    assert.equal(outcome(error), `unavailable 502 ${unreachable}`, url);
    const code = url.startsWith('https:') ? 'platform-no-tls' : 'platform-away';
    assert.equal(error.code, code, url);
    await convention.close();
  }
});

test('P75 an untrusted certificate is never accepted', async (t) => {
  const received: string[] = [];
  const server = createHttpsServer(selfSignedCertificate(), (req, res) => {
    received.push(String(req.headers.authorization));
    sendJson(res, { id: 7 });
  });
  const { port } = new URL(await listen(t, server));
  for (const name of ['localhost', '127.0.0.1']) {
    const convention = createConvention({ baseUrl: new URL(`https://${name}:${port}`) });
    const error = await failureOf(convention);
    assert.equal(outcome(error), `unavailable 502 ${unreachable}`, name);
    await convention.close();
  }
  assert.deepEqual(received, [], 'no request with a token was sent');
});

test('a change is sent once, even if the connection breaks before or during the response', async (t) => {
  const breaks: [string, (response: ServerResponse) => void][] = [
    ['before', (response) => response.destroy()],
    [
      'within',
      (response) =>
        response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
    ],
  ];
  for (const [when, script] of breaks) {
    const { service, requests } = await startScriptedPlatform(t, script);
    const change = { userId: '7', roleId: '3', scope: 'convention' } as const;
    await assert.rejects(service.addRole(change), { kind: 'unavailable' }, when);
    await assert.rejects(service.removeRole(change), { kind: 'unavailable' }, when);
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['PUT', 'DELETE'],
      when,
    );
  }
});

const slowScripts: [name: string, script: (response: ServerResponse) => void][] = [
  ['no headers', () => {}],
  ['headers and then nothing', (response) => response.writeHead(200).flushHeaders()],
  [
    'one byte at a time',
    (response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    },
  ],
];

for (const [name, script] of slowScripts) {
  test(`P76 ${name} ends at the deadline`, async (t) => {
    const { convention } = await startScriptedPlatform(t, script, { deadlineMs: 150 });
    const startedAt = performance.now();
    assert.equal(outcome(await failureOf(convention)), `unavailable 504 ${unreachable}`);
    const waitedMs = performance.now() - startedAt;
    assert.ok(waitedMs > 140 && waitedMs < 10_000, `${waitedMs} ms`);
  });
}

test('P76 without its own deadline a call has eight seconds', async (t) => {
  const pass = stopTime(t);
  const { asked, baseUrl } = await startSilentPlatform(t);
  const convention = createConvention({ baseUrl });
  t.after(() => convention.close());
  let isOver = false;
  const failure = failureOf(convention).finally(() => (isOver = true));
  await asked;
  await pass(7999);
  assert.equal(isOver, false);
  await pass(1);
  assert.equal(outcome(await failure), `unavailable 504 ${unreachable}`);
});

async function startSilentPlatform(t: TestContext) {
  const server = createServer();
  const asked = once(server, 'request');
  return { asked, baseUrl: new URL(await listen(t, server, '127.0.0.1')) };
}

test('each address of the platform’s host has 1.5 seconds, then the next one is tried', async (t) => {
  const connections = t.mock.method(net, 'connect');
  const { convention } = await startScriptedPlatform(t, (response) =>
    sendJson(response, { id: 7 }),
  );
  await convention.onBehalfOf({ accessToken: 'token', grantedScopes: [] }).currentUser();
  const asked = connections.mock.calls.map(({ arguments: [options] }) => options);
  assert.deepEqual(
    asked.map((options) => Object(options).autoSelectFamilyAttemptTimeout),
    [1500],
  );
});

for (const [challenge, status, kind] of [
  ['Bearer error="invalid_token"', 401, 'login-needed'],
  ['Bearer realm="a, b", error="invalid_token", error_description="expired"', 401, 'login-needed'],
  ['bearer error=invalid_token', 401, 'login-needed'],
  ['Basic realm="x", Bearer realm="y", error="invalid_token"', 401, 'login-needed'],
  ['Bearer error="insufficient_scope", scope="a b"', 403, 'login-needed'],
  ['Bearer error="invalid_token"', 403, 'login-needed'],
  ['Basic realm="shield"', 401, 'unavailable'],
  ['Basic realm="error=invalid_token"', 401, 'unavailable'],
  ['Basic realm="Bearer error=invalid_token"', 401, 'unavailable'],
  ['', 401, 'unavailable'],
  ['', 403, 'busy'],
] as const) {
  test(`a ${status} without JSON and with the challenge “${challenge}” is ${kind} (RFC 6750 3)`, async (t) => {
    for (const body of ['', '<!doctype html><title>No</title>']) {
      const error = await failureFor(t, (response) =>
        response.writeHead(status, challenge ? { 'www-authenticate': challenge } : {}).end(body),
      );
      assert.equal(error.kind, kind);
    }
  });
}

for (const order of [
  [4, 6],
  [6, 4],
] as const) {
  test(`one lost SYN and an address without a route fail no record: IPv${order[0]} first`, async (t) => {
    await succeedsOnce(async () => {
      const baseUrl = await serverBehindLostSyn(t, { answer: { id: 7 }, order });
      const mayNotRetry = { deadlineMs: 8000, pause: () => Promise.reject(new Error('a retry')) };
      const convention = createConvention({ baseUrl, ...mayNotRetry });
      t.after(() => convention.close());
      const credential = { accessToken: 'token', grantedScopes: ['pii:basic'], userId: '7' };
      assert.equal((await convention.onBehalfOf(credential).currentUser()).id, '7');
    });
  });
}
