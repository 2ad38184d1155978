// The gallery of servers (oauth-servers.ts): with the documented responses of each real server, a
// person is logged in with what was granted, or told what to do next.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import {
  attendeeOf,
  createLogin,
  createMemoryKeys,
  createSealedSessions,
} from '../../src/login/login.ts';
import { createSigningKey, signed } from '../support/json-web-token.ts';
import { listen } from '../support/listen.ts';
import { encryptionKeys } from '../support/login-host.ts';
import { visitor } from '../support/visitor.ts';
import { type OAuthServer, oauthServers } from './oauth-servers.ts';

const key = createSigningKey();
const paths = { authorize: '/authorize', token: '/token', jwks: '/jwks' };

interface TokenResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}

/** Starts the server. `answers.token`: what its token endpoint sends next. */
async function startServer(t: TestContext, server: OAuthServer) {
  const type = server.contentType ?? 'application/json';
  const ofToken: TokenResponse = { headers: { 'content-type': type }, body: server.token };
  const answers = { token: ofToken, nonce: '' };
  let base = '';
  const issuer = () => base + (server.issuerPath ?? '');
  const http = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', base);
    if (pathname === paths.authorize) {
      answers.nonce = searchParams.get('nonce') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      const more = Object.entries(server.callback ?? {});
      const query = [
        ['code', 'a-code'],
        ['state', searchParams.get('state') ?? ''],
        ...more.map(([name, value]) => [name, value.replace('ISSUER', issuer())]),
      ];
      res.writeHead(303, { location: `${back}?${new URLSearchParams(query)}` }).end();
    } else if (pathname === paths.token) {
      send(res, withIdToken(answers.token, { server, issuer: issuer(), nonce: answers.nonce }));
    } else if (pathname === paths.jwks) {
      send(res, { body: { keys: [key.jwk] } });
    } else if (pathname.startsWith(new URL(issuer()).pathname.replace(/\/$/, ''))) {
      send(res, { body: discoveryOf(server, { base, issuer: issuer() }) });
    } else res.writeHead(404).end();
  });
  base = await listen(t, http, '127.0.0.1');
  return { answers, base, issuer: issuer() };
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
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: 'the-client', sub: '7', nonce, iat, exp: iat + 300 };
  return { ...answer, body: { ...body, id_token: signed(claims, key) } };
}

const isOpenId = ({ scopes }: OAuthServer) => scopes.split(' ').includes('openid');

/** Starts an app that logs in with this server. Its page shows who is logged in, as JSON. */
async function startHost(t: TestContext, server: OAuthServer) {
  const { answers, base, issuer } = await startServer(t, server);
  const warnings: string[] = [];
  const problems: { problem: string; cause?: { invalid?: string } }[] = [];
  const http = createServer();
  const publicUrl = new URL(await listen(t, http));
  const limits = { idleSeconds: 600, absoluteSeconds: 600 };
  const sessions = createSealedSessions({ keys: createMemoryKeys(), encryptionKeys, limits });
  const endpoints = {
    authorization: new URL(paths.authorize, base),
    token: new URL(paths.token, base),
  };
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
    whoIs: async () => ({ id: 7, subject: '7' }),
    sessions,
    encryptionKeys,
    warn: (what) => void warnings.push(what),
  });
  const secret = 's'.repeat(32);
  const { store } = sessions;
  const app = express();
  app.use(session({ store, secret, resave: false, saveUninitialized: false }));
  app.use(login.attendee, login.routes);
  app.get('/', login.requireLogin, (req, res) => void res.json(attendeeOf(req)));
  const sendProblem: ErrorRequestHandler = (error, _req, res, _next) => {
    problems.push(error);
    res.status(error.status ?? 500).send(`<p>${error.problem ?? error.message}</p>`);
  };
  http.on('request', app.use(sendProblem));
  return { answers, warnings, problems, url: publicUrl };
}

for (const server of oauthServers) {
  const { name, token, refused, scopes, granted = scopes, seconds = 0, errors = [] } = server;
  test(`${name}: the documented token response ${refused ? 'is refused by name' : 'logs in'}, and each error leads on`, async (t) => {
    const { url, answers, warnings, problems } = await startHost(t, server);
    const page = await visitor().open(url);
    if (refused) {
      assert.deepEqual([page.status, problems[0]?.problem], [502, 'login-unavailable']);
      assert.equal(problems[0]?.cause?.invalid, refused);
    } else {
      assert.equal(page.status, 200, `${page.html} ${warnings}`);
      const attendee = JSON.parse(page.html);
      assert.deepEqual([attendee.userId, attendee.accessToken], ['7', token.access_token]);
      assert.deepEqual(attendee.grantedScopes, granted.split(' '));
      const lasts = (attendee.expiresAt - Date.now()) / 1000;
      assert.ok(Math.abs(lasts - seconds) < 10, `expected ${seconds} s: ${lasts} s`);
    }
    for (const { leadsTo, page: status, ...error } of errors) {
      problems.length = 0;
      answers.token = error;
      const errorPage = await visitor().open(url);
      const what = JSON.stringify(error);
      assert.deepEqual([errorPage.status, problems[0]?.problem], [status, leadsTo], what);
    }
  });
}
