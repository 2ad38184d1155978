// A small app that uses src/login: a page that requires a login, a log-out and an error page.
//   npm run example with-core      (another port: PORT=3456 npm run example with-core)
//
// For your site: copy src/login and this file, and set the variables below. To run several
// instances, set REDIS_URL so that they share sessions.
import { randomBytes } from 'node:crypto';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import { createClient } from 'redis';
import {
  attendeeOf,
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
  type KeyRing,
  LoginError,
  redisKeys,
  type TokenSet,
  tolerateStoreFailure,
} from '../src/login/login.ts';

const {
  PORT = '3000',
  PUBLIC_URL = `http://localhost:${PORT}`,
  CONVENTION_URL = 'http://127.0.0.1:4000',
  OAUTH_CLIENT_ID = 'lanyard',
  OAUTH_CLIENT_SECRET = 'sandbox-secret',
  REDIS_URL,
  // Set both on a real site. Otherwise each restart creates new values, which ends every session.
  // Create each with `openssl rand -hex 32`.
  ENCRYPTION_KEY = randomBytes(32).toString('hex'),
  SESSION_SECRET = randomBytes(32).toString('hex'),
} = process.env;

const publicUrl = new URL(PUBLIC_URL);
const encryptionKeys: KeyRing = [{ id: 'k1', key: Buffer.from(ENCRYPTION_KEY, 'hex') }];

// Without Redis, a restart logs everybody out.
const sessions = createEncryptedSessions({
  keys: REDIS_URL ? redisKeys(await connectToRedis(REDIS_URL)) : createMemoryKeys(),
  encryptionKeys,
  limits: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3600 },
});

const login = createLogin({
  publicUrl,
  oauth: {
    clientId: OAUTH_CLIENT_ID,
    clientSecret: OAUTH_CLIENT_SECRET,
    issuer: CONVENTION_URL,
    endpoints: {
      authorization: new URL('/oauth/authorize', CONVENTION_URL),
      token: new URL('/api/oauth/token', CONVENTION_URL),
    },
  },
  scopes: ['pii:basic'],
  whoIs: currentUser,
  sessions,
  encryptionKeys,
  paths: { loggedOut: '/goodbye' },
});

function connectToRedis(url: string) {
  return createClient({ url, disableOfflineQueue: true }).on('error', console.error).connect();
}

/** Asks the platform whose token this is. */
async function currentUser({ accessToken }: TokenSet): Promise<{ id: number }> {
  const response = await fetch(new URL('/api/users/current', CONVENTION_URL), {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(8000),
  });
  // The token is no longer valid. `login.mount` then starts a new login.
  if (response.status === 401) throw new LoginError('login-needed');
  if (!response.ok)
    throw Object.assign(new Error(`the platform responded with ${response.status}`), {
      status: 502,
    });
  return (await response.json()) as { id: number };
}

const app = express();
// Behind an https proxy, also call app.set('trust proxy', 1).

const sessionOptions: session.SessionOptions = {
  store: sessions.store,
  secret: SESSION_SECRET,
  resave: false,
  saveUninitialized: false,
  cookie: { httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' },
};

app.use(tolerateStoreFailure(session(sessionOptions)));

const pages = express.Router();

pages.get('/', login.requireLogin, async (req, res) => {
  const { id } = await currentUser(attendeeOf(req));
  res.set('Cache-Control', 'no-store').send(`<!doctype html><title>Hello</title>
<p>You are attendee ${Number(id)}.</p>
<form method="post" action="${login.paths.logout}">
  <button name="form_token" value="${login.formToken(req)}">Log out</button>
</form>`);
});

pages.get('/goodbye', (req, res) => {
  res.send(
    `<!doctype html><title>Goodbye</title><p>You are logged out. <a href="${login.logInPath(req, '/')}">Log in again</a></p>`,
  );
});

const errorPage: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  console.error(error);
  const { status = 500, problem = 'internal' } = error;
  res
    .status(status)
    .send(`<!doctype html><title>Sorry</title><p>Sorry: ${problem}. <a href="/">Log in</a></p>`);
};

login.mount(app, pages);
app.use(errorPage);

// In a container, remove 'localhost' so that the app is reachable from outside.
app.listen(Number(process.env.PORT || publicUrl.port || 3000), 'localhost', (error) => {
  if (error) throw error;
  console.log(`Open ${PUBLIC_URL}`);
});
