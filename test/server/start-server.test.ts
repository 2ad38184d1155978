import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type Server as HttpServer } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer,
  getDefaultAutoSelectFamilyAttemptTimeout,
  Server,
  type Socket,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net';
import test, { type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { markerKey } from '../../src/server/redis-watch.ts';
import { startServer } from '../../src/server/start-server.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { freePort } from '../support/machine/free-port.ts';
import { listen } from '../support/machine/listen.ts';
import { stopTime } from '../support/machine/stop-time.ts';
import { startRedis } from '../support/redis/redis.ts';

async function start(t: TestContext, REDIS_URL: string) {
  const port = String(await freePort());
  const addressMs = getDefaultAutoSelectFamilyAttemptTimeout();
  t.after(() => setDefaultAutoSelectFamilyAttemptTimeout(addressMs));
  const { mock: listened } = t.mock.method(Server.prototype, 'listen');
  const exited = new Promise<void>((resolve) => {
    t.mock.method(process, 'exit', () => resolve());
  });
  const listeners = process.listeners('uncaughtException');
  const stop = startServer({
    ...goodSettings,
    ...{ PUBLIC_URL: `http://localhost:${port}`, PORT: port, REDIS_URL },
  });
  t.after(async () => {
    const [server] = listened.calls.map((call) => call.this as Server);
    if (server?.listening === false) await once(server, 'listening');
    stop('SIGTERM');
    await exited;
    for (const listener of process.listeners('uncaughtException'))
      if (!listeners.includes(listener)) process.off('uncaughtException', listener);
  });
  return listened;
}

/** Polls without advancing the mocked clock, so that only other processes make progress. */
async function until(isTrue: () => Promise<unknown>, pass: (ms: number) => Promise<void>) {
  for (let rounds = 0; rounds < 1000; rounds += 1) {
    if (await isTrue()) return;
    await pass(0);
  }
  assert.fail(`not true after all rounds: ${isTrue}`);
}

test('P93 P100 production has the real timeouts for requests, responses, Redis and its stop', async (t) => {
  const redis = await startRedis(t);
  const { mock: timers } = t.mock.method(globalThis, 'setTimeout');
  const times = () => timers.calls.map(({ arguments: [, ms] }) => ms);
  const listened = await start(t, redis.url);
  while (listened.callCount() === 0) await setImmediate();
  const server = listened.calls[0]?.this as HttpServer;
  if (!server.listening) await once(server, 'listening');
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server;
  assert.deepEqual([headersTimeout, requestTimeout, keepAliveTimeout], [10_000, 30_000, 620_000]);
  assert.equal(
    getDefaultAutoSelectFamilyAttemptTimeout(),
    1500,
    'the timeout allows for one lost SYN',
  );
  const { port } = server.address() as AddressInfo;
  const [response] = await once(get({ port, path: '/readyz', agent: false }), 'response');
  await once(response.resume(), 'end');
  assert.ok(times().includes(60_000), 'the client has 60 s to read the response');
  assert.ok(times().includes(500), 'Redis has 500 ms to respond');
  assert.ok(!times().includes(10_000));
  t.after(() => assert.ok(times().includes(10_000), 'a stop takes at most 10 s'));
});

test('P87 a start waits a second for a Redis that does not respond, then it listens', async (t) => {
  const silent = await listen(t, createServer(), '127.0.0.1');
  const pass = stopTime(t);
  const listened = await start(t, silent.replace('http', 'redis'));
  await pass(999);
  assert.equal(listened.callCount(), 0);
  await pass(1);
  assert.equal(listened.callCount(), 1);
});

test('while it runs, it checks every ten seconds whether Redis has lost its data', async (t) => {
  const redis = await startRedis(t);
  const isMarked = async () => Boolean(await redis.command('EXISTS', markerKey));
  const pass = stopTime(t, ['setInterval']);
  await start(t, redis.url);
  await until(isMarked, pass);
  await redis.command('DEL', markerKey);
  await pass(9999);
  // A check sends several commands before it sets the marker, so this polls for a while.
  for (let rounds = 0; rounds < 50; rounds += 1) assert.equal(await isMarked(), false);
  await pass(1);
  await until(isMarked, pass);
});

test('its Redis check at startup may take five seconds', async (t) => {
  const redis = await startRedis(t);
  let holdUp: (socket: Socket) => void;
  const heldUp = new Promise<Socket>((resolve) => (holdUp = resolve));
  // This proxy in front of Redis does not forward the first command of the check.
  const proxy = createServer((socket) => {
    const toRedis = connect(Number(new URL(redis.url).port), '127.0.0.1');
    // Redis stops before the server does, so these sockets get errors.
    for (const each of [socket, toRedis]) each.on('error', () => {});
    toRedis.pipe(socket.on('close', () => toRedis.destroy()));
    socket.on('data', (data) =>
      String(data).includes('\r\nINFO\r\n') ? holdUp(socket) : toRedis.write(data),
    );
  });
  const proxyUrl = await listen(t, proxy, '127.0.0.1');
  const pass = stopTime(t);
  await start(t, proxyUrl.replace('http', 'redis'));
  const socket = await heldUp;
  await pass(4999);
  await redis.command('PING');
  assert.equal(socket.closed, false);
  await pass(1);
  await until(async () => (await redis.command('PING')) && socket.closed, pass);
});
