import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import test, { type TestContext } from 'node:test';
import { inspect } from 'node:util';
import type { TokenSet } from '../../../src/login/attendee.ts';
import { LoginError } from '../../../src/login/login-error.ts';
import {
  createOAuthClient,
  createServiceTokens,
  type OAuthClient,
} from '../../../src/login/oauth/oauth-client.ts';
import type { OAuthOptions } from '../../../src/login/oauth/server-configuration.ts';
import { selfSignedCertificate } from '../../support/machine/certificate.ts';
import { listen } from '../../support/machine/listen.ts';
import { stopTime } from '../../support/machine/stop-time.ts';
import { readAt, retryAfterCases } from '../../support/platform/retry-after.ts';

const pending = {
  state: 's'.repeat(43),
  codeVerifier: 'v'.repeat(43),
  scopes: ['pii:basic', 'pii:email'],
};
const callbackQuery = new URLSearchParams({ code: 'the-code', state: pending.state });
const now = 1_000_000;
const redirectUri = new URL('http://localhost:3000/login/callback');

async function clientOf(
  t: TestContext,
  answer: (req: IncomingMessage, res: ServerResponse) => void,
  {
    clientAuth = 'post',
    tokenSeconds,
    authorizationParameters = {},
    pkce,
    ...deadline
  }: Partial<Omit<OAuthOptions, 'clientId' | 'clientSecret' | 'issuer' | 'endpoints'>> & {
    deadlineSeconds?: number;
  } = {},
) {
  const requests: { body: URLSearchParams; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    requests.push({ body: new URLSearchParams(body), headers: req.headers });
    answer(req, res);
  });
  const base = await listen(t, server, '127.0.0.1');
  const warnings: string[] = [];
  const oauth = {
    clientId: 'lanyard',
    clientSecret: 'the secret & more',
    issuer: base,
    endpoints: {
      authorization: new URL('/oauth/authorize', base),
      token: new URL('/api/oauth/token', base),
    },
    clientAuth,
    tokenSeconds,
    authorizationParameters,
    pkce,
  };
  const warn = (what: string) => void warnings.push(what);
  const client = createOAuthClient({ redirectUri, oauth, now: () => now, warn, ...deadline });
  return { client, requests, warnings, tokenUrl: oauth.endpoints.token };
}

