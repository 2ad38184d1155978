// Back-channel log-out: a token of the server ends all logins of a person, once. Everything else
// that arrives there ends nothing, and costs the server no questions.
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import {
  createLogin,
  createMemoryKeys,
  createSealedSessions,
  type KeyStore,
} from '../../../src/login/login.ts';
import { backChannelLogOut } from '../../../src/login/optional/back-channel-log-out.ts';
import { endAllLogins } from '../../../src/login/optional/end-all-logins.ts';
import { Provider } from '../../../src/sandbox/oauth/oidc-provider.ts';
import { createSigningKey, type SigningKey, signed } from '../../support/json-web-token.ts';
import { createLateKeys } from '../../support/late-keys.ts';
import { listen } from '../../support/listen.ts';
import { encryptionKeys } from '../../support/login-host.ts';
import { type Visitor, visitor } from '../../support/visitor.ts';

const key = createSigningKey();
const event = 'http://schemas.openid.net/event/backchannel-logout';
const path = '/login/back-channel';

/** An OpenID server that logs in whoever is named, without a question. */
async function startServer(t: TestContext) {
  const server = {
    issuer: '',
    person: '7',
    /** The session at the server that its id_tokens name. */
    session: undefined as string | undefined,
    nonce: '',
    keys: [key.jwk as object],
    /** What discovery says in place of what it should. */
    discovered: {},
    /** How often it was asked for its keys, and for where they are. */
    asked: { keys: 0, discovery: 0 },
    /** What the addresses of its keys and of its discovery answer in place of what they should. */
    instead: undefined as ((res: ServerResponse) => void) | undefined,
  };
  const answers: Record<string, (query: URLSearchParams) => object> = {
    '/.well-known/openid-configuration': () => {
      server.asked.discovery += 1;
      return { ...discoveryOf(server.issuer), ...server.discovered };
    },
    '/jwks': () => {
      server.asked.keys += 1;
      return { keys: server.keys };
    },
    '/token': () => ({
      access_token: 'token',
      token_type: 'Bearer',
      id_token: signed({ ...idTokenOf(server), nonce: server.nonce, sid: server.session }, key),
    }),
  };
  const http = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', server.issuer);
    if (pathname === '/authorize') {
      server.nonce = searchParams.get('nonce') ?? '';
      const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' });
      res.writeHead(303, { location: `${searchParams.get('redirect_uri')}?${query}` }).end();
    } else {
      const answer = answers[pathname]?.(searchParams);
      if (server.instead && pathname !== '/token') return server.instead(res);
      res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      res.end(JSON.stringify(answer ?? {}));
    }
  });
  server.issuer = await listen(t, http, '127.0.0.1');
  return server;
}

function discoveryOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

const seconds = () => Math.floor(Date.now() / 1000);

function idTokenOf({ issuer, person }: { issuer: string; person: string }): object {
  return { iss: issuer, aud: 'shop', sub: person, iat: seconds(), exp: seconds() + 300 };
}

interface HostOptions {
  readonly keys?: KeyStore;
  readonly now?: () => number;
}

/** An app with the login, whose one page needs it, and the address for tokens before its session. */
async function startApp(t: TestContext, issuer: string, { keys, now }: Required<HostOptions>) {
  const warnings: string[] = [];
  const warn = (what: string) => void warnings.push(what);
  const http = createServer();
  const url = await listen(t, http);
  const limits = { idleSeconds: 600, absoluteSeconds: 600 };
  const sessions = createSealedSessions({ keys, encryptionKeys, limits });
  const endAll = endAllLogins({ sessions, encryptionKeys, longestSessionSeconds: 600 });
  const oauth = { clientId: 'shop', clientSecret: 'secret', issuer };
  const login = createLogin({
    publicUrl: new URL(url),
    oauth,
    scopes: ['openid'],
    whoIs: async ({ subject = '' }) => ({ id: subject }),
    sessions,
    encryptionKeys,
    hooks: [endAll],
  });
  const app = express();
  app.post(path, backChannelLogOut({ oauth, keys, endAll, warn, now }));
  const { store } = sessions;
  app.use(session({ store, secret: 's', resave: false, saveUninitialized: false }));
  const page = express.Router().get('/', login.requireLogin, (_req, res) => void res.send('in'));
  const sendProblem: ErrorRequestHandler = (error, _req, res, _next) =>
    void res.status(error.status ?? 500).send(error.problem);
  http.on('request', login.mount(app, page).use(sendProblem));
  return { url, warnings };
}

