// The core (src/login) in an app of its own: copy that folder, keep these lines. Needs Redis; `npm run sandbox` plays the convention.
import { randomBytes } from 'node:crypto';
import express, { type ErrorRequestHandler } from 'express';
import { attendeeOf, createLogin } from '../src/login/login.ts';
import { openRedisStore } from '../src/redis-store.ts';

const publicUrl = new URL(process.env.PUBLIC_URL ?? 'http://localhost:3000');
const convention = process.env.CONVENTION_URL ?? 'http://127.0.0.1:4000';

async function currentUser({ accessToken }: { accessToken: string }) {
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await fetch(`${convention}/api/users/current`, { headers, signal: AbortSignal.timeout(8000) });
  // A token that is refused leads to a new login.
  if (answer.status === 401) throw Object.assign(new Error('token refused'), { problem: 'login-needed', status: 401 });
  if (!answer.ok) throw Object.assign(new Error('convention failed'), { status: 502 });
  return (await answer.json()) as { id: number; username: string };
}

const login = createLogin({
  publicUrl,
  oauth: {
    clientId: 'lanyard',
    clientSecret: process.env.OAUTH_CLIENT_SECRET ?? 'sandbox-secret',
    issuer: convention,
    endpoints: {
      authorization: new URL('/oauth/authorize', convention),
      token: new URL('/api/oauth/token', convention),
    },
    pkce: true,
  },
  scopes: ['pii:basic'],
  whoIs: async (tokenSet) => ({ id: String((await currentUser(tokenSet)).id) }),
  keys: openRedisStore(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', (up) => {
    console.log(`Redis is ${up ? 'up' : 'away'}`);
  }),
  // A real site keeps these two in its settings: new ones at each start end every session.
  encryptionKeys: [{ id: 'k1', key: randomBytes(32) }],
  sessionSecrets: [randomBytes(32).toString('hex')],
  limits: { idleSeconds: 1800, absoluteSeconds: 12 * 3600 },
  loggedOutPath: '/goodbye',
});

const app = express();
app.use(login.session);
app.use(login.routes);
app.get('/', login.requireLogin, async (req, res) => {
  const { id } = await currentUser(attendeeOf(req));
  res.set('Cache-Control', 'no-store').send(`<!doctype html><title>Hello</title><p>You are attendee ${Number(id)}.</p>
<form method="post" action="/logout"><input type="hidden" name="form_token" value="${login.formToken(req)}"><button>Log out</button></form>`);
});
app.get('/goodbye', (_req, res) => void res.send('<!doctype html><title>Goodbye</title><p>You are logged out.</p>'));
app.use(login.loginAgain);
const errorPage: ErrorRequestHandler = (error, _req, res, _next) => {
  const problem = error.problem ?? 'internal';
  res
    .status(error.status ?? 500)
    .send(`<!doctype html><title>Sorry</title><p>Sorry: ${problem}.</p><a href="/login">Log in</a>`);
};
app.use(errorPage);
app.listen(Number(publicUrl.port), 'localhost', () => console.log(`Open ${publicUrl.href}`));
