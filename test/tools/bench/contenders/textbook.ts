// The textbook app in the benchmark uses each package as its own documentation shows, and stores
// the records in the session. With UPSTREAM, each page requests its records from the platform.
// NODE_ENV is production.
import { RedisStore } from 'connect-redis';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import * as client from 'openid-client';
import { createClient } from 'redis';
import { type Person, renderPage } from './page.ts';
import { askAgain, newPerson } from './platform-calls.ts';

declare module 'express-session' {
  interface SessionData {
    person?: Person;
    codeVerifier?: string;
    state?: string;
  }
}

const { PORT, REDIS_URL = '', CONVENTION_URL = '', UPSTREAM } = process.env;
const redisClient = await createClient({ url: REDIS_URL }).connect();
const config = new client.Configuration(
  { issuer: CONVENTION_URL, authorization_endpoint: `${CONVENTION_URL}/oauth/authorize` },
  'textbook',
);
client.allowInsecureRequests(config);

const app = express();
app.use(helmet());
app.use('/assets', express.static('public'));
app.use(
  session({
    store: new RedisStore({ client: redisClient }),
    resave: false,
    saveUninitialized: false,
    secret: 'a secret of the benchmark',
    cookie: { httpOnly: true, sameSite: 'lax' },
  }),
);

app.get('/', (req, res) => {
  res.send(renderPage('/', { acceptLanguage: req.get('accept-language') }));
});

app.get('/start', async (req, res) => {
  req.session.person = await newPerson();
  res.send('logged in');
});

app.get('/login', async (req, res) => {
  const codeVerifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  Object.assign(req.session, { codeVerifier, state });
  const redirectTo = client.buildAuthorizationUrl(config, {
    redirect_uri: `http://127.0.0.1:${PORT}/login/callback`,
    scope: 'pii:basic pii:email pii:phone pii:address',
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
  });
  res.redirect(303, redirectTo.href);
});

app.get(['/profile', '/badge-name'], async (req, res) => {
  const { person } = req.session;
  if (!person) return res.redirect('/login');
  const asked = UPSTREAM ? await askAgain(person, req.path) : person;
  res.send(renderPage(req.path, { person: asked, acceptLanguage: req.get('accept-language') }));
});

app.listen(Number(PORT), '127.0.0.1');