async function startHost(
  t: TestContext,
  { keys = createMemoryKeys(), now = Date.now }: HostOptions = {},
) {
  const server = await startServer(t);
  const { url, warnings } = await startApp(t, server.issuer, { keys, now });
  let tokens = 0;
  return {
    server,
    url,
    warnings,
    async logIn(person: string, session?: string): Promise<Visitor> {
      Object.assign(server, { person, session });
      const who = visitor();
      assert.equal((await who.open(url)).status, 200);
      return who;
    },
    isLoggedIn: async (who: Visitor) => (await who.request(url)).status === 200,
    /** A token of the server, with these claims changed. */
    token(changes: object = {}, by: SigningKey = key): string {
      tokens += 1;
      const { issuer: iss } = server;
      const claims = { iss, aud: 'shop', sub: '7', iat: seconds(), jti: `token-${tokens}` };
      return signed({ ...claims, events: { [event]: {} }, ...changes }, by);
    },
    send: (token: string) => post(url, { logout_token: token }),
  };
}

function post(url: string, form: Record<string, string>): Promise<Response> {
  return visitor().request(url + path, { method: 'POST', form: new URLSearchParams(form) });
}

test('P113 a token of the server ends all logins of its person, and of nobody else, without a cookie', async (t) => {
  const { logIn, isLoggedIn, token, send } = await startHost(t);
  const [phone, desk, other] = [await logIn('7'), await logIn('7'), await logIn('8')];
  const answer = await send(token());
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('set-cookie'), null);
  assert.deepEqual(
    [await isLoggedIn(phone), await isLoggedIn(desk), await isLoggedIn(other)],
    [false, false, true],
  );
});

test('the server has its answer only once everything has ended, and it is stored that the token has counted', async (t) => {
  const { keysBetween, hasty } = createLateKeys(t);
  const { logIn, token, send } = await startHost(t, { keys: keysBetween(createMemoryKeys()) });
  await logIn('7', 'session-1');
  await logIn('7', 'session-2');
  assert.equal((await send(token({ sid: 'session-1' }))).status, 200);
  assert.equal((await send(token())).status, 200);
  assert.deepEqual(hasty, []);
});

test('a token that arrives again ends nothing a second time, and is accepted', async (t) => {
  const { logIn, isLoggedIn, token, send } = await startHost(t);
  const before = await logIn('7');
  const sent = token();
  assert.equal((await send(sent)).status, 200);
  const after = await logIn('7');
  assert.equal((await send(sent)).status, 200);
  assert.deepEqual([await isLoggedIn(before), await isLoggedIn(after)], [false, true]);
  assert.equal((await send(token())).status, 200, 'the next log-out counts');
  assert.equal(await isLoggedIn(after), false);
});

test('a token that names a session at the server ends the logins of that session alone', async (t) => {
  const { logIn, isLoggedIn, token, send } = await startHost(t);
  const [phone, desk, other] = [
    await logIn('7', 'a'),
    await logIn('7', 'b'),
    await logIn('8', 'c'),
  ];
  const states = () => Promise.all([phone, desk, other].map(isLoggedIn));
  assert.equal((await send(token({ sid: 'a' }))).status, 200);
  assert.deepEqual(await states(), [false, true, true]);
  // As Ory Hydra sends it, without a person.
  assert.equal((await send(token({ sub: undefined, sid: 'b' }))).status, 200);
  assert.deepEqual(await states(), [false, false, true]);
  assert.equal((await send(token({ sub: undefined, sid: 'unknown' }))).status, 200);
  assert.deepEqual(await states(), [false, false, true], 'a session of nobody');
});

test('a session that is not known here, with its person, ends all logins of the person', async (t) => {
  const { logIn, isLoggedIn, token, send } = await startHost(t);
  const robin = await logIn('7');
  assert.equal((await send(token({ sid: 'from before the update' }))).status, 200);
  assert.equal(await isLoggedIn(robin), false);
});

test('a login of a session at the server that ends meanwhile comes to nothing', async (t) => {
  const { server, url, token, send } = await startHost(t);
  Object.assign(server, { person: '7', session: 'a' });
  const robin = visitor();
  const login = await robin.request(`${url}/login`);
  const back = await robin.request(login.headers.get('location') ?? '');
  assert.equal((await send(token({ sub: undefined, sid: 'a' }))).status, 200);
  const late = await robin.request(back.headers.get('location') ?? '');
  assert.deepEqual([late.status, await late.text()], [400, 'login-again']);
});