function json(body: unknown, status = 200) {
  return (_req: IncomingMessage, res: ServerResponse) => {
    res
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

const token = {
  access_token: 'the-token',
  token_type: 'Bearer',
  expires_in: 3600,
  scope: 'pii:basic pii:email',
};
async function exchange(client: OAuthClient): Promise<TokenSet> {
  const tokenSet = await client.exchangeCode(callbackQuery, pending);
  assert.ok(tokenSet);
  return tokenSet;
}

test('P1 the code exchange is one form post with the secret, code, redirect URI and code verifier in its body', async (t) => {
  const { client, requests } = await clientOf(t, json(token));
  assert.deepEqual(await exchange(client), {
    accessToken: 'the-token',
    expiresAt: now + 3_600_000,
    grantedScopes: ['pii:basic', 'pii:email'],
  });
  assert.equal(requests.length, 1);
  assert.deepEqual(Object.fromEntries(requests[0]?.body ?? []), {
    grant_type: 'authorization_code',
    code: 'the-code',
    redirect_uri: 'http://localhost:3000/login/callback',
    code_verifier: pending.codeVerifier,
    client_id: 'lanyard',
    client_secret: 'the secret & more',
  });
  assert.equal(requests[0]?.headers.authorization, undefined);
});

test('P1 with HTTP Basic the secret is in the header of both grants and not in the body (RFC 6749 2.3.1)', async (t) => {
  const { client, requests, tokenUrl } = await clientOf(t, json(token), { clientAuth: 'basic' });
  await exchange(client);
  const requestToken = createServiceTokens({
    clientId: 'lanyard',
    clientSecret: 'the secret & more',
    clientAuth: 'basic',
    tokenUrl,
    scopes: ['user:read'],
    now: () => now,
  });
  assert.deepEqual(await requestToken(), { accessToken: 'the-token', expiresAt: now + 3_600_000 });
  assert.deepEqual(
    requests.map(({ body }) => body.get('grant_type')),
    ['authorization_code', 'client_credentials'],
  );
  assert.equal(requests[1]?.body.get('scope'), 'user:read');
  for (const { body, headers } of requests) {
    assert.deepEqual([body.has('client_id'), body.has('client_secret')], [false, false]);
    const credentials = Buffer.from(
      headers.authorization?.replace('Basic ', '') ?? '',
      'base64',
    ).toString();
    // RFC 6749 section 2.3.1 requires form encoding before Base64.
    assert.equal(credentials, 'lanyard:the+secret+%26+more');
  }
});

test('a refresh token is not stored', async (t) => {
  const { client } = await clientOf(t, json({ ...token, refresh_token: 'the-refresh-token' }));
  assert.doesNotMatch(JSON.stringify(await exchange(client)), /refresh/i);
});

test('P11 the authorization request has the configured scopes and no others', async (t) => {
  const { client } = await clientOf(t, json(token));
  const { searchParams } = new URL(await client.authorizationUrl(pending));
  assert.deepEqual([...searchParams.keys()].sort(), [
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ]);
  assert.equal(searchParams.get('scope'), 'pii:basic pii:email');
  assert.equal(searchParams.get('response_type'), 'code');
  assert.ok(!String(searchParams).includes(pending.codeVerifier));
});

test('P2 P3 with `pkce: false` neither request has a PKCE parameter, and state and nonce remain', async (t) => {
  const { client, requests } = await clientOf(t, json(token), { pkce: false });
  const request = { ...pending, scopes: [...pending.scopes, 'openid'] };
  const { searchParams } = new URL(await client.authorizationUrl(request));
  assert.deepEqual([...searchParams.keys()].sort(), [
    'client_id',
    'nonce',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ]);
  await exchange(client);
  assert.deepEqual([...(requests[0]?.body.keys() ?? [])].sort(), [
    'client_id',
    'client_secret',
    'code',
    'grant_type',
    'redirect_uri',
  ]);
  const otherState = new URLSearchParams({ code: 'the-code', state: 'x'.repeat(43) });
  await assert.rejects(client.exchangeCode(otherState, pending), LoginError);
  assert.equal(requests.length, 1, 'a code with another state is not exchanged');
});

test('parameters from the app are added to the authorization request, but replace none from the login', async (t) => {
  const authorizationParameters = { audience: 'https://api.example', ui_locales: 'de' };
  const { client } = await clientOf(t, json(token), { authorizationParameters });
  const { searchParams } = new URL(await client.authorizationUrl(pending));
  assert.equal(searchParams.get('audience'), 'https://api.example');
  assert.equal(searchParams.get('ui_locales'), 'de');
  assert.equal(searchParams.get('state'), pending.state);
  for (const name of ['state', 'nonce', 'scope', 'redirect_uri', 'code_challenge', 'prompt'])
    await assert.rejects(
      clientOf(t, json(token), { authorizationParameters: { [name]: 'x' } }),
      new RegExp(`must not name ${name}: the login sends these itself`),
    );
  await assert.rejects(
    clientOf(t, json(token), {
      authorizationParameters: { state: 'x', ui_locales: 'de', nonce: 'x' },
    }),
    /must not name state, nonce: the login sends these itself/,
  );
});

const scopeAnswers: [string | undefined, string[]][] = [
  [undefined, ['pii:basic', 'pii:email']],
  ['pii:basic', ['pii:basic']],
  ['pii:email pii:basic', ['pii:basic', 'pii:email']],
  ['pii:basic pii:email pii:phone admin:ticket:read', ['pii:basic', 'pii:email']],
  ['', []],
  ['PII:BASIC', []],
];
for (const [scope, expected] of scopeAnswers) {
  test(`P13 for a response with scope "${scope}" the granted scopes are [${expected}]`, async (t) => {
    const { client, warnings } = await clientOf(t, json({ ...token, scope }));
    assert.deepEqual((await exchange(client)).grantedScopes, expected);
    const isWidened = /phone|BASIC/.test(scope ?? '');
    assert.deepEqual(
      warnings,
      isWidened ? ['the platform granted scopes that were not requested: ignored'] : [],
    );
  });
}

for (const [expiresIn, seconds] of [
  [undefined, 300],
  [0, 300],
  [-1, 300],
  [0.001, 60],
  ['120', 120],
  [1e12, 86_400],
] as const) {
  test(`P37 a token that expires in ${expiresIn} lives for ${seconds} seconds here`, async (t) => {
    const { client } = await clientOf(t, json({ ...token, expires_in: expiresIn }));
    assert.equal((await exchange(client)).expiresAt, now + seconds * 1000);
  });
}

test('a token that never expires counts as long as the option says, and one that expires as its response says', async (t) => {
  for (const [expires_in, seconds] of [
    [undefined, 43_200],
    [null, 43_200],
    [600, 600],
  ] as const) {
    const answer = json({ ...token, expires_in });
    const { client } = await clientOf(t, answer, { tokenSeconds: 43_200 });
    assert.equal((await exchange(client)).expiresAt, now + seconds * 1000, String(expires_in));
  }
});

const platformError = { errors: { authentication: { code: 2001, message: 'CANARY' } } };
const wrongAnswers: [string, ReturnType<typeof json>, { problem: string; status: number }][] = [
  [
    'a code that is no longer valid',
    json({ error: 'invalid_grant' }, 400),
    { problem: 'login-again', status: 400 },
  ],
  [
    'a client that is refused',
    json({ error: 'invalid_client', error_description: 'CANARY' }, 401),
    { problem: 'login-unavailable', status: 502 },
  ],
  [
    'an error in the platform shape',
    json(platformError, 400),
    { problem: 'login-unavailable', status: 502 },
  ],
  ['too many requests', json({}, 429), { problem: 'login-unavailable', status: 503 }],
  [
    'a shield with HTML and 503',
    json('<html>busy', 503),
    { problem: 'login-unavailable', status: 503 },
  ],
  ['HTML with 200', json('<html>'), { problem: 'login-unavailable', status: 502 }],
  [
    'a shield with HTML and 403',
    (_req, res) => void res.writeHead(403, { 'content-type': 'text/html' }).end('<html>no bots'),
    { problem: 'login-unavailable', status: 503 },
  ],
  [
    'the platform itself with 403',
    json(platformError, 403),
    { problem: 'login-unavailable', status: 502 },
  ],
  [
    'a token that fits into no header',
    json({ ...token, access_token: 'a\r\nb: c' }),
    { problem: 'login-unavailable', status: 502 },
  ],
  ['a broken JSON', json('{"access_token":"x",}'), { problem: 'login-unavailable', status: 502 }],
  [
    'no access token',
    json({ ...token, access_token: undefined }),
    { problem: 'login-unavailable', status: 502 },
  ],
  [
    'an empty access token',
    json({ ...token, access_token: '' }),
    { problem: 'login-unavailable', status: 502 },
  ],
  [
    'no token type',
    json({ ...token, token_type: undefined }),
    { problem: 'login-unavailable', status: 502 },
  ],
  [
    'another token type',
    json({ ...token, token_type: 'mac' }),
    { problem: 'login-unavailable', status: 502 },
  ],
  [
    'a scope that is a list of numbers',
    json({ ...token, scope: [1] }),
    { problem: 'login-unavailable', status: 502 },
  ],
  [
    'a redirect',
    (_req, res) => void res.writeHead(302, { location: 'https://evil.example/' }).end(),
    { problem: 'login-unavailable', status: 502 },
  ],
  [
    'a reset connection',
    (req) => void req.socket.destroy(),
    { problem: 'login-unavailable', status: 502 },
  ],
];
for (const [name, answer, expected] of wrongAnswers) {
  test(`${name} becomes ${expected.status} ${expected.problem}`, async (t) => {
    const { client, requests } = await clientOf(t, answer);
    await assert.rejects(exchange(client), (error) => {
      assert.ok(error instanceof LoginError);
      assert.deepEqual({ problem: error.problem, status: error.status }, expected);
      assert.doesNotMatch(inspect(error, { depth: 10 }), /CANARY|the-token|the-code|the secret/);
      return true;
    });
    assert.equal(requests.length, 1, 'the request is not retried');
  });
}

for (const [retryAfter, seconds] of retryAfterCases) {
  test(`P81 a busy server that says Retry-After: ${retryAfter?.slice(0, 40)} becomes an error that says ${seconds} seconds`, async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: readAt });
    const { client } = await clientOf(t, (_req, res) => {
      res.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}');
    });
    await assert.rejects(exchange(client), { status: 503, retryAfterSeconds: seconds });
  });
}

