// Fastify with src/login: a shop with a cart, and an account page that needs a login.
// Run npm install, install the package built by `npm run pack:login`, then run npm start.
//
// A small Express app in front handles the session and the login, and passes all other requests to
// Fastify. `request.raw` is then an Express request.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
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
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
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

const front = express();
front.use(session({ store: sessions.store, secret, resave: false, saveUninitialized: false }));
front.use(login.attendee, login.routes);

const shop = Fastify({
  serverFactory(handle) {
    const handOver: RequestHandler = (req, res) => handle(req, res);
    return createServer(front.use(handOver, login.renewLogin, sendError));
  },
});
const visitorOf = ({ raw }: FastifyRequest) => raw as unknown as Request;
// Put guards on Fastify's own routes. Fastify decodes paths and Express does not, so a guard in the
// Express app would miss `/%61ccount`.
const guard = (check: RequestHandler) => async (request: FastifyRequest, reply: FastifyReply) => {
  const res = reply.raw as unknown as Response;
  const isPassed = await new Promise<boolean>((resolve, reject) => {
    res.once('finish', () => resolve(false));
    Promise.resolve(
      check(visitorOf(request), res, (error) => (error ? reject(error) : resolve(true))),
    ).catch(reject);
  });
  if (!isPassed) reply.hijack();
};
// `login.checkForm` has already parsed the form, so Fastify uses that body.
shop.addContentTypeParser('application/x-www-form-urlencoded', (request, _payload, done) => {
  done(null, visitorOf(request).body);
});
shop.setErrorHandler((error, request, reply) => {
  const req = visitorOf(request);
  const res = reply.hijack().raw as unknown as Response;
  return login.renewLogin(error, req, res, () => sendError(error, req, res, () => {}));
});

shop.get('/', (request, reply) => {
  const req = visitorOf(request);
  reply.type('text/html').send(`<!doctype html><title>Shop</title>
<p>In your cart: ${req.session.cart?.length ?? 0}</p>
<form method="post" action="/cart">
  <button name="form_token" value="${login.formToken(req)}">Add a towel</button>
</form>
<a href="/account">Your account</a>`);
});

shop.post('/cart', { onRequest: guard(login.checkForm) }, (request, reply) => {
  const { session } = visitorOf(request);
  session.cart = [...(session.cart ?? []), 'towel'];
  reply.redirect('/', 303);
});

shop.get('/account', { onRequest: guard(login.requireLogin) }, async (request, reply) => {
  const req = visitorOf(request);
  const { id } = await currentUser(attendeeOf(req));
  return reply.type('text/html').send(`<!doctype html><title>Your account</title>
<p>You are attendee ${Number(id)}. In your cart: ${req.session.cart?.length ?? 0}</p>
<form method="post" action="${login.paths.logout}">
  <button name="form_token" value="${login.formToken(req)}">Log out</button>
</form>`);
});

const port = Number(process.env.PORT || publicUrl.port || 3000);
await shop.listen({ port, host: 'localhost' });
console.log(`Open ${publicUrl.href}`);
