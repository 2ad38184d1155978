// Gives a Discord role to attendees with a paid ticket, using src/login and src/convention.
//   npm run example bot      (another port: PORT=3456 npm run example bot)
//
// Without Discord credentials, the command also starts a stand-in for Discord. For your server:
// 1. Create an application at https://discord.com/developers/applications, with a bot and with the
//    redirect URI PUBLIC_URL/discord/callback.
// 2. Invite the bot to your server with the permission "Manage Roles". In the role list, move the
//    bot's own role above the role that it assigns.
// 3. Copy src/login, src/convention and this file, and set the variables below. The platform must
//    approve the scope registration:read for your client.
//
// The bot never removes the role, not even after a refund. To store sessions in Redis, see
// with-core.ts.
import { randomBytes } from 'node:crypto';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import {
  createConvention,
  isConventionError,
  openServiceClient,
} from '../src/convention/convention.ts';
import {
  attendeeOf,
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
} from '../src/login/login.ts';

const {
  PORT = '3000',
  PUBLIC_URL = `http://localhost:${PORT}`,
  CONVENTION_URL = 'http://127.0.0.1:4000',
  OAUTH_CLIENT_ID = 'lanyard',
  OAUTH_CLIENT_SECRET = 'sandbox-secret',
  // Set both on a real site. Otherwise each restart creates new values, which ends every session.
  // Create each with `openssl rand -hex 32`.
  ENCRYPTION_KEY = randomBytes(32).toString('hex'),
  SESSION_SECRET = randomBytes(32).toString('hex'),

  DISCORD_URL = 'https://discord.com',
  DISCORD_CLIENT_ID = '',
  DISCORD_CLIENT_SECRET = '',
  DISCORD_BOT_TOKEN = '',
  // In Discord's developer mode, copy these ids from the context menus of the server and the role.
  DISCORD_SERVER_ID = '',
  DISCORD_ROLE_ID = '',
} = process.env;

const missing = ['CLIENT_ID', 'CLIENT_SECRET', 'BOT_TOKEN', 'SERVER_ID', 'ROLE_ID']
  .map((name) => `DISCORD_${name}`)
  .filter((name) => !process.env[name]);
if (missing.length > 0) {
  console.error(`Set ${missing.join(', ')}. The first lines of examples/bot.ts say how.`);
  process.exit(1);
}

// 1. The platform says who the attendee is, and whether their ticket is paid.

const publicUrl = new URL(PUBLIC_URL);
const baseUrl = new URL(CONVENTION_URL);
const client = { clientId: OAUTH_CLIENT_ID, clientSecret: OAUTH_CLIENT_SECRET };
const convention = createConvention({ baseUrl });
const service = openServiceClient({ ...client, baseUrl, scopes: ['registration:read'] });

const encryptionKeys = [{ id: 'k1', key: Buffer.from(ENCRYPTION_KEY, 'hex') }] as const;
const sessions = createEncryptedSessions({ keys: createMemoryKeys(), encryptionKeys });
const endpoints = {
  authorization: new URL('/oauth/authorize', baseUrl),
  token: new URL('/api/oauth/token', baseUrl),
};
const login = createLogin({
  publicUrl,
  oauth: { ...client, issuer: CONVENTION_URL, endpoints },
  scopes: ['pii:basic'],
  whoIs: (tokenSet) => convention.onBehalfOf(tokenSet).currentUser(),
  sessions,
  encryptionKeys,
});

async function hasPaid(userId: string): Promise<boolean> {
  try {
    return (await service.registration({ userId })).status === 'paid';
  } catch (error) {
    // This person is not registered.
    if (isConventionError(error, ['not-found'])) return false;
    throw error;
  }
}

// 2. Discord says which account belongs to the visitor, and adds the role.

const discordClient = {
  client_id: DISCORD_CLIENT_ID,
  redirect_uri: new URL('/discord/callback', publicUrl).href,
};

/** Returns the id of the Discord account that this code belongs to. The token is not stored. */
async function discordIdOf(code: string): Promise<string> {
  const secret = { client_secret: DISCORD_CLIENT_SECRET };
  const form = { ...discordClient, ...secret, grant_type: 'authorization_code', code };
  const token = await askDiscord('POST', '/oauth2/token', { body: new URLSearchParams(form) });
  const authorization = `Bearer ${token.body.access_token}`;
  const user = await askDiscord('GET', '/users/@me', { headers: { authorization } });
  if (user.body.id) return user.body.id;
  throw problem(502, 'Discord did not say who you are.', [token.status, user.status]);
}

