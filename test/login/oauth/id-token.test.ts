import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import { daytime, wallClock } from '../../support/app/clocks.ts';
import { startScriptedApp } from '../../support/app/scripted-app.ts';
import { visitor } from '../../support/app/visitor.ts';
import { listen } from '../../support/machine/listen.ts';
import { sendJson } from '../../support/platform/scripted-platform.ts';
import { validResponses } from '../../support/platform/valid-responses.ts';
import { createSigningKey, signed } from '../json-web-token.ts';

const serverKey = createSigningKey();
const foreignKey = createSigningKey();
type Claims = Record<string, unknown>;

/**
 * Starts an OpenID server. `idToken` creates each login's id_token from valid claims. `nonces`
 * collects the nonces that the app sent.
 */
async function startIssuer(t: TestContext) {
  const issuer = {
    url: '',
    nonces: [] as (string | null)[],
    idToken: (claims: Claims): string | undefined => signed(claims, serverKey),
  };
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', issuer.url);
    if (pathname === '/authorize') {
      issuer.nonces.push(searchParams.get('nonce'));
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = `code=a-code&state=${searchParams.get('state')}`;
      res.writeHead(303, { location: back.href }).end();
    } else if (pathname === '/token') {
      const seconds = Math.floor(wallClock('the login') / 1000);
      const lifetime = { iat: seconds, exp: seconds + 300 };
      const nonce = issuer.nonces.at(-1);
      const claims = { iss: issuer.url, aud: 'lanyard', sub: '77', nonce, ...lifetime };
      const id_token = issuer.idToken(claims);
      sendJson(res, { access_token: 'the-token', token_type: 'bearer', expires_in: 900, id_token });
    } else if (pathname === '/jwks') sendJson(res, { keys: [serverKey.jwk] });
    else
      sendJson(res, {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/jwks`,
      });
  });
  issuer.url = await listen(t, server, '127.0.0.1');
  return issuer;
}

async function startLogins(
  t: TestContext,
  issuer: { url: string },
  settings: Record<string, string> = {},
) {
  const app = await startScriptedApp(t, validResponses, {
    OAUTH_ISSUER: issuer.url,
    OAUTH_SCOPES: 'openid pii:basic',
    SERVICE_SCOPES: '',
    ...settings,
  });
  return async () => {
    app.logLines.length = 0;
    const newVisitor = visitor();
    const page = await newVisitor.open(`${app.url}/profile`);
    const cookies = [...newVisitor.cookies(app.url).keys()];
    const hasSession = cookies.some((name) => name.includes('sid'));
    return { page, hasSession, log: app.logLines.join('') };
  };
}

test('P9 with openid among the scopes each login sends a different nonce, and its id_token is accepted', async (t) => {
  const issuer = await startIssuer(t);
  const logIn = await startLogins(t, issuer);
  issuer.nonces.length = 0;
  for (let round = 0; round < 3; round += 1) {
    const { page, hasSession } = await logIn();
    assert.equal(page.status, 200);
    assert.match(page.text, /^Your profile/);
    assert.ok(hasSession);
  }
  assert.equal(new Set(issuer.nonces).size, 3);
  for (const nonce of issuer.nonces) assert.match(nonce ?? '', /^[\w-]{43}$/);
});

test('P9 without openid among the scopes no nonce is sent', async (t) => {
  const issuer = await startIssuer(t);
  const logIn = await startLogins(t, issuer, { OAUTH_SCOPES: 'pii:basic' });
  issuer.idToken = (claims) => signed(claims, foreignKey);
  assert.ok((await logIn()).hasSession);
  assert.deepEqual(new Set(issuer.nonces), new Set([null]));
});

const daySeconds = 86_400;
const refused: [what: string, logged: string, idToken: (claims: Claims) => string | undefined][] = [
  ['with another nonce', 'id_token-nonce', (all) => signed({ ...all, nonce: 'n' }, serverKey)],
  ['without a nonce', 'id_token-nonce', ({ nonce, ...all }) => signed(all, serverKey)],
  ['for another site', 'id_token-aud', (all) => signed({ ...all, aud: 'another' }, serverKey)],
  [
    'for another site too',
    'id_token-aud',
    (all) => signed({ ...all, aud: ['lanyard', 'another'] }, serverKey),
  ],
  [
    'of another server',
    'id_token-iss',
    (all) => signed({ ...all, iss: 'https://evil.example' }, serverKey),
  ],
  [
    'of yesterday',
    'id_token-exp',
    (all) => signed({ ...all, exp: Number(all.exp) - daySeconds }, serverKey),
  ],
  ['signed by somebody else', 'id_token-signature', (all) => signed(all, foreignKey)],
  ['that is not signed', 'id_token-alg', (all) => signed(all, { ...serverKey, alg: 'none' })],
  [
    'whose signature was cut off',
    'id_token-signature',
    (all) => signed(all, serverKey).replace(/[^.]+$/, ''),
  ],
  ['that is missing', 'id_token', () => undefined],
  ['of another person', 'id_token-sub', (all) => signed({ ...all, sub: '78' }, serverKey)],
  ['without a person', 'id_token-sub', ({ sub, ...all }) => signed(all, serverKey)],
];

for (const [what, logged, idToken] of refused) {
  test(`P9 an id_token ${what} ends the login on a 502 page without a session, and the log says ${logged}`, async (t) => {
    const issuer = await startIssuer(t);
    const logIn = await startLogins(t, issuer);
    issuer.idToken = idToken;
    const { page, hasSession, log } = await logIn();
    assert.equal(page.status, 502);
    assert.match(page.text, /^You can’t log in right now/);
    assert.ok(!hasSession);
    assert.match(log, new RegExp(`"invalid":"${logged}"`));
    assert.doesNotMatch(log, /the-token|evil\.example|another|eyJ/);
  });
}

test('P9 if the server’s keys are unknown, the claims of the id_token must still be right', async (t) => {
  const issuer = await startIssuer(t);
  const endpoints = {
    OAUTH_AUTHORIZATION_URL: `${issuer.url}/authorize`,
    OAUTH_TOKEN_URL: `${issuer.url}/token`,
  };
  const logIn = await startLogins(t, issuer, endpoints);
  assert.ok((await logIn()).hasSession);
  issuer.idToken = (claims) => signed({ ...claims, nonce: 'n' }, serverKey);
  const { page, hasSession, log } = await logIn();
  assert.deepEqual([page.status, hasSession], [502, false]);
  assert.match(log, /"invalid":"id_token-nonce"/);
});

test('P9 P20 an id_token that expired 300 seconds ago is no longer accepted', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: daytime });
  const issuer = await startIssuer(t);
  const logIn = await startLogins(t, issuer);
  for (const [seconds, isAccepted] of [
    [299, true],
    [300, false],
  ] as const) {
    issuer.idToken = (claims) =>
      signed({ ...claims, exp: Number(claims.iat) - seconds }, serverKey);
    assert.equal((await logIn()).hasSession, isAccepted, `${seconds} seconds`);
  }
});

test('P9 P20 an id_token from a server whose clock is four minutes off is accepted', async (t) => {
  const issuer = await startIssuer(t);
  const logIn = await startLogins(t, issuer);
  for (const minutes of [-4, 4]) {
    issuer.idToken = (claims) => {
      const iat = Number(claims.iat) + minutes * 60;
      return signed({ ...claims, iat, nbf: iat, exp: iat + 30 }, serverKey);
    };
    assert.ok((await logIn()).hasSession, `${minutes} minutes`);
  }
});
