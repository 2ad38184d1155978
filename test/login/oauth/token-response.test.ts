import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { wallClock } from '../../support/app/clocks.ts';
import { goodSettings } from '../../support/app/good-settings.ts';
import { calls, startScriptedApp } from '../../support/app/scripted-app.ts';
import { visitor } from '../../support/app/visitor.ts';
import { validResponses } from '../../support/platform/valid-responses.ts';

const validAnswer = { access_token: 'the-token', token_type: 'bearer', expires_in: 3600 };

async function startLogins(t: TestContext, settings: Record<string, string> = {}) {
  const app = await startScriptedApp(t, validResponses, settings);
  return {
    app,
    async logInWith(answer: object) {
      app.answers[calls.token] = { ...validAnswer, ...answer };
      const newVisitor = visitor();
      const page = await newVisitor.open(`${app.url}/profile`);
      const hasSession = [...newVisitor.cookies(app.url).keys()].some((name) =>
        name.includes('sid'),
      );
      const open = (path: string) => newVisitor.open(app.url + path);
      return { page, hasSession, open };
    },
  };
}

const now = Math.floor(wallClock('the login') / 1000);
const unknownKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

test('P9 an unrequested id_token is ignored, whatever it is (RFC 6749 5.1), and logged once', async (t) => {
  const { app, logInWith } = await startLogins(t);
  const authorize = (await visitor().request(`${app.url}/login`)).headers.get('location') ?? '';
  const claims = {
    iss: new URL(authorize).origin,
    aud: 'lanyard',
    sub: '77',
    iat: now,
    exp: now + 300,
  };
  const idTokens: Record<string, unknown> = {
    'no token': 'junk',
    'an empty text': '',
    'three parts of nothing': 'a.b.c',
    'a number': 12,
    'an object': claims,
    'a list': [signed({ alg: 'RS256' }, claims, unknownKey)],
    null: null,
    unsigned: signed({ alg: 'none' }, claims),
    'unsigned, in capitals': signed({ alg: 'NONE' }, claims),
    'signed with a secret of somebody else': signed({ alg: 'HS256' }, claims, 'another secret'),
    'signed with our own secret': signed(
      { alg: 'HS256' },
      claims,
      goodSettings.OAUTH_CLIENT_SECRET,
    ),
    'signed by nobody': signed({ alg: 'RS256' }, claims, unknownKey),
    'about somebody else': signed({ alg: 'RS256' }, { ...claims, sub: '78' }, unknownKey),
    'for another client': signed({ alg: 'RS256' }, { ...claims, aud: 'another' }, unknownKey),
    'of another issuer': signed(
      { alg: 'RS256' },
      { ...claims, iss: 'https://evil.example' },
      unknownKey,
    ),
    'of yesterday': signed(
      { alg: 'RS256' },
      { ...claims, iat: now - 90_000, exp: now - 86_400 },
      unknownKey,
    ),
  };
  for (const [what, id_token] of Object.entries(idTokens)) {
    const { page, hasSession } = await logInWith({ id_token });
    assert.equal(page.status, 200, what);
    assert.match(page.text, /^Your profile/, what);
    assert.ok(hasSession, what);
  }
  const warnings = app.logLines.filter((line) => line.includes('id_token'));
  assert.equal(warnings.length, 1);
  assert.match(
    warnings[0] ?? '',
    /"the platform sent an id_token that was not requested: ignored"/,
  );
});

function signed(header: { alg: string }, claims: object, key?: KeyObject | string): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (key === undefined) return `${text}.`;
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(text).digest()
      : sign('sha256', Buffer.from(text), key);
  return `${text}.${signature.toString('base64url')}`;
}

test('P37 for any lifetime of a token, the login ends on the page or on a clear error, and never loops', async (t) => {
  const { app, logInWith } = await startLogins(t);
  const lifetimes = [
    undefined,
    null,
    0,
    -1,
    0.001,
    1,
    '3600',
    '',
    'soon',
    '-5',
    1e300,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    true,
  ];
  for (const expires_in of lifetimes) {
    app.requests.length = 0;
    const { page, hasSession } = await logInWith({ expires_in });
    const what = JSON.stringify(expires_in);
    assert.ok(
      page.status === 200 ? hasSession : page.status === 502 && !hasSession,
      `${page.status} for ${what}`,
    );
    assert.equal(
      app.requests.filter(({ path }) => path.startsWith('/oauth/authorize')).length,
      1,
      what,
    );
  }
});

