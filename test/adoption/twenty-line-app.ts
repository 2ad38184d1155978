// The smallest app with the login, as in src/login/README.md: tests run it and compare the two.

export const twentyLineApp = `
import express from 'express';
import session from 'express-session';
import { attendeeOf, createLogin, createSealedSessions, openRedisKeys } from './login/login.ts';

const { SESSION_SECRET: secret, ...env } = process.env as Record<string, string>;
const encryptionKeys = [{ id: 'k1', key: Buffer.from(env.ENCRYPTION_KEY, 'hex') }] as const;
const limits = { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3600 };
const sessions = createSealedSessions({ keys: openRedisKeys(env.REDIS_URL), encryptionKeys, limits });
const publicUrl = new URL(env.PUBLIC_URL);
const oauth = { clientId: env.OAUTH_CLIENT_ID, clientSecret: env.OAUTH_CLIENT_SECRET, issuer: env.CONVENTION_URL };
const login = createLogin({ publicUrl, oauth, scopes: ['pii:basic'], whoIs, sessions, encryptionKeys });

async function whoIs({ accessToken }: { accessToken: string }) {
  const headers = { authorization: \`Bearer \${accessToken}\` };
  const answer = await fetch(\`\${env.CONVENTION_URL}/api/users/current\`, { headers, signal: AbortSignal.timeout(8000) });
  if (!answer.ok) throw new Error(\`the convention answered \${answer.status}\`);
  return (await answer.json()) as { id: number };
}

const app = express().use(session({ store: sessions.store, secret, resave: false, saveUninitialized: false }));
app.use(login.attendee, login.routes);
app.get('/', login.requireLogin, (req, res) => void res.send(\`You are attendee \${Number(attendeeOf(req).userId)}.\`));
app.listen(publicUrl.port, (error) => console.log(error ?? \`Open \${publicUrl.href}\`));
`.trimStart();