async function addRole(discordId: string): Promise<void> {
  const path = `/guilds/${DISCORD_SERVER_ID}/members/${discordId}/roles/${DISCORD_ROLE_ID}`;
  const authorization = `Bot ${DISCORD_BOT_TOKEN}`;
  const { status, body } = await askDiscord('PUT', path, { headers: { authorization } });
  if (status === 204) return;
  const unknownMember = 10007;
  if (status === 404 && body.code === unknownMember)
    throw problem(409, 'You are not a member of our Discord server. Join it, then try again.');
  // A 403 means that the bot lacks a permission: see step 2 at the top.
  throw problem(502, 'Our bot could not give you the role. Please tell us.', { status, body });
}

interface DiscordBody {
  access_token?: string;
  id?: string;
  code?: number;
  retry_after?: number;
}

async function askDiscord(method: string, path: string, options: RequestInit) {
  const response = await fetch(`${DISCORD_URL}/api/v10${path}`, {
    ...options,
    method,
    // Discord may block requests whose User-Agent has a different format.
    headers: { 'user-agent': `DiscordBot (${PUBLIC_URL}, 1.0.0)`, ...options.headers },
    signal: AbortSignal.timeout(8000),
  });
  const body = (await response.json().catch(() => ({}))) as DiscordBody;
  if (response.status !== 429) return { status: response.status, body };
  const seconds = Math.ceil(body.retry_after ?? 60);
  throw problem(503, `Discord is busy. Please try again in ${seconds} seconds.`);
}

/** Visitors see `text`. `cause` appears only in the log. */
function problem(status: number, text: string, cause?: unknown): Error {
  return Object.assign(new Error(text, { cause }), { status, problem: text });
}

// 3. The pages.

declare module 'express-session' {
  interface SessionData {
    /** Binds the callback from Discord to this session (RFC 6749 10.12). */
    discordState?: string;
  }
}

/**
 * For each attendee, the one Discord account that has the role for their ticket. Use your database
 * instead, with the attendee's id as the primary key.
 */
const accounts = new Map<string, string>();

const pages = express.Router();

pages.get('/', async (req, res) => {
  res.set('Cache-Control', 'no-store');
  if (!req.attendee)
    return void res.send(`<!doctype html><title>Discord role</title>
<a href="${login.logInPath(req, '/')}">Log in with the convention</a>`);

  const { userId } = req.attendee;
  const formToken = `name="form_token" value="${login.formToken(req)}"`;
  const getRole = (await hasPaid(userId))
    ? `<form method="post" action="/discord"><button ${formToken}>Get the Discord role</button></form>`
    : '<p>You get the Discord role when your ticket is paid.</p>';
  res.send(`<!doctype html><title>Discord role</title>
<p>${accounts.has(userId) ? 'You have the Discord role.' : ''}</p>
${getRole}
<form method="post" action="${login.paths.logout}"><button ${formToken}>Log out</button></form>`);
});

pages.post('/discord', login.requireLogin, login.checkForm, (req, res) => {
  const state = randomBytes(32).toString('base64url');
  req.session.discordState = state;
  const question = { ...discordClient, response_type: 'code', scope: 'identify', state };
  res.redirect(303, `${DISCORD_URL}/oauth2/authorize?${new URLSearchParams(question)}`);
});

pages.get('/discord/callback', login.requireLogin, async (req, res) => {
  const { userId } = attendeeOf(req);
  const { state, error, code } = req.query;
  const { discordState } = req.session;
  delete req.session.discordState;
  if (!discordState || state !== discordState)
    throw problem(400, 'This browser did not ask for the role, or has asked again since.');
  if (error === 'access_denied') throw problem(403, 'You cancelled at Discord.');
  if (typeof code !== 'string') throw problem(502, 'Discord sent no code.', error);

  // Checked again, because the form can be sent even if the page did not show the button.
  if (!(await hasPaid(userId))) throw problem(403, 'Your ticket is not paid.');
  const discordId = await discordIdOf(code);
  const earlier = accounts.get(userId);
  if (earlier && earlier !== discordId)
    throw problem(409, 'Another Discord account has the role for your ticket. Please ask us.');
  // Stored before the role is added, so that two requests at once cannot use one ticket for two
  // accounts.
  accounts.set(userId, discordId);
  try {
    await addRole(discordId);
  } catch (failure) {
    if (!earlier) accounts.delete(userId);
    throw failure;
  }
  res.redirect(303, '/');
});

const errorPage: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  const { status = 500, problem = 'internal' } = error;
  if (status >= 500) console.error(error);
  res
    .status(status)
    .send(`<!doctype html><title>Sorry</title><p>Sorry: ${problem} <a href="/">Back</a></p>`);
};

const app = express();
// Behind an https proxy, also call app.set('trust proxy', 1).
app.use(
  session({
    store: sessions.store,
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: 'lax', secure: publicUrl.protocol === 'https:' },
  }),
);
login.mount(app, pages);
app.use(errorPage);

// In a container, remove 'localhost' so that the app is reachable from outside.
app.listen(Number(PORT), 'localhost', (error) => {
  if (error) throw error;
  console.log(`Open ${PUBLIC_URL}`);
});