const token = JSON.stringify(validAnswer);
const json = { 'content-type': 'application/json' };
const oddAnswers: Record<
  string,
  [status: number, headers: object, body: string | Buffer, h1: string]
> = {
  'gzip although identity was requested': [
    200,
    { ...json, 'content-encoding': 'gzip' },
    gzipSync(token),
    'Your profile',
  ],
  brotli: [200, { ...json, 'content-encoding': 'br' }, brotliCompressSync(token), 'Your profile'],
  'a gzip bomb': [
    200,
    { ...json, 'content-encoding': 'gzip' },
    gzipSync(Buffer.alloc(70_000_000, ' ')),
    'You can’t log in right now',
  ],
  'status 201': [201, json, token, 'Your profile'],
  'a token as text': [200, { 'content-type': 'text/plain' }, token, 'Your profile'],
  'null in every optional field': [
    200,
    json,
    JSON.stringify({ ...validAnswer, scope: null, refresh_token: null, expires_in: null }),
    'Your profile',
  ],
  'no token': [
    200,
    json,
    JSON.stringify({ ...validAnswer, access_token: null }),
    'You can’t log in right now',
  ],
  'scopes as a list': [
    200,
    json,
    JSON.stringify({ ...validAnswer, scope: ['pii:basic', 'pii:email'] }),
    'Your profile',
  ],
  'scopes with commas': [
    200,
    json,
    JSON.stringify({ ...validAnswer, scope: 'pii:basic,pii:email' }),
    'Your profile',
  ],
  'a used code, with a challenge (Doorkeeper)': [
    400,
    { ...json, 'www-authenticate': 'Bearer realm="Doorkeeper", error="invalid_grant"' },
    JSON.stringify({ error: 'invalid_grant', error_description: null }),
    'Log in again',
  ],
  'a used code, with 401 and a challenge': [
    401,
    { ...json, 'www-authenticate': 'Basic realm="x"' },
    JSON.stringify({ error: 'invalid_grant' }),
    'Log in again',
  ],
  'a used code as text': [
    400,
    { 'content-type': 'text/plain; charset=utf-8' },
    JSON.stringify({ error: 'invalid_grant' }),
    'Log in again',
  ],
  'an error with 200 (GitHub)': [
    200,
    json,
    JSON.stringify({ error: 'incorrect_client_credentials' }),
    'You can’t log in right now',
  ],
  'a used code with 200': [200, json, JSON.stringify({ error: 'invalid_grant' }), 'Log in again'],
};

for (const [what, [status, headers, body, h1]] of Object.entries(oddAnswers)) {
  test(`a non-standard token response: ${what}`, async (t) => {
    const app = await startScriptedApp(t, validResponses);
    app.answers[calls.token] = (response: ServerResponse) =>
      void response.writeHead(status, { ...headers }).end(body);
    const page = await visitor().open(`${app.url}/profile`);
    assert.equal(page.$('h1').text(), h1);
    const isNarrow = what.startsWith('scopes');
    assert.equal(page.html.includes('ada@example.org'), h1 === 'Your profile');
    assert.equal(/202 ?555/.test(page.html), h1 === 'Your profile' && !isNarrow);
  });
}

for (const [field, answer] of [
  ['access_token', { access_token: null }],
  ['access_token', { access_token: undefined }],
  ['token_type', { token_type: null }],
] as const) {
  test(`the log names the required field that is missing in a token response: ${JSON.stringify(answer)}`, async (t) => {
    const { app, logInWith } = await startLogins(t);
    app.logLines.length = 0;
    const { page, hasSession } = await logInWith(answer);
    assert.deepEqual([page.status, hasSession], [502, false]);
    assert.match(app.logLines.join(''), new RegExp(`"invalid":"${field}"`));
  });
}

test('unknown parameters of the callback are ignored (RFC 6749 4.1.2)', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  for (const extra of [
    'id_token=abc',
    'response=x',
    'token_type=y&access_token=z',
    'foo=1&foo=2',
  ]) {
    const who = visitor();
    const { headers } = await who.request(`${app.url}/login?return_to=/profile`);
    const authorize = new URL(headers.get('location') ?? '');
    const state = authorize.searchParams.get('state') ?? '';
    const callback = `${app.url}/login/callback?code=c&state=${state}&${extra}`;
    const page = await who.open(callback);
    assert.equal(page.$('h1').text(), 'Your profile', extra);
  }
});
