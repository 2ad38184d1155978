import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import express, { type ErrorRequestHandler, type Express, Router } from 'express';
import session from 'express-session';
import {
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
  type KeyRing,
  type Login,
  LoginError,
  type LoginOptions,
  ownStoreSessions,
  sessionKey,
} from '../../src/login/login.ts';
import { packagesOfLogin } from '../architecture.ts';
import { visitor } from '../support/app/visitor.ts';
import { listen } from '../support/machine/listen.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { linkPackages } from './host-folder.ts';

const encryptionKeys: KeyRing = [{ id: 'k1', key: Buffer.alloc(32, 1) }];
const sealed = createEncryptedSessions({
  keys: createMemoryKeys(),
  encryptionKeys,
  limits: { idleSeconds: 60, absoluteSeconds: 60 },
});
const options: LoginOptions = {
  publicUrl: new URL('http://localhost:3000'),
  oauth: {
    clientId: 'shop',
    clientSecret: 'secret',
    issuer: 'http://127.0.0.1:1',
    endpoints: {
      authorization: new URL('http://127.0.0.1:1/a'),
      token: new URL('http://127.0.0.1:1/t'),
    },
  },
  scopes: ['pii:basic'],
  whoIs: async () => ({ id: '1001' }),
  sessions: sealed,
  encryptionKeys,
};
const sessionWith = (store: session.Store) =>
  session({ store, secret: 'a secret', resave: false, saveUninitialized: false });

test('an app with Express 4 gets a one-line error when the login is created', (t) => {
  const folder = temporaryFolder(t);
  linkPackages(folder, [...packagesOfLogin.filter((name) => name !== 'express'), 'tsx']);
  symlinkSync(resolve('node_modules/express4'), join(folder, 'node_modules/express'));
  cpSync('src/login', join(folder, 'login'), { recursive: true });
  const lines = [
    "import { createLogin } from './login/login.ts';",
    'try { createLogin({}); } catch (error) { console.log(error.message); }',
  ];
  writeFileSync(join(folder, 'app.ts'), lines.join('\n'));
  const program = ['--import', 'tsx', 'app.ts'];
  const env = { ...process.env, TMPDIR: folder };
  const { stdout } = spawnSync(process.execPath, program, { cwd: folder, env, encoding: 'utf8' });
  const fix = 'this login needs Express 5. Fix: npm install express@5';
  assert.equal(stdout, `createLogin: ${fix}\n`);
});

const sendMessage: ErrorRequestHandler = (error, _req, res, _next) =>
  void res.status(500).send(error.message);

async function problemsOf(
  t: TestContext,
  mount: (app: Express, login: Login) => void,
  changed?: Partial<LoginOptions>,
) {
  const login = createLogin({ ...options, ...changed });
  const app = express();
  mount(app, login);
  app.get('/page', login.requireLogin, (_req, res) => void res.send('open'));
  app.use(sendMessage);
  const url = await listen(t, createServer(app));
  const ask = async (path: string) => {
    const response = await visitor().request(url + path);
    return response.status === 500 ? await response.text() : `${response.status}`;
  };
  return { login: await ask('/login'), page: await ask('/page') };
}

test('with everything in the right order, there is no error', async (t) => {
  const inOneLine = await problemsOf(t, (app, login) => {
    login.mount(app.use(sessionWith(sealed.store)), Router());
  });
  assert.deepEqual(inOneLine, { login: '303', page: '303' });
  const inParts = await problemsOf(t, (app, login) => {
    app.use(sessionWith(sealed.store), login.attendee, login.routes);
  });
  assert.deepEqual(inParts, { login: '303', page: '303' });
});

