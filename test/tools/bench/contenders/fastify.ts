// The pages of the textbook app with Fastify, as its documentation shows: @fastify/session with its
// sessions in Redis, the record in the session, and with UPSTREAM one fetch for each page. It sends
// no security headers.
import cookie from '@fastify/cookie';
import session, { type SessionStore } from '@fastify/session';
import fastify from 'fastify';
import { createClient } from 'redis';
import { type Fields, renderPage } from './page.ts';

declare module 'fastify' {
  interface Session {
    record?: Fields;
  }
}

const { PORT, REDIS_URL = '', PLATFORM_URL = '', UPSTREAM } = process.env;
const redis = await createClient({ url: REDIS_URL }).connect();
const daySeconds = 24 * 3600;

/** @fastify/session, README: "Session store". */
const store: SessionStore = {
  set(id, value, done) {
    redis.set(`fastify:${id}`, JSON.stringify(value), { EX: daySeconds }).then(() => done(), done);
  },
  get(id, done) {
    redis.get(`fastify:${id}`).then((text) => done(null, text ? JSON.parse(text) : null), done);
  },
  destroy(id, done) {
    redis.del(`fastify:${id}`).then(() => done(), done);
  },
};

async function askPlatform(): Promise<Fields> {
  const headers = { authorization: 'Bearer token-1' };
  const response = await fetch(`${PLATFORM_URL}/api/users/current`, { headers });
  return (await response.json()) as Fields;
}

const app = fastify();
await app.register(cookie);
await app.register(session, {
  store,
  secret: 'a secret of the benchmark, long enough',
  saveUninitialized: false,
  cookie: { httpOnly: true, sameSite: 'lax', secure: false, maxAge: 1000 * daySeconds },
});

app.get('/', (_req, reply) => reply.type('text/html; charset=utf-8').send(renderPage('/', {})));

app.get('/start', async (req) => {
  req.session.record = await askPlatform();
  return 'logged in';
});

for (const path of ['/profile', '/badge-name'])
  app.get(path, async (req, reply) => {
    const { record } = req.session;
    if (!record) return reply.redirect('/start');
    reply.type('text/html; charset=utf-8');
    return renderPage(path, UPSTREAM ? await askPlatform() : record);
  });

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
