// A shop that uses a copy of src/login, its own express-session and store, and a cart in the
// session. Tests run it from a temporary folder. SESSIONS selects the session store. The shop does
// not have an error handler.
import { RedisStore } from 'connect-redis';
import express from 'express';
import session from 'express-session';
import { createClient } from 'redis';
import {
  attendeeOf,
  createEncryptedSessions,
  createLogin,
  type KeyRing,
  type LoginOutcome,
  ownStoreSessions,
  redisKeys,
  tolerateStoreFailure,
} from '../../../src/login/login.ts';

declare module 'express-session' {
  interface SessionData {
    cart?: string[];
    visits?: number;
    outcome?: LoginOutcome;
  }
}

const { PORT = '', REDIS_URL = '', CONVENTION_URL = '', SESSIONS = 'sealed' } = process.env;
const { REDIS_DEADLINE_MS } = process.env;
const encryptionKeys: KeyRing = [{ id: 'k1', key: Buffer.alloc(32, 1) }];

const client = createClient({ url: REDIS_URL, disableOfflineQueue: true });
await client.on('error', () => {}).connect();
console.log('Redis is up');
const deadlineMs = REDIS_DEADLINE_MS ? Number(REDIS_DEADLINE_MS) : undefined;
const keys = redisKeys(client, { deadlineMs });

function sealedSessions() {
  return createEncryptedSessions({
    keys,
    encryptionKeys,
    limits: { idleSeconds: 1800, absoluteSeconds: 12 * 3600 },
  });
}

function ownSessions() {
  const store = new RedisStore({ client, ttl: 12 * 3600 });
  return ownStoreSessions({ store, keys, longestSessionSeconds: 12 * 3600 });
}

const sessions = SESSIONS === 'sealed' ? sealedSessions() : ownSessions();

const login = createLogin({
  publicUrl: new URL(`http://localhost:${PORT}`),
  oauth: { clientId: 'lanyard', clientSecret: 'sandbox-secret', issuer: CONVENTION_URL },
  scopes: ['pii:basic', 'pii:email'],
  async whoIs({ accessToken }) {
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${CONVENTION_URL}/api/users/current`, { headers });
    if (!response.ok) throw new Error(`the convention responded with ${response.status}`);
    const user = (await response.json()) as { id: number };
    return { id: String(user.id) };
  },
  sessions,
  encryptionKeys,
  sessionCookie: 'shop',
  prefix: '/account',
  carryOver: ['cart'],
  finish(req, res, outcome) {
    req.session.outcome = outcome;
    res.redirect(303, outcome.result === 'denied' ? '/' : outcome.returnTo);
  },
});

const app = express();
const shopSession = session({
  store: sessions.store,
  secret: 'secret of the shop',
  name: 'shop',
  resave: false,
  saveUninitialized: false,
  cookie: { sameSite: 'lax', maxAge: 8 * 3600 * 1000 },
});
app.use(tolerateStoreFailure(shopSession));
app.use(login.attendee);
app.use(login.routes);

app.get('/', (req, res) => {
  const { cart = [], visits, outcome } = req.session ?? {};
  res.json({ cart, visits, outcome });
});

app.post('/cart', (req, res) => {
  req.session.visits = (req.session.visits ?? 0) + 1;
  req.session.cart = [...(req.session.cart ?? []), 'CANARY-towel'];
  res.json(req.session.cart);
});

// This route reads the session, and stores it only after a POST to /go-on.
let goOn: (() => void)[] = [];
app.post('/slow-cart', async (req, res) => {
  await new Promise<void>((resolve) => goOn.push(resolve));
  req.session.cart = [...(req.session.cart ?? []), 'CANARY-slow-towel'];
  res.json(req.session.cart);
});
app.get('/waiting', (_req, res) => void res.json(goOn.length));
app.post('/go-on', (_req, res) => {
  for (const one of goOn) one();
  goOn = [];
  res.end();
});

app.get('/account', login.requireLogin, (req, res) => {
  const attendee = attendeeOf(req);
  const { cart = [], visits, outcome } = req.session;
  res.send(`<pre>${JSON.stringify({ attendee, cart, visits, outcome })}</pre>
<form method="post" action="${login.paths.logout}">
  <button name="form_token" value="${login.formToken(req)}">Log out</button>
</form>`);
});

app.use(login.renewLogin);
app.listen(Number(PORT), 'localhost', () => console.log('The shop is open'));
