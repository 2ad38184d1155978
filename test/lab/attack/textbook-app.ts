// The textbook app uses each package as its own documentation shows. The app is a fair opponent,
// because it follows the packages' security advice: a new session id at login, saved before the
// redirect; state and PKCE; validated redirects; helmet; production settings behind a proxy.
import { RedisStore } from 'connect-redis';
import { Eta } from 'eta';
import express, { type RequestHandler } from 'express';
import session from 'express-session';
import helmet from 'helmet';
import * as client from 'openid-client';
import { createClient } from 'redis';

interface User {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  preferredName?: string | null;
  profilePictureUrl: string;
  email?: string;
  phone?: string;
}

declare module 'express-session' {
  interface SessionData {
    user?: { id: number; username: string; email: string | undefined } | null;
    accessToken?: string;
    codeVerifier?: string;
    state?: string;
    returnTo?: string;
    views?: number;
  }
}

const env = process.env as Record<string, string>;
const publicUrl = new URL(env.PUBLIC_URL ?? '');
const redirectUri = new URL('/login/callback', publicUrl);

// Source: openid-client README, "Authorization Code Flow". The metadata is explicit, because the
// platform does not publish a discovery document.
const config = new client.Configuration(
  {
    issuer: env.CONVENTION_URL ?? '',
    authorization_endpoint: `${env.CONVENTION_URL}/oauth/authorize`,
    token_endpoint: `${env.CONVENTION_URL}/api/oauth/token`,
  },
  env.OAUTH_CLIENT_ID ?? '',
  undefined,
  client.ClientSecretPost(env.OAUTH_CLIENT_SECRET ?? ''),
);
client.allowInsecureRequests(config);

// Source: redis README, "Basic Example".
const redisClient = await createClient({ url: env.REDIS_URL ?? '' })
  .on('error', (err) => console.log('Redis Client Error', err))
  .connect();

const app = express();
app.set('trust proxy', 1);
app.use(helmet());
app.use(
  session({
    // Source: connect-redis README, "Full setup".
    store: new RedisStore({ client: redisClient }),
    resave: false,
    saveUninitialized: false,
    secret: env.SESSION_SECRETS ?? '',
    // Sources: Express, "Production best practices: security" (no default cookie name), and
    // express-session README (`secure` behind a proxy).
    name: 'sessionId',
    cookie: { secure: true },
  }),
);

/**
 * Source: express-session README, "User login". The redirect back to the requested page is added.
 */
const isAuthenticated: RequestHandler = (req, res, next) => {
  if (req.session.user) next();
  else res.redirect(`/login?return_to=${encodeURIComponent(req.originalUrl)}`);
};

app.get('/', (_req, res) => {
  res.send(
    '<!doctype html><title>Home</title><main><h1>Welcome</h1><a href="/profile">Log in</a></main>',
  );
});

app.get('/login', async (req, res) => {
  const returnTo = String(req.query.return_to ?? '/');
  // Source: Express, "Production best practices: security", section "Prevent open redirects".
  if (
    !URL.canParse(returnTo, publicUrl.href) ||
    new URL(returnTo, publicUrl).host !== publicUrl.host
  ) {
    return void res.sendStatus(400);
  }
  const codeVerifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  // As in openid-client's own strategy for Passport, a session has only one pending login.
  Object.assign(req.session, { codeVerifier, state, returnTo });
  const redirectTo = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri.href,
    scope: 'pii:basic pii:email pii:phone pii:address',
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
  });
  res.redirect(redirectTo.href);
});

app.get('/login/callback', async (req, res, next) => {
  const { codeVerifier, state, returnTo = '/' } = req.session;
  const tokens = await client.authorizationCodeGrant(config, new URL(req.originalUrl, publicUrl), {
    ...(codeVerifier && { pkceCodeVerifier: codeVerifier }),
    ...(state && { expectedState: state }),
  });
  const { id, username, email } = await fetchUser(tokens.access_token);
  // Source: express-session README, "User login".
  req.session.regenerate((err) => {
    if (err) return next(err);
    // Source: openid-client, examples/passport.ts. The session stores the user,
    // including the email address.
    req.session.user = { id, username, email };
    req.session.accessToken = tokens.access_token;
    req.session.save((err) => {
      if (err) return next(err);
      res.redirect(returnTo);
    });
  });
});

const eta = new Eta();
// The benchmark sets PROFILE_TEMPLATE to a page as large as Lanyard's.
const showProfile = eta.compile(
  env.PROFILE_TEMPLATE ??
    `<!doctype html><title>Profile</title><main>
<h1>Profile</h1><img src="<%= it.user.profilePictureUrl %>" alt="">
<p><%= it.user.preferredName || it.user.firstName + ' ' + it.user.lastName %> (<%= it.user.username %>)</p>
<% if (it.user.email) { %><p>Email <%= it.user.email %></p><% } %>
<% if (it.user.phone) { %><p>Phone <%= it.user.phone %></p><% } %>
<p>You viewed this page <%= it.views %> times.</p><a href="/logout">Log out</a></main>`,
);

app.get('/profile', isAuthenticated, async (req, res) => {
  // Source: express-session README, "View counter".
  req.session.views = (req.session.views ?? 0) + 1;
  const user = await fetchUser(req.session.accessToken ?? '');
  res.send(eta.render(showProfile, { user, views: req.session.views }));
});

/** Source: express-session README, "User login". */
app.get('/logout', (req, res, next) => {
  req.session.user = null;
  req.session.save((err) => {
    if (err) return next(err);
    req.session.regenerate((err) => {
      if (err) return next(err);
      res.redirect('/');
    });
  });
});

app.listen(Number(env.PORT), env.HOST ?? '', () => console.log('The textbook app is up'));

/** Source: openid-client README, "fetch a protected resource". */
async function fetchUser(accessToken: string): Promise<User> {
  const url = new URL('/api/users/current', env.CONVENTION_URL);
  const response = await client.fetchProtectedResource(config, accessToken, url, 'GET');
  if (!response.ok) throw new Error(`The convention responded with ${response.status}`);
  return (await response.json()) as User;
}