test('P9 other, unrequested fields in the response are ignored, in both grants', async (t) => {
  const answer = { ...token, id_token: 'junk', expires_in: -1, extra: { id_token: 1 } };
  const { client, tokenUrl, warnings } = await clientOf(t, json(answer));
  assert.equal((await exchange(client)).accessToken, 'the-token');
  assert.equal((await exchange(client)).accessToken, 'the-token');
  assert.deepEqual(warnings, ['the platform sent an id_token that was not requested: ignored']);
  const requestToken = createServiceTokens({
    clientId: 'lanyard',
    clientSecret: 'secret',
    tokenUrl,
    scopes: ['user:read'],
  });
  assert.equal((await requestToken()).accessToken, 'the-token');
});

test('the endpoint for the app’s own token is discovered, unless it is configured', async (t) => {
  const requested: string[] = [];
  const server = createServer((req, res) => {
    requested.push(`${req.method} ${req.url}`);
    const metadata = {
      issuer: url,
      authorization_endpoint: `${url}/a`,
      token_endpoint: `${url}/t`,
    };
    json(req.method === 'POST' ? token : metadata)(req, res);
  });
  const url: string = await listen(t, server);
  const client = { clientId: 'lanyard', clientSecret: 'secret', scopes: ['user:read'] };
  const requestToken = createServiceTokens({ ...client, issuer: url });
  assert.equal((await requestToken()).accessToken, 'the-token');
  assert.deepEqual(requested, ['GET /.well-known/openid-configuration', 'POST /t']);
  assert.throws(() => createServiceTokens(client), /`tokenUrl` or `issuer` is missing/);
});