test('mounted in one line, a page whose token the platform rejects starts a new login before an error handler sees it', async (t) => {
  const sessions = ownStoreSessions({
    store: new session.MemoryStore(),
    keys: createMemoryKeys(),
    longestSessionSeconds: 60,
  });
  const login = createLogin({ ...options, sessions });
  const attendee = { userId: '1', accessToken: 'token', expiresAt: 4e12, grantedScopes: [] };
  const pages = Router();
  pages.get('/enter', (req, res) => {
    Object.assign(req.session, { attendee, storedAs: sessionKey(req.sessionID) });
    res.send('in');
  });
  pages.get('/refused', login.requireLogin, () => {
    throw new LoginError('login-needed');
  });
  const app = login.mount(express().use(sessionWith(sessions.store)), pages);
  const neverReached: ErrorRequestHandler = (_error, _req, res, _next) => void res.sendStatus(500);
  const url = await listen(t, createServer(app.use(neverReached)));
  const robin = visitor();
  await robin.request(`${url}/enter`);
  const refused = await robin.request(`${url}/refused`);
  assert.equal(refused.status, 303);
  assert.equal(refused.headers.get('location'), '/login?return_to=%2Frefused');
});

test('mount describes its two arguments to a host in plain JavaScript', () => {
  const { mount } = createLogin(options);
  const wrong = (app: unknown, pages: unknown) => () => mount(app as Express, pages as Router);
  assert.throws(wrong(undefined, Router()), /the first argument must be your Express app/);
  assert.throws(wrong({ get() {} }, Router()), /the first argument must be your Express app/);
  assert.throws(wrong(express(), undefined), /must be a Router with your pages.*express\.Router/);
  assert.throws(wrong(express(), '/login'), /must be a Router with your pages/);
});

test('mounted in one line before express-session, the login and its pages name the right order', async (t) => {
  const problems = await problemsOf(t, (app, login) => {
    login.mount(app, Router()).use(sessionWith(sealed.store));
  });
  assert.match(
    problems.login,
    /express-session is not mounted before.*then login\.mount\(app, pages\)/,
  );
  assert.match(problems.page, /login\.attendee is not mounted after express-session.*login\.mount/);
});

test('without express-session, the login and its pages say that it has to be mounted, and in which order', async (t) => {
  const problems = await problemsOf(t, (app, login) => app.use(login.attendee, login.routes));
  for (const problem of Object.values(problems)) {
    assert.match(problem, /express-session is not mounted before the login/);
    assert.match(problem, /app\.use\(session\(…\)\), then login\.mount\(app, pages\)/);
  }
});

test('without login.attendee, the login and its pages say where to mount it', async (t) => {
  const problems = await problemsOf(t, (app, login) =>
    app.use(sessionWith(sealed.store), login.routes),
  );
  for (const problem of Object.values(problems)) {
    assert.match(
      problem,
      /login\.attendee is not mounted after express-session.*app\.use\(login\.attendee\)/,
    );
  }
});

test('with login.attendee before express-session, the login and its pages say that it belongs after it', async (t) => {
  const problems = await problemsOf(t, (app, login) => {
    app.use(login.attendee, sessionWith(sealed.store), login.routes);
  });
  for (const problem of Object.values(problems)) {
    assert.match(problem, /login\.attendee is not mounted after express-session/);
  }
});

test('with a store other than the login’s, the login and its pages name both solutions', async (t) => {
  const problems = await problemsOf(t, (app, login) => {
    app.use(sessionWith(new session.MemoryStore()), login.attendee, login.routes);
  });
  for (const problem of Object.values(problems)) {
    assert.match(
      problem,
      /a different store than the login.*ownStoreSessions.*store: sessions\.store/,
    );
  }
});

test('with an https URL and without trust proxy, the login names the setting before the visitor leaves', async (t) => {
  const https = { publicUrl: new URL('https://shop.example') };
  const mount = (app: Express, login: Login) => {
    app.use(sessionWith(sealed.store), login.attendee, login.routes);
  };
  const { login } = await problemsOf(t, mount, https);
  assert.match(login, /publicUrl is https, but this request is not.*app\.set\('trust proxy', 1\)/);
});

