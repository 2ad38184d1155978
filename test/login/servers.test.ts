import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import {
  attendeeOf,
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
  LoginError,
  type LoginHooks,
  type TokenSet,
} from '../../src/login/login.ts';
import { wallClock } from '../support/app/clocks.ts';
import { encryptionKeys } from '../support/app/login-host.ts';
import { visitor } from '../support/app/visitor.ts';
import { listen } from '../support/machine/listen.ts';
import { createSigningKey, signed } from './json-web-token.ts';
import { type OAuthServer, oauthServers } from './oauth-servers.ts';

const key = createSigningKey();
const paths = { authorize: '/authorize', token: '/token', jwks: '/jwks' };

interface TokenResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}

async function startServer(t: TestContext, server: OAuthServer) {
  const type = server.contentType ?? 'application/json';
  const ofToken: TokenResponse = { headers: { 'content-type': type }, body: server.token };
  const answers = { token: ofToken, nonce: '', isTokenRefused: false, refusal: '' };
  let base = '';
  const issuer = () => base + (server.issuerPath ?? '');
  const responses: Record<string, (req: IncomingMessage, url: URL) => TokenResponse> = {
    [paths.authorize](_req, { searchParams }) {
      answers.nonce = searchParams.get('nonce') ?? '';
      return sendBack(server, { searchParams, issuer: issuer(), refusal: answers.refusal });
    },
    [paths.token]: () =>
      withIdToken(answers.token, { server, issuer: issuer(), nonce: answers.nonce }),
    [paths.jwks]: () => ({ body: { keys: [key.jwk] } }),
    [server.who?.path ?? '/who']({ headers }) {
      const isKnown = headers.authorization === 'Bearer a-token' && !answers.isTokenRefused;
      return isKnown ? { body: server.who?.answer ?? {} } : { status: 401, body: {} };
    },
  };
  const discovered = () => ({ body: discoveryOf(server, { base, issuer: issuer() }) });
  const http = createServer((req, res) => {
    const url = new URL(req.url ?? '', base);
    send(res, (responses[url.pathname] ?? discovered)(req, url));
  });
  base = await listen(t, http, '127.0.0.1');
  return { answers, base, issuer: issuer() };
}

function sendBack(
  { callback = {} }: OAuthServer,
  {
    searchParams,
    issuer,
    refusal,
  }: { searchParams: URLSearchParams; issuer: string; refusal: string },
): TokenResponse {
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  if (refusal) back.searchParams.set('error', refusal);
  else back.searchParams.set('code', 'a-code');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  for (const [name, value] of Object.entries(callback))
    back.searchParams.set(name, value.replace('ISSUER', issuer));
  return { status: 303, headers: { location: back.href }, body: '' };
}

