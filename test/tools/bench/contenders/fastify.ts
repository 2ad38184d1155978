// The same pages in Fastify, as its documentation shows: @fastify/session stores sessions in Redis,
// and the session contains the records. With UPSTREAM, each page requests its records from the
// platform. The app sends no security headers.
import cookie from '@fastify/cookie';
import session, { type SessionStore } from '@fastify/session';
import fastify from 'fastify';
import { createClient } from 'redis';
import { type Person, renderPage } from './page.ts';
import { askAgain, newPerson } from './platform-calls.ts';

declare module 'fastify' {
  interface Session {
    person?: Person;
  }
}

const { PORT, REDIS_URL = '', UPSTREAM } = process.env;
const redis = await createClient({ url: REDIS_URL }).connect();
const daySeconds = 24 * 3600;

/** Source: @fastify/session README, "Session store". */
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

const app = fastify();
await app.register(cookie);
await app.register(session, {
  store,
  secret: 'a secret of the benchmark, long enough',
  saveUninitialized: false,
  cookie: { httpOnly: true, sameSite: 'lax', secure: false, maxAge: 1000 * daySeconds },
});

app.get('/', (req, reply) => {
  reply.type('text/html; charset=utf-8');
  return reply.send(renderPage('/', { acceptLanguage: req.headers['accept-language'] }));
});

app.get('/start', async (req) => {
  req.session.person = await newPerson();
  return 'logged in';
});

for (const path of ['/profile', '/badge-name'])
  app.get(path, async (req, reply) => {
    const { person } = req.session;
    if (!person) return reply.redirect('/start');
    const asked = UPSTREAM ? await askAgain(person, path) : person;
    reply.type('text/html; charset=utf-8');
    return renderPage(path, { person: asked, acceptLanguage: req.headers['accept-language'] });
  });

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
