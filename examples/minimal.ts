// Log in with the convention in one file: Express and openid-client, nothing else. Try it:
//   npm run example minimal      (another port: PORT=3456 npm run example minimal)
//
// It shows the protocol, and it is not enough for a real site. Compared with src/login it lacks:
// - a session: the attendee's record is printed once and forgotten, and there is nothing to log out of;
// - several tabs: one pending login for the whole browser, so a second tab spoils the first;
// - a sealed pending login: state and code verifier lie readable in a cookie of this browser;
// - the scopes that were really granted, limits for broken or endless answers, error pages in plain words;
// - a guard against a callback that is replayed, and a way back to the page where the visitor came from.
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
// The sandbox speaks http on this computer. A real convention speaks https.
if (CONVENTION_URL.startsWith('http://127.0.0.1:')) oauth.allowInsecureRequests(convention);

const redirectUri = `${PUBLIC_URL}/login/callback`;
const currentUserUrl = new URL('/api/users/current', CONVENTION_URL);
const secure = PUBLIC_URL.startsWith('https:');
const cookie = { httpOnly: true, sameSite: 'lax', secure, maxAge: 600_000 } as const;
const app = express();

app.get('/', (_req, res) => {
  res.send('<!doctype html><title>Minimal</title><a href="/login">Log in with the convention</a>');
});

// The browser leaves for the convention. A cookie remembers what it must bring back.
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

// The browser is back with a code. The code becomes an access token, and the token tells who this is.
app.get('/login/callback', async (req, res) => {
  const [, expectedState, pkceCodeVerifier] = /pending-login=([\w-]+)\.([\w-]+)/.exec(req.headers.cookie ?? '') ?? [];
  res.clearCookie('pending-login', cookie);
  if (!expectedState || !pkceCodeVerifier) return void res.status(400).send('Please log in again.');
  try {
    const callbackUrl = new URL(req.originalUrl, PUBLIC_URL);
    const checks = { expectedState, pkceCodeVerifier };
    const { access_token: token } = await oauth.authorizationCodeGrant(convention, callbackUrl, checks);
    const answer = await oauth.fetchProtectedResource(convention, token, currentUserUrl, 'GET');
    if (!answer.ok) throw new Error(`the convention answered ${answer.status}`);
    res.set('Cache-Control', 'no-store').json(await answer.json());
  } catch (error) {
    console.error(error);
    res.status(400).send('The login did not work. Please log in again.');
  }
});

app.listen(Number(process.env.PORT ?? new URL(PUBLIC_URL).port), 'localhost', (error) => {
  if (error) throw error;
  console.log(`Open ${PUBLIC_URL}`);
});
