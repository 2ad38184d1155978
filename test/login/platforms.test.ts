// Five other platforms on which conventions register people, as stand-ins: the login works with the
// settings of docs/other-platforms.md, and asks each of them who this is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import express, { type ErrorRequestHandler, Router } from 'express';
import session from 'express-session';
import {
  attendeeOf,
  createLogin,
  createMemoryKeys,
  createSealedSessions,
  LoginError,
  type TokenSet,
} from '../../src/login/login.ts';
import { createSigningKey, signed } from '../support/json-web-token.ts';
import { listen } from '../support/listen.ts';
import { encryptionKeys } from '../support/login-host.ts';
import { visitor } from '../support/visitor.ts';

interface Platform {
  readonly name: string;
  /** Where its endpoint for the person is documented. */
  readonly source: string;
  readonly issuerPath: string;
  readonly isDiscovered: boolean;
  readonly paths: { readonly authorize: string; readonly token: string };
  readonly scopes: readonly string[];
  readonly clientAuth: 'post' | 'basic';
  readonly tokenSeconds?: number;
  /** What the token answer has besides the token and its type. */
  readonly token: Readonly<Record<string, unknown>>;
  /** Who somebody is: where to ask, the documented answer, and its fields for id and name. */
  readonly who: { readonly path: string; readonly answer: Readonly<Record<string, unknown>> };
  readonly id: string;
  readonly nameField: string;
}

const platforms: readonly Platform[] = [
  {
    name: 'pretix, for organizers',
    source: 'https://docs.pretix.eu/dev/api/oauth.html',
    issuerPath: '',
    isDiscovered: false,
    paths: { authorize: '/api/v1/oauth/authorize', token: '/api/v1/oauth/token' },
    scopes: ['profile'],
    clientAuth: 'basic',
    token: { expires_in: 86400, scope: 'profile', refresh_token: 'XBK0r8z4A4TTeR9LyMUyU2AM5rqpXp' },
    who: {
      path: '/api/v1/me',
      answer: { email: 'robin@con.example', fullname: 'Robin Banks', locale: 'de' },
    },
    id: 'email',
    nameField: 'fullname',
  },
  {
    name: 'pretix, for customers',
    source: 'https://github.com/pretix/pretix/blob/master/src/pretix/presale/views/oidc_op.py',
    issuerPath: '/con',
    isDiscovered: true,
    paths: { authorize: '/con/oauth2/v1/authorize', token: '/con/oauth2/v1/token' },
    scopes: ['openid', 'profile'],
    clientAuth: 'post',
    token: { expires_in: 86400 },
    who: {
      path: '/con/oauth2/v1/userinfo',
      answer: { sub: 'RBN7QZ', name: 'Robin Banks', locale: 'en' },
    },
    id: 'sub',
    nameField: 'name',
  },
  {
    name: 'Eurofurence Identity',
    source: 'https://identity.eurofurence.org/.well-known/openid-configuration',
    issuerPath: '/',
    isDiscovered: true,
    paths: { authorize: '/oauth2/auth', token: '/oauth2/token' },
    scopes: ['openid', 'profile'],
    clientAuth: 'post',
    token: { expires_in: 3599, scope: 'openid profile', refresh_token: 'ory_rt_x' },
    who: {
      path: '/api/v1/userinfo',
      answer: { sub: 'RBN7QZ', name: 'Robin', avatar: null, groups: ['N9OY0K8OJVXR1P7L'] },
    },
    id: 'sub',
    nameField: 'name',
  },
  {
    name: 'Indico',
    source: 'https://docs.getindico.io/en/stable/http-api/access/',
    issuerPath: '',
    isDiscovered: false,
    paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
    scopes: ['read:user'],
    clientAuth: 'post',
    tokenSeconds: 3600,
    token: { scope: 'read:user' },
    who: {
      path: '/api/user/',
      answer: { id: 1001, email: 'robin@con.example', first_name: 'Robin', last_name: 'Banks' },
    },
    id: 'id',
    nameField: 'first_name',
  },
  {
    name: 'Mastodon',
    source: 'https://docs.joinmastodon.org/methods/accounts/#verify_credentials',
    issuerPath: '',
    isDiscovered: false,
    paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
    scopes: ['profile'],
    clientAuth: 'post',
    tokenSeconds: 43_200,
    token: { scope: 'profile', created_at: 1573979017 },
    who: {
      path: '/api/v1/accounts/verify_credentials',
      answer: { id: '14715', username: 'robin', acct: 'robin', display_name: 'Robin' },
    },
    id: 'id',
    nameField: 'display_name',
  },
];

