// Adds the login to a shop that has a cart, sessions and a session store of its own.
//   npm run example with-your-own-session
//   PORT=3456 npm run example with-your-own-session      (on another port)
//
// The login's paths begin with /account. Your own store is not encrypted, so it contains readable
// access tokens. If your store is Redis, `createEncryptedSessions` encrypts the sessions. See
// with-core.ts.
import { randomBytes } from 'node:crypto';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import {
  attendeeOf,
  createLogin,
  createMemoryKeys,
  type Finish,
  ownStoreSessions,
  type TokenSet,
  tolerateStoreFailure,
} from '../src/login/login.ts';

declare module 'express-session' {
  interface SessionData {
    cart?: string[];
    /** A message that is shown once, on the next page. */
    news?: string;
  }
}

const {
  PORT = '3000',
  PUBLIC_URL = `http://localhost:${PORT}`,
  CONVENTION_URL = 'http://127.0.0.1:4000',
  OAUTH_CLIENT_ID = 'lanyard',
  OAUTH_CLIENT_SECRET = 'sandbox-secret',
  // Set both on a real site. Otherwise each restart creates new values, which ends every session.
  // Create each with `openssl rand -hex 32`.
  ENCRYPTION_KEY = randomBytes(32).toString('hex'),
  SESSION_SECRET = randomBytes(32).toString('hex'),
} = process.env;

const publicUrl = new URL(PUBLIC_URL);
const sessionSeconds = 8 * 3600;

// 1. The shop.
const app = express();
const sessions = ownStoreSessions({
  // Replace this with your own store: files, a database, or Redis.
  store: new session.MemoryStore(),
  // `keys` stores, among other things, which sessions have ended. If the shop has several
  // instances, they must share it: use redisKeys(…).
  keys: createMemoryKeys(),
  longestSessionSeconds: sessionSeconds,
});
const shopSession = session({
  store: sessions.store,
  name: 'shop',
  secret: SESSION_SECRET,
  resave: false,
  saveUninitialized: false,
  cookie: {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.protocol === 'https:',
    maxAge: sessionSeconds * 1000,
  },
});

// 2. The login.

/** Asks the platform whose token this is. */
async function whoIs({ accessToken }: TokenSet): Promise<{ id: number }> {
  const response = await fetch(new URL('/api/users/current', CONVENTION_URL), {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(8000),
  });
  if (!response.ok) throw new Error(`the platform responded with ${response.status}`);
  return (await response.json()) as { id: number };
}

/** Decides where the visitor goes after a login, and which message they see. */
const finish: Finish = (req, res, { result, returnTo, refused }) => {
  if (result === 'denied') {
    req.session.news = 'You have not logged in. You can still shop as a guest.';
    return res.redirect(303, '/');
  }
  const withoutEmail = refused.includes('pii:email');
  req.session.news = withoutEmail
    ? 'Welcome! We cannot email you: you kept your address to yourself.'
    : 'Welcome!';
  res.redirect(303, returnTo);
};

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
  scopes: ['pii:basic', 'pii:email'],
  whoIs,
  sessions,
  encryptionKeys: [{ id: 'k1', key: Buffer.from(ENCRYPTION_KEY, 'hex') }],
  sessionCookie: 'shop',
  prefix: '/account',
  paths: { home: '/account' },
  // A login starts a new session, which keeps only the cart.
  carryOver: ['cart'],
  finish,
});

// 3. Keep this order: session, `login.attendee`, `login.routes`, pages, `login.renewLogin`.
app.use(tolerateStoreFailure(shopSession));
app.use(login.attendee);
app.use(login.routes);

app.get('/', (req, res) => {
  // If the session store fails, there is no session, but this page still works.
  const { cart = [], news = '' } = req.session ?? {};
  if (news) delete req.session.news;
  res.set('Cache-Control', 'no-store').send(`<!doctype html><title>Shop</title>
<p>${news}</p>
<p>In your cart: ${cart.length}</p>
<form method="post" action="/cart">
  <button name="form_token" value="${login.formToken(req)}">Add a towel</button>
</form>
<a href="/account">Your account</a>`);
});

// `checkForm` rejects a form submitted by another site.
app.post('/cart', login.checkForm, (req, res) => {
  const { cart = [] } = req.session;
  req.session.cart = [...cart, 'towel'];
  res.redirect(303, '/');
});

app.get('/account', login.requireLogin, (req, res) => {
  const { userId } = attendeeOf(req);
  const { cart = [], news = '' } = req.session;
  delete req.session.news;
  res.set('Cache-Control', 'no-store').send(`<!doctype html><title>Your account</title>
<p>${news}</p>
<p>You are attendee ${Number(userId)}. In your cart: ${cart.length}</p>
<form method="post" action="${login.paths.logout}">
  <button name="form_token" value="${login.formToken(req)}">Log out</button>
</form>
<a href="/">Back to the shop</a>`);
});

const errorPage: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  console.error(error);
  // Only a LoginError has a `problem`. For any other error, the page does not show details.
  const { status = 500, problem = 'internal' } = error;
  res
    .status(status)
    .send(`<!doctype html><title>Sorry</title><p>Sorry: ${problem}. <a href="/">Back</a></p>`);
};

app.use(login.renewLogin);
app.use(errorPage);

// In a container, remove 'localhost' so that the app is reachable from outside.
app.listen(Number(process.env.PORT || publicUrl.port || 3000), 'localhost', (error) => {
  if (error) throw error;
  console.log(`Open ${PUBLIC_URL}`);
});
