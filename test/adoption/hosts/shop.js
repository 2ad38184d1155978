// The shop in plain JavaScript with the login package. It works like shop.ts with encrypted
// sessions.
import {
  createLogin,
  createSealedSessions,
  redisKeys,
  tolerateStoreFailure,
} from 'convention-login';
import express from 'express';
import session from 'express-session';
import { createClient } from 'redis';

const { PORT, REDIS_URL, CONVENTION_URL } = process.env;
const publicUrl = new URL(`http://localhost:${PORT}`);
const encryptionKeys = [{ id: 'k1', key: Buffer.alloc(32, 1) }];
const client = createClient({ url: REDIS_URL, disableOfflineQueue: true });
await client.on('error', () => {}).connect();
console.log('Redis is up');
const sessions = createSealedSessions({
  keys: redisKeys(client),
  encryptionKeys,
  limits: { idleSeconds: 1800, absoluteSeconds: 12 * 3600 },
});

const login = createLogin({
  publicUrl,
  oauth: { clientId: 'lanyard', clientSecret: 'sandbox-secret', issuer: CONVENTION_URL },
  scopes: ['pii:basic', 'pii:email'],
  async whoIs({ accessToken }) {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await fetch(`${CONVENTION_URL}/api/users/current`, { headers });
    if (!answer.ok) throw new Error(`the convention responded with ${answer.status}`);
    const user = await answer.json();
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

let goOn = [];
app.post('/slow-cart', async (req, res) => {
  await new Promise((resolve) => goOn.push(resolve));
  req.session.cart = [...(req.session.cart ?? []), 'CANARY-slow-towel'];
  res.json(req.session.cart);
});
app.get('/waiting', (_req, res) => res.json(goOn.length));
app.post('/go-on', (_req, res) => {
  for (const one of goOn) one();
  goOn = [];
  res.end();
});

app.get('/account', login.requireLogin, (req, res) => {
  const { cart = [], visits, outcome } = req.session;
  res.send(`<pre>${JSON.stringify({ attendee: req.attendee, cart, visits, outcome })}</pre>
<form method="post" action="${login.paths.logout}">
  <button name="form_token" value="${login.formToken(req)}">Log out</button>
</form>`);
});

app.use(login.renewLogin);
app.listen(Number(PORT), 'localhost', () => console.log('The shop is open'));