const key = createSigningKey();
const clientSecret = 'a secret: with +signs&';

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The client's id and secret, as a request to the token endpoint has them. */
function credentialsOf({ headers }: IncomingMessage, form: URLSearchParams): string[] {
  const { authorization = '' } = headers;
  if (!authorization.startsWith('Basic '))
    return [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  const pair = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
  // RFC 6749 2.3.1: both are form-encoded before they are put together.
  return pair.map((part) => new URLSearchParams(`p=${part}`).get('p') ?? '');
}

interface State {
  base: string;
  nonce: string;
  /** Whether the platform refuses the token from now on. */
  isRefused: boolean;
}

type Answer = (req: IncomingMessage, res: ServerResponse, url: URL) => unknown;

/** The answer of each address of the platform. */
function answersOf(platform: Platform, state: State): Record<string, Answer> {
  const { paths, issuerPath, who, scopes } = platform;
  const discoveryPath = `${issuerPath.replace(/\/$/, '')}/.well-known/openid-configuration`;
  return {
    [paths.authorize](_req, res, { searchParams }) {
      assert.equal(searchParams.get('scope'), scopes.join(' '));
      state.nonce = searchParams.get('nonce') ?? '';
      const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' });
      res.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${query}` }).end();
    },
    async [paths.token](req, res) {
      const isBasic = req.headers.authorization !== undefined;
      if (isBasic !== (platform.clientAuth === 'basic'))
        return send(res, 401, { error: 'invalid_client' });
      const credentials = credentialsOf(req, new URLSearchParams(await text(req)));
      assert.deepEqual(credentials, ['con', clientSecret]);
      const answer = { access_token: 'a-token', token_type: 'Bearer', ...platform.token };
      const idToken = { id_token: idTokenOf(platform, state) };
      send(res, 200, { ...answer, ...(scopes.includes('openid') && idToken) });
    },
    [who.path](req, res) {
      const isKnown = req.headers.authorization === 'Bearer a-token' && !state.isRefused;
      send(res, isKnown ? 200 : 401, isKnown ? who.answer : { error: 'invalid_token' });
    },
    '/jwks': (_req, res) => send(res, 200, { keys: [key.jwk] }),
    [discoveryPath](_req, res) {
      const isThere = platform.isDiscovered;
      send(res, isThere ? 200 : 404, isThere ? discoveryOf(platform, state) : {});
    },
  };
}

function idTokenOf({ issuerPath, who }: Platform, { base, nonce }: State): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: base + issuerPath, aud: 'con', sub: who.answer.sub, nonce };
  return signed({ ...claims, iat, exp: iat + 300 }, key);
}

function discoveryOf({ issuerPath, paths }: Platform, { base }: State): object {
  return {
    issuer: base + issuerPath,
    authorization_endpoint: base + paths.authorize,
    token_endpoint: base + paths.token,
    jwks_uri: `${base}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

/** A stand-in of the platform. It knows one person, and refuses what the platform refuses. */
async function startPlatform(t: TestContext, platform: Platform) {
  const state: State = { base: '', nonce: '', isRefused: false };
  const answers = answersOf(platform, state);
  const http = createServer((req, res) => {
    const url = new URL(req.url ?? '', state.base);
    const answer = answers[url.pathname];
    if (answer) answer(req, res, url);
    else send(res, 404, {});
  });
  state.base = await listen(t, http, '127.0.0.1');
  return { state, base: state.base, issuer: state.base + platform.issuerPath };
}

/** Asks the platform as docs/other-platforms.md says. */
function createWhoIs({ who, scopes, id, nameField }: Platform, base: string) {
  return async ({ accessToken }: TokenSet) => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await fetch(base + who.path, { headers });
    if (answer.status === 401) throw new LoginError('login-needed');
    const person = (await answer.json()) as Record<string, unknown>;
    const subject = scopes.includes('openid') ? { subject: String(person.sub) } : {};
    return { id: String(person[id]), name: String(person[nameField]), ...subject };
  };
}

async function startHost(t: TestContext, platform: Platform) {
  const { state, base, issuer } = await startPlatform(t, platform);
  const { paths, scopes, clientAuth, tokenSeconds } = platform;
  const endpoints = {
    authorization: new URL(paths.authorize, base),
    token: new URL(paths.token, base),
  };

  const whoIs = createWhoIs(platform, base);
  const http = createServer();
  const publicUrl = new URL(await listen(t, http));
  const limits = { idleSeconds: 600, absoluteSeconds: 600 };
  const sessions = createSealedSessions({ keys: createMemoryKeys(), encryptionKeys, limits });
  const login = createLogin({
    publicUrl,
    oauth: {
      ...{ clientId: 'con', clientSecret, clientAuth, issuer, tokenSeconds },
      ...(!platform.isDiscovered && { endpoints }),
    },
    scopes,
    whoIs,
    sessions,
    encryptionKeys,
  });
  const pages = Router().get('/', login.requireLogin, async (req, res) => {
    await whoIs(attendeeOf(req));
    res.json(attendeeOf(req));
  });
  const { store } = sessions;
  const app = express().use(
    session({ store, secret: 's', resave: false, saveUninitialized: false }),
  );
  const sendProblem: ErrorRequestHandler = (error, _req, res, _next) =>
    void res.status(error.status ?? 500).send(`${error.problem} ${error.cause?.message}`);
  http.on('request', login.mount(app, pages).use(sendProblem));
  return { state, url: publicUrl };
}

for (const platform of platforms) {
  test(`${platform.name}: somebody logs in, and out when the platform refuses their token`, async (t) => {
    const { state, url } = await startHost(t, platform);
    const robin = visitor();
    const page = await robin.open(url);
    assert.equal(page.status, 200, page.html);
    const { userId, name, grantedScopes, expiresAt } = JSON.parse(page.html);
    const { answer } = platform.who;
    assert.deepEqual([userId, name], [String(answer[platform.id]), answer[platform.nameField]]);
    assert.deepEqual(grantedScopes, platform.scopes);
    const seconds = Number(platform.token.expires_in ?? platform.tokenSeconds);
    assert.ok(Math.abs((expiresAt - Date.now()) / 1000 - seconds) < 30);
    state.isRefused = true;
    assert.equal((await robin.request(url)).headers.get('location'), '/login?return_to=%2F');
  });
}

test('the table of the five platforms says what the stand-ins do', () => {
  const [, table = ''] = readFileSync('docs/other-platforms.md', 'utf8').split(
    '| Platform | Found by | Scopes | Options | Who is this | Id |\n',
  );
  const rows = table.split('\n').slice(1, 1 + platforms.length);
  assert.deepEqual(
    rows,
    platforms.map(({ name, source, isDiscovered, paths, scopes, who, id, ...options }) => {
      const { clientAuth, tokenSeconds } = options;
      const found = isDiscovered ? 'discovery' : `\`${paths.authorize}\`, \`${paths.token}\``;
      const needed = [
        ...(clientAuth === 'basic' ? ["`clientAuth: 'basic'`"] : []),
        ...(tokenSeconds ? [`\`tokenSeconds: ${tokenSeconds}\``] : []),
      ];
      const cells = [
        `[${name}](${source})`,
        found,
        `\`${scopes.join(' ')}\``,
        needed.join(', '),
        `\`GET ${who.path}\``,
        `\`${id}\``,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
});
