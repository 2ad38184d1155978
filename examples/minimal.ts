// Logging in with the platform, in one file, with only Express and openid-client:
//   npm run example minimal      (another port: PORT=3456 npm run example minimal)
//
// The app shows the protocol, but is not enough for a real site. Compared with src/login, it lacks:
// - a session and a log-out: the app prints the attendee's record once;
// - support for several tabs: a browser has one pending login, so a second tab breaks the first;
// - encryption: the pending login's cookie contains readable secrets;
// - a list of the granted scopes, size limits for responses, error pages, replay protection;
// - a redirect back to the page that the visitor came from.
import express from 'express';
import * as oauth from 'openid-client';

const {
  PORT = '3000',
  PUBLIC_URL = `http://localhost:${PORT}`,
  CONVENTION_URL = 'http://127.0.0.1:4000',
  OAUTH_CLIENT_ID = 'lanyard',
  OAUTH_CLIENT_SECRET = 'sandbox-secret',
} = process.env;

const server = {
  issuer: CONVENTION_URL,
  authorization_endpoint: `${CONVENTION_URL}/oauth/authorize`,
  token_endpoint: `${CONVENTION_URL}/api/oauth/token`,
};
const clientAuth = oauth.ClientSecretPost(OAUTH_CLIENT_SECRET);
const convention = new oauth.Configuration(server, OAUTH_CLIENT_ID, undefined, clientAuth);
// Only the sandbox needs this. A real platform uses https.
if (CONVENTION_URL.startsWith('http://127.0.0.1:')) oauth.allowInsecureRequests(convention);

const redirectUri = `${PUBLIC_URL}/login/callback`;
const currentUserUrl = new URL('/api/users/current', CONVENTION_URL);
const secure = PUBLIC_URL.startsWith('https:');
const cookie = { httpOnly: true, sameSite: 'lax', secure, maxAge: 600_000 } as const;
const app = express();

app.get('/', (_req, res) => {
  res.send('<!doctype html><title>Minimal</title><a href="/login">Log in with the convention</a>');
});

// Redirects to the platform. A cookie stores the secrets that the callback needs.
app.get('/login', async (_req, res) => {
  const state = oauth.randomState();
  const codeVerifier = oauth.randomPKCECodeVerifier();
  const authorizationUrl = oauth.buildAuthorizationUrl(convention, {
    redirect_uri: redirectUri,
    scope: 'pii:basic pii:email',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  res.cookie('pending-login', `${state}.${codeVerifier}`, cookie);
  res.redirect(303, authorizationUrl.href);
});

// Exchanges the code for an access token, then asks the platform whose token it is.
app.get('/login/callback', async (req, res) => {
  const [, expectedState, pkceCodeVerifier] =
    /pending-login=([\w-]+)\.([\w-]+)/.exec(req.headers.cookie ?? '') ?? [];
  res.clearCookie('pending-login', cookie);
  if (!expectedState || !pkceCodeVerifier) return void res.status(400).send('Please log in again.');
  try {
    const callbackUrl = new URL(req.originalUrl, PUBLIC_URL);
    const checks = { expectedState, pkceCodeVerifier };
    const tokens = await oauth.authorizationCodeGrant(convention, callbackUrl, checks);
    const { access_token: token } = tokens;
    const response = await oauth.fetchProtectedResource(convention, token, currentUserUrl, 'GET');
    if (!response.ok) throw new Error(`the platform responded with ${response.status}`);
    res.set('Cache-Control', 'no-store').json(await response.json());
  } catch (error) {
    console.error(error);
    res.status(400).send('The login did not work. Please log in again.');
  }
});

app.listen(Number(process.env.PORT || new URL(PUBLIC_URL).port || 3000), 'localhost', (error) => {
  if (error) throw error;
  console.log(`Open ${PUBLIC_URL}`);
});