/** A key that the server does not have; `hmac`: its public key as a secret; `none`: no signature. */
const foreignKey = createSigningKey();
const publicKeyAsSecret = (claims: string) =>
  createHmac('sha256', JSON.stringify(key.jwk)).update(claims).digest('base64url');

const bad: Record<string, (host: Awaited<ReturnType<typeof startHost>>) => string> = {
  'signed by another key': ({ token }) => token({}, foreignKey),
  'not signed': ({ token }) => token({}, { ...key, alg: 'none' }),
  'signed with the public key as a secret': ({ token }) => {
    const [, claims = ''] = token().split('.');
    const head = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url');
    return `${head}.${claims}.${publicKeyAsSecret(`${head}.${claims}`)}`;
  },
  'with changed claims': ({ token }) => {
    const [head, , signature] = token().split('.');
    return [head, token({ sub: '8' }).split('.')[1], signature].join('.');
  },
  'of another server': ({ token }) => token({ iss: 'https://elsewhere.example' }),
  'for another client': ({ token }) => token({ aud: 'another' }),
  'without an audience': ({ token }) => token({ aud: undefined }),
  'an id_token': ({ server }) => signed({ ...idTokenOf(server), jti: 'an-id-token' }, key),
  'with a nonce': ({ token }) => token({ nonce: 'n' }),
  'with another event': ({ token }) => token({ events: { 'https://a.example/other': {} } }),
  'with an event that is no object': ({ token }) => token({ events: { [event]: 'yes' } }),
  'with events in a list': ({ token }) => token({ events: [event] }),
  'with neither a person nor a session': ({ token }) => token({ sub: undefined }),
  'with a session that is no text': ({ token }) => token({ sid: 5 }),
  'with an empty person': ({ token }) => token({ sub: '' }),
  'with a person that is no text': ({ token }) => token({ sub: 7 }),
  'without an id': ({ token }) => token({ jti: undefined }),
  'with an id that is no text': ({ token }) => token({ jti: 5 }),
  'without its time': ({ token }) => token({ iat: undefined }),
  'too old': ({ token }) => token({ iat: seconds() - 910 }),
  'of the future': ({ token }) => token({ iat: seconds() + 310 }),
  'that has expired': ({ token }) => token({ exp: seconds() - 310 }),
  'that is no token': () => 'a.b.c',
  empty: () => '',
};

test('P113 a token that the server has not made for this log-out ends nothing', async (t) => {
  const host = await startHost(t);
  const robin = await host.logIn('7');
  for (const [what, make] of Object.entries(bad)) {
    const answer = await host.send(make(host));
    assert.equal(answer.status, 400, what);
    assert.deepEqual(await answer.json(), { error: 'invalid_request' });
    assert.equal(await host.isLoggedIn(robin), true, what);
  }
  for (const form of [{}, { token: host.token() }])
    assert.equal((await post(host.url, form)).status, 400);
  const twice = new URLSearchParams([
    ['logout_token', host.token()],
    ['logout_token', host.token()],
  ]);
  const doubled = await visitor().request(host.url + path, { method: 'POST', form: twice });
  assert.equal(doubled.status, 400);
  const statusOf = async (bytes: number) => {
    const logout_token = 'x'.repeat(bytes - 'logout_token='.length);
    return (await post(host.url, { logout_token })).status;
  };
  assert.deepEqual([await statusOf(16 * 1024), await statusOf(16 * 1024 + 1)], [400, 413]);
  assert.equal(await host.isLoggedIn(robin), true);
  assert.ok(host.warnings.length > 0);
  assert.ok(host.warnings.length < 12, 'each reason is told once');
  assert.doesNotMatch(host.warnings.join(), /elsewhere|token-\d/);
});

test('a token counts for ten minutes, with the five that two clocks may be apart', async (t) => {
  const host = await startHost(t);
  for (const iat of [seconds() - 890, seconds() + 290])
    assert.equal((await host.send(host.token({ iat }))).status, 200, String(iat - seconds()));
});

test('a token that has counted is remembered for longer than it may pass', async (t) => {
  const lives: number[] = [];
  const keys = createMemoryKeys();
  const { token, send } = await startHost(t, {
    keys: {
      ...keys,
      setIfAbsent(name, value, life) {
        if (name.startsWith('u:')) lives.push(life);
        return keys.setIfAbsent(name, value, life);
      },
    },
  });
  await send(token());
  assert.deepEqual(lives, [1200]);
});