test('an endless token response is cut off at 64 KiB', async (t) => {
  let sent = 0;
  const { client } = await clientOf(t, (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!res.destroyed && sent < 50_000_000 && res.write('x'.repeat(16_384))) sent += 16_384;
    };
    res.on('drain', more);
    more();
  });
  await assert.rejects(exchange(client), { problem: 'login-unavailable', status: 502 });
  assert.ok(sent < 10_000_000, `${sent} bytes were read`);
});

test('a token endpoint with an untrusted certificate gets no code and no secret', async (t) => {
  let requests = 0;
  const server = createTlsServer(selfSignedCertificate(), (req, res) => {
    requests += 1;
    json(token)(req, res);
  });
  const url = await listen(t, server);
  const requestToken = createServiceTokens({
    clientId: 'lanyard',
    clientSecret: 'secret',
    tokenUrl: new URL('/api/oauth/token', url),
    scopes: ['user:read'],
  });
  await assert.rejects(requestToken(), ({ problem, cause }: LoginError) => {
    assert.equal(problem, 'login-unavailable');
    assert.equal((cause as { code?: string }).code, 'DEPTH_ZERO_SELF_SIGNED_CERT');
    return true;
  });
  assert.equal(requests, 0);
});

test('a token endpoint that does not respond, or not completely, is given up at the deadline with 504', async (t) => {
  for (const begin of [
    () => {},
    (res: ServerResponse) =>
      void res.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  ]) {
    const { client } = await clientOf(t, (_req, res) => begin(res), { deadlineSeconds: 0.2 });
    await assert.rejects(exchange(client), { problem: 'login-unavailable', status: 504 });
  }
});

test('a token endpoint has eight seconds to respond', async (t) => {
  const pass = stopTime(t);
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const { client } = await clientOf(t, () => asked());
  let isOver = false;
  const answer = assert
    .rejects(exchange(client), { problem: 'login-unavailable', status: 504 })
    .finally(() => (isOver = true));
  await isAsked;
  await pass(7999);
  assert.equal(isOver, false);
  await pass(1);
  await answer;
});

async function discoveringClient(
  t: TestContext,
  documents: (base: string) => Record<string, unknown>,
) {
  const asked: string[] = [];
  let base = '';
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    const answer = documents(base)[String(req.url)];
    if (answer === undefined) res.writeHead(404).end();
    else json(answer)(req, res);
  });
  base = await listen(t, server, '127.0.0.1');
  const oauth = { clientId: 'lanyard', clientSecret: 'secret', issuer: base };
  const client = createOAuthClient({ redirectUri, oauth, now: () => now, warn: () => undefined });
  return { client, base, asked, server };
}

const metadata = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/a`,
  token_endpoint: `${base}/t`,
});

for (const [name, path] of [
  ['OpenID Connect Discovery', '/.well-known/openid-configuration'],
  ['RFC 8414', '/.well-known/oauth-authorization-server'],
] as const) {
  test(`the endpoints are discovered at the issuer (${name}), once`, async (t) => {
    const { client, base, asked } = await discoveringClient(t, (at) => ({
      [path]: metadata(at),
      '/t': token,
    }));
    assert.ok((await client.authorizationUrl(pending)).startsWith(`${base}/a?`));
    assert.equal((await exchange(client)).accessToken, 'the-token');
    assert.equal(asked.filter((each) => each === `GET ${path}`).length, 1);
    assert.equal(asked.at(-1), 'POST /t');
  });
}

test('if the issuer cannot be discovered, the login is unavailable, and the next login tries again', async (t) => {
  let answer: unknown;
  const { client, base } = await discoveringClient(t, () => ({
    '/.well-known/openid-configuration': answer,
  }));
  const unavailable = { problem: 'login-unavailable', status: 502 };
  for (answer of [undefined, '<html>', {}, metadata('https://evil.example')]) {
    await assert.rejects(client.authorizationUrl(pending), unavailable, JSON.stringify(answer));
  }
  answer = metadata(base);
  assert.ok((await client.authorizationUrl(pending)).startsWith(`${base}/a?`));
});

test('a platform that announces iss, and sends none, is rejected (RFC 9207 2.4)', async (t) => {
  const { client } = await discoveringClient(t, (at) => ({
    '/.well-known/openid-configuration': {
      ...metadata(at),
      authorization_response_iss_parameter_supported: true,
    },
    '/t': token,
  }));
  await assert.rejects(exchange(client), { problem: 'login-unavailable', status: 502 });
});
