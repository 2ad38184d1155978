// The textbook app of the benchmark: each package as its own documentation shows, the record in the
// session, and with UPSTREAM one fetch for each page. NODE_ENV is production.
import { RedisStore } from 'connect-redis';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import * as client from 'openid-client';
import { createClient } from 'redis';
import { type Fields, renderPage } from './page.ts';

declare module 'express-session' {
  interface SessionData {
    record?: Fields;
    codeVerifier?: string;
    state?: string;
  }
}

const { PORT, REDIS_URL = '', PLATFORM_URL = '', UPSTREAM } = process.env;
const redisClient = await createClient({ url: REDIS_URL }).connect();
const config = new client.Configuration(
  { issuer: PLATFORM_URL, authorization_endpoint: `${PLATFORM_URL}/oauth/authorize` },
  'textbook',
);
client.allowInsecureRequests(config);

async function askPlatform(): Promise<Fields> {
  const headers = { authorization: 'Bearer token-1' };
  const response = await fetch(`${PLATFORM_URL}/api/users/current`, { headers });
  return (await response.json()) as Fields;
}

const app = express();
app.engine('eta', (_file, { path, record }: { path?: string; record?: Fields }, done) =>
  done(null, renderPage(path ?? '', record ?? {})),
);
app.set('views', 'test/tools/bench/contenders');
app.set('view engine', 'eta');
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

app.get('/', (_req, res) => res.render('page', { path: '/', record: {} }));

app.get('/start', async (req, res) => {
  req.session.record = await askPlatform();
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
  const { record } = req.session;
  if (!record) return res.redirect('/login');
  res.render('page', { path: req.path, record: UPSTREAM ? await askPlatform() : record });
});

app.listen(Number(PORT), '127.0.0.1');