test('mounted below a path, the login works if its prefix has that path, and otherwise names the prefix', async (t) => {
  for (const isSubApp of [true, false])
    for (const prefix of ['/portal', undefined]) {
      const login = createLogin({ ...options, ...(prefix && { prefix }) });
      const inner = isSubApp ? express() : Router();
      inner.use(sessionWith(sealed.store));
      const pages = Router().get('/page', login.requireLogin);
      const url = await listen(
        t,
        createServer(express().use('/portal', login.mount(inner, pages)).use(sendMessage)),
      );
      const page = await visitor().request(`${url}/portal/page`);
      if (prefix) {
        const asked = page.headers.get('location') ?? '';
        assert.equal(asked, '/portal/login?return_to=%2Fportal%2Fpage');
        const start = await visitor().request(url + asked);
        const { searchParams } = new URL(start.headers.get('location') ?? '');
        const callback = searchParams.get('redirect_uri');
        assert.equal(callback, 'http://localhost:3000/portal/login/callback');
        const problem = await visitor().request(`${url}/portal/login/callback?code=a&state=b`);
        assert.notEqual(problem.status, 404);
      } else
        assert.match(
          await page.text(),
          /mounted at \/portal.* for \/login\. Set prefix: '\/portal'.*3000\/portal\/login\/callback/,
        );
    }
});

test('behind a proxy that removes the prefix, the login names it, and a page of the app at this path still works', async (t) => {
  const warnings: string[] = [];
  const login = createLogin({ ...options, prefix: '/portal', warn: (what) => warnings.push(what) });
  const app = login.mount(express().use(sessionWith(sealed.store)), Router());
  app.get('/login', (req, res, next) => ('own' in req.query ? void res.send('own') : next()));
  const url = await listen(t, createServer(app.use(sendMessage)));
  const ask = async (path: string, headers = {}) =>
    (await visitor().request(url + path, { headers })).text();
  assert.equal(await ask('/login?own'), 'own');
  assert.deepEqual(warnings, []);
  for (const _ of [1, 2]) assert.match(await ask('/login'), /Cannot GET/);
  assert.equal(warnings.length, 1);
  const fix = /for \/portal\/login arrived as \/login\. Let the proxy keep \/portal in the path/;
  assert.match(warnings[0] ?? '', fix);
  assert.match(await ask('/login', { 'x-forwarded-prefix': '/portal' }), fix);
  const { status } = await visitor().request(`${url}/portal/login`, {
    headers: { 'x-forwarded-prefix': '' },
  });
  assert.equal(status, 303);
});

test('without sessions, or with a store instead of sessions, createLogin throws at the start and names the two ways', () => {
  const { sessions: _, ...without } = options;
  for (const wrong of [
    without,
    { ...options, sessions: sealed.store },
    { ...options, sessions: null },
  ]) {
    const start = () => createLogin(wrong as LoginOptions);
    assert.throws(
      start,
      /`sessions` must come from createEncryptedSessions\(…\), or from ownStoreSessions\(…\)/,
    );
  }
});

test('a session cookie whose name differs from the login’s is an error, because a log-out would do nothing', async (t) => {
  const sessions = ownStoreSessions({
    store: new session.MemoryStore(),
    keys: createMemoryKeys(),
    longestSessionSeconds: 60,
  });
  const attendee = { userId: '1', accessToken: 'token', expiresAt: 4e12, grantedScopes: [] };
  const problems = await problemsOf(
    t,
    (app, login) => {
      app.use(sessionWith(sessions.store), (req, _res, next) => {
        Object.assign(req.session, { attendee, storedAs: sessionKey(req.sessionID) });
        next();
      });
      app.use(login.attendee, login.routes);
    },
    { sessions, sessionCookie: 'shop' },
  );
  for (const problem of Object.values(problems)) {
    assert.match(problem, /cookie is not called shop.*sessionCookie/);
  }
});

test('a form check before express-session refuses every form, and says why', async (t) => {
  const app = express();
  app.post('/', createLogin(options).checkForm, (_req, res) => void res.send('taken'));
  const url = await listen(t, createServer(app.use(sendMessage)));
  const response = await visitor().request(url, {
    method: 'POST',
    form: new URLSearchParams(),
  });
  assert.match(await response.text(), /express-session is not mounted before the login/);
});
