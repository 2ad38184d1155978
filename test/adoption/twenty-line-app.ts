// The smallest app with the login, as in src/login/README.md: tests run it and compare the two.

export const twentyLineApp = `
import express, { Router } from 'express';
import session from 'express-session';
import { createClient } from 'redis';
import { attendeeOf, createLogin, createSealedSessions, redisKeys } from './login/login.ts';

const { PUBLIC_URL = '', CONVENTION_URL: issuer = '', REDIS_URL = '', SESSION_SECRET: secret = '' } = process.env;
const { OAUTH_CLIENT_ID: clientId = '', OAUTH_CLIENT_SECRET: clientSecret = '', ENCRYPTION_KEY = '' } = process.env;
const publicUrl = new URL(PUBLIC_URL || 'http://localhost:3000');
const oauth = { clientId, clientSecret, issuer };
const encryptionKeys = [{ id: 'k1', key: Buffer.from(ENCRYPTION_KEY, 'hex') }] as const;
const limits = { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3600 };
const redis = createClient({ url: REDIS_URL, disableOfflineQueue: true }).on('error', console.error);
const sessions = createSealedSessions({ keys: redisKeys(redis), encryptionKeys, limits });
const login = createLogin({ publicUrl, oauth, scopes: ['pii:basic'], whoIs, sessions, encryptionKeys });

async function whoIs({ accessToken }: { accessToken: string }) {
  const headers = { authorization: \`Bearer \${accessToken}\` };
  const answer = await fetch(\`\${issuer}/api/users/current\`, { headers, signal: AbortSignal.timeout(8000) });
  if (!answer.ok) throw new Error(\`the convention answered \${answer.status}\`);
  return (await answer.json()) as { id: number };
}

const app = express().use(session({ store: sessions.store, secret, resave: false, saveUninitialized: false }));
const pages = Router().get('/', login.requireLogin, (req, res) => void res.json({ attendee: attendeeOf(req).userId }));
const listening = (error?: Error) => console.log(error ?? \`Open \${publicUrl.href}\`);
redis.connect().then(() => login.mount(app, pages).listen(publicUrl.port, listening));
`.trimStart();
