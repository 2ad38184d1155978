// Hono with src/login: a shop with a cart, and an account page that needs a login.
// Run npm install, install the package built by `npm run pack:login`, then run npm start.
//
// A small Express app in front handles the session and the login, and passes all other requests to
// Hono. `c.env.incoming` is then an Express request.
import { randomBytes } from 'node:crypto';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import {
  attendeeOf,
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
  LoginError,
  redisKeys,
  type TokenSet,
} from 'convention-login';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import session from 'express-session';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { createClient } from 'redis';

declare module 'express-session' {
  interface SessionData {
    cart?: string[];
  }
}

const {
  PUBLIC_URL = 'http://localhost:3000',
  CONVENTION_URL: issuer = 'http://127.0.0.1:4000',
  OAUTH_CLIENT_ID: clientId = 'lanyard',
  OAUTH_CLIENT_SECRET: clientSecret = 'sandbox-secret',
  REDIS_URL,
  ENCRYPTION_KEY = randomBytes(32).toString('hex'),
  SESSION_SECRET: secret = randomBytes(32).toString('hex'),
} = process.env;

const publicUrl = new URL(PUBLIC_URL);
const encryptionKeys = [{ id: 'k1', key: Buffer.from(ENCRYPTION_KEY, 'hex') }] as const;
const sessions = createEncryptedSessions({
  keys: REDIS_URL ? redisKeys(await connectToRedis(REDIS_URL)) : createMemoryKeys(),
  encryptionKeys,
  limits: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3600 },
});
const login = createLogin({
  publicUrl,
  oauth: { clientId, clientSecret, issuer },
  scopes: ['pii:basic'],
  whoIs: currentUser,
  sessions,
  encryptionKeys,
  carryOver: ['cart'],
});

function connectToRedis(url: string) {
  return createClient({ url, disableOfflineQueue: true }).on('error', console.error).connect();
}

/** Asks the platform whose token this is. */
async function currentUser({ accessToken }: TokenSet): Promise<{ id: number }> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const signal = AbortSignal.timeout(8000);
  const response = await fetch(`${issuer}/api/users/current`, { headers, signal });
  if (response.status === 401) throw new LoginError('login-needed');
  if (!response.ok) throw new Error(`the platform responded with ${response.status}`);
  return (await response.json()) as { id: number };
}

const sendError: ErrorRequestHandler = (error, _req, res, _next) => {
  const { status = 500, problem = 'internal' } = error;
  res.status(status).send(`<p>Sorry: ${problem}</p>`);
};

type Env = { Bindings: HttpBindings };
const shop = new Hono<Env>();
const visitorOf = (c: Context<Env>) => c.env.incoming as unknown as Request;

// Put guards on Hono's own routes. Hono decodes paths and Express does not, so a guard in the
// Express app would miss `/%61ccount`.
function guard(check: RequestHandler): MiddlewareHandler<Env> {
  return async (c, next) => {
    const res = c.env.outgoing as unknown as Response;
    const isPassed = await new Promise<boolean>((resolve, reject) => {
      res.once('finish', () => resolve(false));
      Promise.resolve(
        check(visitorOf(c), res, (error) => (error ? reject(error) : resolve(true))),
      ).catch(reject);
    });
    if (!isPassed) return RESPONSE_ALREADY_SENT;
    await next();
  };
}

shop.onError(async (error, c) => {
  const req = visitorOf(c);
  const res = c.env.outgoing as unknown as Response;
  await login.renewLogin(error, req, res, () => sendError(error, req, res, () => {}));
  return RESPONSE_ALREADY_SENT;
});

shop.get('/', (c) => {
  const req = visitorOf(c);
  return c.html(`<!doctype html><title>Shop</title>
<p>In your cart: ${req.session.cart?.length ?? 0}</p>
<form method="post" action="/cart">
  <button name="form_token" value="${login.formToken(req)}">Add a towel</button>
</form>
<a href="/account">Your account</a>`);
});

shop.post('/cart', guard(login.checkForm), (c) => {
  const { session } = visitorOf(c);
  session.cart = [...(session.cart ?? []), 'towel'];
  return c.redirect('/', 303);
});

shop.get('/account', guard(login.requireLogin), async (c) => {
  const req = visitorOf(c);
  const { id } = await currentUser(attendeeOf(req));
  return c.html(`<!doctype html><title>Your account</title>
<p>You are attendee ${Number(id)}. In your cart: ${req.session.cart?.length ?? 0}</p>
<form method="post" action="${login.paths.logout}">
  <button name="form_token" value="${login.formToken(req)}">Log out</button>
</form>`);
});

const front = express();
front.use(session({ store: sessions.store, secret, resave: false, saveUninitialized: false }));
front.use(login.attendee, login.routes);
front.use(getRequestListener(shop.fetch), login.renewLogin, sendError);
const port = Number(process.env.PORT || publicUrl.port || 3000);
front.listen(port, 'localhost', () => console.log(`Open ${publicUrl.href}`));
