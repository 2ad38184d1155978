// The gallery of servers (test/login/servers): with the documented answers of each real server, a
// person is logged in with what was granted, or told what to do next.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import {
  attendeeOf,
  createLogin,
  createMemoryKeys,
  createSealedSessions,
  redirectUri,
} from '../../src/login/login.ts';
import { createSigningKey, signed } from '../support/json-web-token.ts';
import { listen } from '../support/listen.ts';
import { encryptionKeys } from '../support/login-host.ts';
import { type OAuthServer, readOAuthServers, type TokenAnswer } from '../support/oauth-servers.ts';
import { visitor } from '../support/visitor.ts';

const servers = await readOAuthServers();
const key = createSigningKey();

/** Starts the server. `answers.token`: what its token endpoint answers next. */
async function startServer(t: TestContext, server: OAuthServer) {
  const answers = { token: server.token, nonce: '' };
  let base = '';
  const issuer = () => base + (server.issuerPath ?? '');
  const http = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', base);
    if (pathname === server.paths.authorize) {
      answers.nonce = searchParams.get('nonce') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      const more = Object.entries(server.callback ?? {});
      const query = [
        ['code', 'a-code'],
        ['state', searchParams.get('state') ?? ''],
        ...more.map(([name, value]) => [name, value.replace('ISSUER', issuer())]),
      ];
      res.writeHead(303, { location: `${back}?${new URLSearchParams(query)}` }).end();
    } else if (pathname === server.paths.token) {
      send(res, withIdToken(answers.token, { server, issuer: issuer(), nonce: answers.nonce }));
    } else if (pathname === '/jwks') {
      send(res, { body: { keys: [key.jwk] } });
    } else if (pathname.startsWith(new URL(issuer()).pathname.replace(/\/$/, ''))) {
      send(res, { body: discoveryOf(server, { base, issuer: issuer() }) });
    } else res.writeHead(404).end();
  });
  base = await listen(t, http, '127.0.0.1');
  return { answers, base, issuer: issuer() };
}

function send(res: ServerResponse, { status = 200, headers, body }: TokenAnswer): void {
  const type = { 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  res.writeHead(status, { ...type, ...headers }).end(text);
}

function discoveryOf(
  { paths, discovery }: OAuthServer,
  { base, issuer }: { base: string; issuer: string },
): object {
  return {
    issuer,
    authorization_endpoint: base + paths.authorize,
    token_endpoint: base + paths.token,
    jwks_uri: `${base}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...discovery,
  };
}

function withIdToken(
  answer: TokenAnswer,
  { server, issuer, nonce }: { server: OAuthServer; issuer: string; nonce: string },
): TokenAnswer {
  const { body } = answer;
  if (!server.scopes.includes('openid') || typeof body === 'string' || !('access_token' in body))
    return answer;
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: 'the-client', sub: '7', nonce, iat, exp: iat + 300 };
  return { ...answer, body: { ...body, id_token: signed(claims, key) } };
}

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
    authorization: new URL(server.paths.authorize, base),
    token: new URL(server.paths.token, base),
  };
  const login = createLogin({
    publicUrl,
    oauth: {
      clientId: 'the-client',
      clientSecret: 'the-secret',
      issuer,
      ...(!server.discovery && { endpoints }),
      ...(server.clientAuth && { clientAuth: server.clientAuth }),
      tokenSeconds: server.tokenSeconds,
    },
    scopes: server.scopes,
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
  assert.equal(new URL(redirectUri(publicUrl)).origin, publicUrl.origin);
  return { answers, warnings, problems, url: publicUrl };
}

for (const server of servers) {
  test(`${server.name}: the documented token answer ${'refused' in server.login ? 'is refused by name' : 'logs in'}`, async (t) => {
    const { url, warnings, problems } = await startHost(t, server);
    const page = await visitor().open(url);
    if ('refused' in server.login) {
      assert.deepEqual([page.status, page.text], [502, '']);
      assert.equal(problems[0]?.problem, 'login-unavailable');
      assert.equal(problems[0]?.cause?.invalid, server.login.refused);
      return;
    }
    assert.equal(page.status, 200, `${page.html} ${warnings}`);
    const { accessToken, grantedScopes, expiresAt, userId } = JSON.parse(page.html);
    const { access_token } = server.token.body as { access_token: string };
    assert.deepEqual([userId, accessToken], ['7', access_token]);
    assert.deepEqual(grantedScopes, server.login.granted);
    const seconds = (expiresAt - Date.now()) / 1000;
    assert.ok(Math.abs(seconds - server.login.seconds) < 10, `${seconds} s`);
  });

  for (const [what, answer] of Object.entries(server.errors)) {
    test(`${server.name}: ${what} is ${answer.leadsTo}`, async (t) => {
      const { url, answers, problems } = await startHost(t, server);
      answers.token = { status: 400, ...answer };
      const page = await visitor().open(url);
      const status = answer.page ?? (answer.leadsTo === 'login-again' ? 400 : 502);
      assert.deepEqual([page.status, problems[0]?.problem], [status, answer.leadsTo]);
    });
  }
}

test('the gallery has at least 25 servers, each with a source and an answer for a used code', (t) => {
  t.diagnostic(`${servers.length} servers`);
  assert.ok(servers.length >= 25, `${servers.length}`);
  assert.equal(new Set(servers.map(({ name }) => name)).size, servers.length);
  const platforms = readFileSync('docs/other-platforms.md', 'utf8');
  for (const { name, source, errors } of servers) {
    const isNamed = platforms.includes(name.replace(/,.*/, ''));
    assert.ok(isNamed, `docs/other-platforms.md names ${name}`);
    assert.match(source, /^https:\/\/\S+$|^RFC /, name);
    assert.ok(Object.keys(errors).length > 0, name);
  }
});
