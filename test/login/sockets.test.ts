import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import test from 'node:test';
import type { Request, Response } from 'express';
import session from 'express-session';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { logInForTests } from '../../src/login/add-ons/log-in-for-tests.ts';
import {
  attendeeOf,
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
} from '../../src/login/login.ts';
import { encryptionKeys } from '../support/app/login-host.ts';
import { listen } from '../support/machine/listen.ts';

const sessions = createEncryptedSessions({ keys: createMemoryKeys(), encryptionKeys });
const { store } = sessions;
const secret = 's'.repeat(32);
const withSession = session({ store, secret, resave: false, saveUninitialized: false });
const login = createLogin({
  publicUrl: new URL('http://localhost:3000'),
  oauth: { clientId: 'c', clientSecret: 's', issuer: 'http://127.0.0.1:1' },
  scopes: ['pii:basic'],
  whoIs: async () => ({ id: 1 }),
  sessions,
  encryptionKeys,
});
const cookie = () => logInForTests({ store, secret, userId: '1001' });

for (const transport of ['websocket', 'polling'])
  test(`socket.io over ${transport}: a socket knows its attendee, and without a login it is refused`, async (t) => {
    const http = createServer();
    const server = new Server(http);
    server.engine.use(withSession);
    server.engine.use(login.attendee);
    server.engine.use(login.requireLogin);
    server.on('connection', (socket) => {
      socket.emit('you', attendeeOf(socket.request as Request).userId);
    });
    const url = await listen(t, http);
    t.after(() => server.close());
    const connect = async (extraHeaders: Record<string, string>) => {
      const transports = [transport];
      const socket = io(url, { extraHeaders, transports, reconnection: false, forceNew: true });
      const outcome = await new Promise((resolve) => {
        socket.once('you', resolve);
        socket.once('connect_error', () => resolve('refused'));
      });
      socket.close();
      return outcome;
    };
    assert.deepEqual(await connect({ cookie: await cookie() }), '1001');
    assert.deepEqual(await connect({}), 'refused');
    assert.deepEqual(await connect({ cookie: await cookie() }), '1001');
  });

test('an upgrade without a response of Express hands its error to next, even with the middleware in a wrong order', async (t) => {
  const http = createServer();
  let order = [withSession, login.attendee, login.requireLogin];
  http.on('upgrade', (req, socket) => {
    const run = ([first, ...more]: typeof order): unknown =>
      first
        ? first(req as Request, {} as Response, (error?: unknown) =>
            error ? socket.end(`HTTP/1.1 401 ${error}\r\n\r\n`) : run(more),
          )
        : socket.end(`HTTP/1.1 200 ${attendeeOf(req as Request).userId}\r\n\r\n`);
    run(order);
  });
  const url = await listen(t, http);
  const upgrade = async (headers: object) => {
    const request = get(url, {
      agent: false,
      headers: { ...headers, connection: 'upgrade', upgrade: 'websocket' },
    });
    const [response] = await once(request, 'response');
    response.resume();
    return response.statusMessage;
  };
  assert.equal(await upgrade({ cookie: await cookie() }), '1001');
  assert.equal(await upgrade({}), 'LoginError: login: login-needed');
  order = [login.attendee, login.requireLogin];
  assert.match(await upgrade({}), /set-up-session: there is no req\.session/);
});