function send(res: ServerResponse, { status = 200, headers, body }: TokenResponse): void {
  const type = { 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  res.writeHead(status, { ...type, ...headers }).end(text);
}

function discoveryOf(
  { discovery }: OAuthServer,
  { base, issuer }: { base: string; issuer: string },
): object {
  return {
    issuer,
    authorization_endpoint: base + paths.authorize,
    token_endpoint: base + paths.token,
    jwks_uri: base + paths.jwks,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...discovery,
  };
}

function withIdToken(
  answer: TokenResponse,
  { server, issuer, nonce }: { server: OAuthServer; issuer: string; nonce: string },
): TokenResponse {
  const { body } = answer;
  if (!isOpenId(server) || typeof body === 'string' || !('access_token' in body)) return answer;
  const iat = Math.floor(wallClock('the login') / 1000);
  const sub = subjectOf(server);
  const claims = { iss: issuer, aud: 'the-client', sub, nonce, iat, exp: iat + 300 };
  return { ...answer, body: { ...body, id_token: signed(claims, key) } };
}

/** For servers whose documented response does not contain a subject, the test uses '7'. */
const subjectOf = ({ who }: OAuthServer) => String(who?.answer.sub ?? '7');

function createWhoIs(server: OAuthServer, base: string) {
  return async ({ accessToken }: TokenSet) => {
    const { who } = server;
    if (!who) return { id: '7', subject: subjectOf(server) };
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await fetch(base + who.path, { headers });
    if (answer.status === 401) throw new LoginError('login-needed');
    const person = (await answer.json()) as Record<string, unknown>;
    const subject = isOpenId(server) ? { subject: String(person.sub) } : {};
    return { id: String(person[who.id]), name: String(person[who.name]), ...subject };
  };
}

const isOpenId = ({ scopes }: OAuthServer) => scopes.split(' ').includes('openid');

async function startHost(t: TestContext, server: OAuthServer, hooks: LoginHooks = {}) {
  const { answers, base, issuer } = await startServer(t, server);
  const warnings: string[] = [];
  const problems: { problem: string; cause?: { invalid?: string } }[] = [];
  const http = createServer();
  const publicUrl = new URL(await listen(t, http));
  const limits = { idleSeconds: 600, absoluteSeconds: 600 };
  const sessions = createEncryptedSessions({ keys: createMemoryKeys(), encryptionKeys, limits });
  const endpoints = {
    authorization: new URL(paths.authorize, base),
    token: new URL(paths.token, base),
  };
  const whoIs = createWhoIs(server, base);
  const login = createLogin({
    publicUrl,
    oauth: {
      clientId: 'the-client',
      clientSecret: 'the-secret',
      issuer,
      ...(server.issuerPath === undefined && { endpoints }),
      ...(server.clientAuth && { clientAuth: server.clientAuth }),
      tokenSeconds: server.tokenSeconds,
    },
    scopes: server.scopes.split(' '),
    whoIs,
    sessions,
    encryptionKeys,
    hooks,
    warn: (what) => void warnings.push(what),
  });
  const secret = 's'.repeat(32);
  const { store } = sessions;
  const app = express();
  app.use(session({ store, secret, resave: false, saveUninitialized: false }));
  const pages = express.Router().get('/', login.requireLogin, async (req, res) => {
    await whoIs(attendeeOf(req));
    res.json(attendeeOf(req));
  });
  const sendProblem: ErrorRequestHandler = (error, _req, res, _next) => {
    problems.push(error);
    res.status(error.status ?? 500).send(`<p>${error.problem ?? error.message}</p>`);
  };
  http.on('request', login.mount(app, pages).use(sendProblem));
  return { answers, warnings, problems, url: publicUrl };
}

for (const server of oauthServers) {
  const { name, token, refused, scopes, granted = scopes, seconds = 0, errors = [], who } = server;
  const { refusals = {} } = server;
  test(`${name}: the documented token response ${refused ? 'is refused by name' : 'logs in'}, and each error leads on`, async (t) => {
    const { url, answers, warnings, problems } = await startHost(t, server);
    const robin = visitor();
    const page = await robin.open(url);
    if (refused) {
      assert.deepEqual([page.status, problems[0]?.problem], [502, 'login-unavailable']);
      assert.equal(problems[0]?.cause?.invalid, refused);
    } else {
      assert.equal(page.status, 200, `${page.html} ${warnings}`);
      const attendee = JSON.parse(page.html);
      const expected = who ? [String(who.answer[who.id]), who.answer[who.name]] : ['7', undefined];
      assert.deepEqual([attendee.userId, attendee.name], expected);
      assert.equal(attendee.accessToken, token.access_token);
      assert.deepEqual(attendee.grantedScopes, granted.split(' '));
      const lasts = (attendee.expiresAt - wallClock('the login')) / 1000;
      assert.ok(Math.abs(lasts - seconds) < 10, `expected ${seconds} s: ${lasts} s`);
    }
    for (const { leadsTo, page: status, ...error } of errors) {
      problems.length = 0;
      answers.token = error;
      const errorPage = await visitor().open(url);
      const what = JSON.stringify(error);
      assert.deepEqual([errorPage.status, problems[0]?.problem], [status, leadsTo], what);
    }
    for (const [refusal, problem] of Object.entries(refusals)) {
      problems.length = 0;
      answers.refusal = refusal;
      await visitor().open(url);
      assert.equal(problems[0]?.problem, problem, refusal);
    }
    if (!who) return;
    answers.isTokenRefused = true;
    const location = (await robin.request(url)).headers.get('location');
    assert.equal(location, '/login?return_to=%2F', 'a rejected token ends the session');
  });
}

test('a hook that does not know `openid` causes no second login at a server that lists it as granted', async (t) => {
  const auth0 = oauthServers.find(({ name }) => name === 'Auth0');
  assert.ok(auth0);
  let logins = 0;
  const { url } = await startHost(t, auth0, {
    async allowedScopes() {
      logins += 1;
      if (logins > 1) throw new Error('a second login');
      return ['email'];
    },
  });
  assert.equal((await visitor().open(url)).status, 200);
  assert.equal(logins, 1);
});
