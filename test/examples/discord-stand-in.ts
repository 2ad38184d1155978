// Simulates the endpoints of Discord that examples/bot.ts uses, with the documented responses:
// https://docs.discord.com/developers/topics/oauth2
// https://docs.discord.com/developers/resources/guild#add-guild-member-role
// https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import express, { type ErrorRequestHandler, type Request } from 'express';
import type { Lifetime } from '../support/machine/child-app.ts';
import { listen } from '../support/machine/listen.ts';

const [clientId, clientSecret, botToken] = ['157730590492196864', 'discord-secret', 'bot-token'];
const [serverId, roleId] = ['41771983423143937', '41771983423143936'];

const accounts = [
  { id: '80351110224678912', username: 'Nelly', isMember: true },
  { id: '80351110224678913', username: 'Rover', isMember: true },
  { id: '80351110224678914', username: 'Wumpus', isMember: false },
];

interface Refusal {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface DiscordStandIn {
  readonly url: string;
  /** The variables that connect the example to this stand-in. */
  readonly env: Readonly<Record<string, string>>;
  /** Usernames of accounts with the role. */
  readonly withRole: Set<string>;
  /** If set, the response to each request for the role. */
  refusal: Refusal | undefined;
}

export async function startDiscord(t: Lifetime, publicUrl: string): Promise<DiscordStandIn> {
  const redirectUri = `${publicUrl}/discord/callback`;
  const codes = new Map<string, string>();
  const tokens = new Map<string, string>();
  const app = express();

  app.get('/oauth2/authorize', (req, res) => {
    const { state, ...others } = req.query;
    const expected = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'identify',
    };
    for (const [name, value] of Object.entries(expected))
      if (others[name] !== value) refuse(400, { message: `Invalid ${name}` });
    const response = (name: string, fields: Record<string, string>) => {
      const url = new URL(redirectUri);
      url.search = new URLSearchParams({ ...fields, state: String(state) }).toString();
      return `<p><a href="${url.href.replaceAll('&', '&amp;')}">${name}</a></p>`;
    };
    const links = accounts.map(({ id, username }) => {
      const code = randomUUID();
      codes.set(code, id);
      return response(`Authorize as ${username}`, { code });
    });
    const denial = {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request',
    };
    res.send(`<!doctype html><title>Discord stand-in</title><main>
<h1>Not Discord</h1><p>An external application wants to know your username.</p>
${links.join('')}${response('Cancel', denial)}</main>`);
  });

  const api = express.Router();
  api.use((req, _res, next) => {
    // https://docs.discord.com/developers/reference#user-agent
    if (!/^DiscordBot \(\S+, \S+\)/.test(req.get('user-agent') ?? ''))
      refuse(403, { message: 'Cloudflare is blocking your request', code: 40333 });
    next();
  });

  api.post('/oauth2/token', express.urlencoded(), (req, res) => {
    const { grant_type, code, redirect_uri, client_id, client_secret } = req.body ?? {};
    if (client_id !== clientId || client_secret !== clientSecret)
      refuse(401, { error: 'invalid_client' });
    const id = codes.get(code);
    codes.delete(code);
    if (grant_type !== 'authorization_code' || redirect_uri !== redirectUri || !id)
      refuse(400, { error: 'invalid_grant', error_description: 'Invalid "code" in request.' });
    const access_token = randomUUID();
    tokens.set(access_token, id);
    res.json({
      access_token,
      token_type: 'Bearer',
      expires_in: 604_800,
      refresh_token: randomUUID(),
      scope: 'identify',
    });
  });

  api.get('/users/@me', (req, res) => {
    const id = tokens.get(credentialOf(req, 'Bearer'));
    const { username } = accounts.find((account) => account.id === id) ?? unauthorized();
    res.json({ id, username, global_name: null, discriminator: '0', avatar: null });
  });

  api.put('/guilds/:guild/members/:user/roles/:role', (req, res) => {
    const { guild, user, role } = req.params;
    if (credentialOf(req, 'Bot') !== botToken) unauthorized();
    if (standIn.refusal) refuse(standIn.refusal.status, standIn.refusal.body);
    if (guild !== serverId) refuse(404, { message: 'Unknown Guild', code: 10004 });
    const account = accounts.find(({ id }) => id === user);
    if (!account?.isMember) refuse(404, { message: 'Unknown Member', code: 10007 });
    if (role !== roleId) refuse(404, { message: 'Unknown Role', code: 10011 });
    standIn.withRole.add(account.username);
    res.status(204).end();
  });

  const answerRefusal: ErrorRequestHandler = ({ refusal }, _req, res, next) => {
    if (!refusal) return next();
    const { status, body } = refusal as Refusal;
    if (status === 429) res.set('Retry-After', String(Math.ceil(Number(body.retry_after))));
    res.status(status).json(body);
  };
  app.use('/api/v10', api);
  app.use(answerRefusal);

  const url = await listen(t, createServer(app), '127.0.0.1');
  const standIn: DiscordStandIn = {
    url,
    env: {
      DISCORD_URL: url,
      DISCORD_CLIENT_ID: clientId,
      DISCORD_CLIENT_SECRET: clientSecret,
      DISCORD_BOT_TOKEN: botToken,
      DISCORD_SERVER_ID: serverId,
      DISCORD_ROLE_ID: roleId,
    },
    withRole: new Set(),
    refusal: undefined,
  };
  return standIn;
}

function credentialOf(req: Request, scheme: 'Bearer' | 'Bot'): string {
  const [given, credential = ''] = (req.get('authorization') ?? '').split(' ');
  return given === scheme ? credential : '';
}

/** Throws an error that `answerRefusal` sends. */
function refuse(status: number, body: Refusal['body']): never {
  throw Object.assign(new Error('refused'), { refusal: { status, body } });
}

function unauthorized(): never {
  refuse(401, { message: '401: Unauthorized', code: 0 });
}