test('P113 unknown keys make the server be asked for its keys once in 30 seconds, however many tokens come', async (t) => {
  const { server, token, send } = await startHost(t);
  server.keys = [{ ...key.jwk, kid: 'known' }];
  for (let number = 0; number < 20; number += 1) {
    const answer = await send(token({}, { ...foreignKey, kid: `unknown-${number}` }));
    assert.equal(answer.status, 400);
  }
  assert.deepEqual(server.asked, { keys: 1, discovery: 1 });
});

test('a server whose keys cannot be had is no refusal: the token may come again, and counts then', async (t) => {
  let clock = Date.now();
  const { server, logIn, isLoggedIn, token, send } = await startHost(t, { now: () => clock });
  const robin = await logIn('7');
  const sent = token();
  server.instead = (res) => void res.writeHead(500).end();
  const asked = server.asked.discovery;
  for (let times = 0; times < 5; times += 1) {
    const answer = await send(sent);
    assert.ok(answer.status === 502 || answer.status === 503, String(answer.status));
    assert.equal(await answer.text(), 'login-unavailable');
  }
  assert.ok(server.asked.discovery <= asked + 2, 'a failure is not repeated at once');
  server.instead = undefined;
  clock += 29_999;
  assert.equal((await send(sent)).status, 503, 'it waits');
  clock += 1;
  assert.equal(await isLoggedIn(robin), true);
  assert.equal((await send(sent)).status, 200);
  assert.equal(await isLoggedIn(robin), false);
});

test('the server has eight seconds for each answer about its keys', async (t) => {
  const { token, send } = await startHost(t);
  const timeout = t.mock.method(AbortSignal, 'timeout');
  assert.equal((await send(token())).status, 200);
  const asked = timeout.mock.calls.map(({ arguments: [ms] }) => ms);
  assert.deepEqual(new Set(asked), new Set([8000]));
  assert.ok(asked.length >= 2, 'discovery and keys');
});

test('if not everything could be ended, the server is told so, and the same token counts again', async (t) => {
  const keys = createMemoryKeys();
  let isAway = false;
  const fragile: KeyStore = {
    ...keys,
    addToSet: (...entry) =>
      isAway
        ? Promise.reject(Object.assign(new Error(), { status: 503 }))
        : keys.addToSet(...entry),
  };
  const { logIn, isLoggedIn, token, send } = await startHost(t, { keys: fragile });
  const robin = await logIn('7');
  const sent = token();
  isAway = true;
  assert.equal((await send(sent)).status, 503);
  isAway = false;
  assert.equal((await send(sent)).status, 200);
  assert.equal(await isLoggedIn(robin), false);
});

test('keys that are not sent over TLS are not used', async (t) => {
  const { server, token, send } = await startHost(t);
  // Another name of this computer, which is no loopback address.
  const keysUrl = `${server.issuer.replace('127.0.0.1', '0.0.0.0')}/jwks`;
  server.discovered = { jwks_uri: keysUrl };
  assert.equal((await send(token())).status, 502);
  assert.equal(server.asked.keys, 0);
});

test('the tokens of oidc-provider, a certified server, log out', async (t) => {
  const http = createServer();
  const issuer = await listen(t, http, '127.0.0.1');
  const keys = createMemoryKeys();
  const limits = { idleSeconds: 600, absoluteSeconds: 600 };
  const sessions = createSealedSessions({ keys, encryptionKeys, limits });
  const endAll = endAllLogins({ sessions, encryptionKeys, longestSessionSeconds: 600 });
  const ended: string[] = [];
  const recorded = {
    ...endAll,
    endAllOf(userId: string) {
      ended.push(userId);
      return endAll.endAllOf(userId);
    },
  };
  const oauth = { clientId: 'shop', clientSecret: 'secret', issuer };
  const userIdOf = (subject: string) => `id of ${subject}`;
  const app = express();
  app.post(path, backChannelLogOut({ oauth, keys, endAll: recorded, userIdOf }));
  const url = await listen(t, createServer(app));

  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' };
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk as never] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: false } },
    // Its own one refuses addresses of this computer.
    fetch: (address, init = {}) => {
      const { method, headers, body } = init;
      return fetch(address, { method, headers, body } as RequestInit);
    },
    clients: [
      {
        client_id: 'shop',
        client_secret: 'secret',
        redirect_uris: [`${url}/login/callback`],
        id_token_signed_response_alg: 'ES256',
        backchannel_logout_uri: `${url}${path}`,
      },
    ],
  });
  http.on('request', provider.callback());
  const client = (await provider.Client.find('shop')) as unknown as {
    backchannelLogout(subject: string, session: string): Promise<void>;
  };
  await client.backchannelLogout('robin', 'a-session');
  assert.deepEqual(ended, ['id of robin']);
});
