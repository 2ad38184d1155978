// P93: stopping does not lose requests in progress. Each of these requests gets its response, and
// the connection then closes, so that a proxy sends the next request to another instance.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../src/log/log.ts';
import { acceptAfterSigtermMs, prepareStop } from '../../src/server/stop-server.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { type ChildApp, startChild } from '../support/machine/child-app.ts';
import { freePort } from '../support/machine/free-port.ts';
import { sharedRedis } from '../support/redis/redis.ts';

interface Instance extends ChildApp {
  readonly port: number;
}

async function startInstance(t: TestContext, acceptMs?: number): Promise<Instance> {
  const port = await freePort();
  const env = {
    ...goodSettings,
    PUBLIC_URL: `http://localhost:${port}`,
    PORT: String(port),
    REDIS_URL: (await sharedRedis()).url,
    // Even on a slow computer, a stop takes longer than this only if it hangs.
    SERVER_OPTIONS: JSON.stringify({ acceptMs, longestStopMs: 60_000 }),
  };
  const file = 'test/support/machine/server-process.ts';
  return { port, ...(await startChild(t, { file, env, ready: 'Lanyard is up' })) };
}

async function askDuringStop(instance: Instance, requests: readonly (readonly [string, string])[]) {
  const sockets = requests.map(() => connect(instance.port, 'localhost'));
  const responses = sockets.map((socket) => text(socket));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const [index, socket] of sockets.entries()) socket.write(requests[index]?.[0] ?? '');
  // A response on another connection proves that the server has received the data above.
  await fetch(`http://localhost:${instance.port}/healthz`);
  const stopped = instance.stop();
  while (!instance.output().includes('"msg":"stopping')) await sleep(5);
  for (const [index, socket] of sockets.entries()) socket.write(requests[index]?.[1] ?? '');
  const answered = await Promise.all(responses);
  await stopped;
  return answered;
}

const form = 'language=de&return_to=%2F';
const parts: Record<string, readonly [string, string]> = {
  'its headers are incomplete': ['GET / HTTP/1.1\r\nHost: localhost\r\n', '\r\n'],
  'it waits for its body': [
    `POST /language HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\nlang`,
    form.slice(4),
  ],
};

test('P93 a request in progress when a stop begins gets its response, as the last one on its connection', async (t) => {
  const instance = await startInstance(t);
  const responses = await askDuringStop(instance, Object.values(parts));
  for (const [index, what] of Object.keys(parts).entries()) {
    assert.match(responses[index] ?? '', /^HTTP\/1\.1 (200|303) /, what);
    assert.match(responses[index] ?? '', /^Connection: close\r$/im, what);
  }
  assert.match(instance.output(), /"msg":"stopped"/);
  assert.doesNotMatch(instance.output(), /stopping took too long/);
});

async function ask(port: number, path: string): Promise<string> {
  const socket = connect(port, 'localhost');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  return text(socket);
}

const isRefused = (response: Promise<string>) =>
  response.then(
    () => false,
    ({ code }) => code === 'ECONNREFUSED',
  );

function assertComplete(response: string, what: string): void {
  const [head = '', body = ''] = response.split(/\r\n\r\n(.*)/s);
  assert.match(head, /^Connection: close\r?$/im, what);
  const [, length] = /^Content-Length: (\d+)\r?$/im.exec(head) ?? [];
  assert.equal(Buffer.byteLength(body), Number(length), what);
}

const statuses: Readonly<Record<string, number>> = {
  '/': 200,
  '/healthz': 200,
  '/readyz': 503,
  '/readyz?login': 503,
  '/login/callback?code=a&state=b': 303,
};

test('P93 after SIGTERM a server accepts connections every 100 ms, until a second signal', async (t) => {
  const instance = await startInstance(t, 50_000);
  const { port } = instance;
  const kept = connect(port, 'localhost');
  kept.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [first] = await once(kept, 'data');
  assert.match(String(first), /^HTTP\/1\.1 200 .*keep-alive/s);
  process.kill(instance.pid, 'SIGTERM');
  while (!instance.output().includes('"msg":"stopping')) await sleep(5);
  const responses: Promise<string>[] = [];
  for (const path of [...Object.keys(statuses), '/']) {
    responses.push(ask(port, path));
    await sleep(100);
  }
  const paths = Object.entries(statuses);
  for (const [index, response] of (await Promise.all(responses)).entries()) {
    const [path, status] = paths[index % paths.length] ?? [];
    assert.match(response, new RegExp(`^HTTP/1.1 ${status} `), path);
    assertComplete(response, String(path));
    if (path === '/readyz') assert.match(response, /\{"status":"stopping"\}$/);
    if (path === '/readyz?login')
      assert.doesNotMatch(response, /stopping/, 'monitors see no restart');
  }
  kept.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  assertComplete(await text(kept), 'a connection that was kept');
  const gone = instance.stop();
  while (!(await isRefused(ask(port, '/')))) await sleep(100);
  await gone;
  assert.match(instance.output(), /"msg":"stopped"/);
});

test('P93 in development, and after a signal from a terminal, a stop refuses connections at once', async (t) => {
  const signals = { SIGTERM: undefined, SIGINT: 50_000 } as const;
  for (const [signal, acceptMs] of Object.entries(signals)) {
    const instance = await startInstance(t, acceptMs);
    process.kill(instance.pid, signal);
    while (!instance.output().includes('"msg":"stopped"')) await sleep(5);
    assert.ok(await isRefused(ask(instance.port, '/')), signal);
  }
});

test('P93 after SIGTERM a server accepts connections for 5 seconds, and after 10 it cuts the remaining ones', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const calls: string[] = [];
  const call = (name: string) => () => void calls.push(name);
  const server = {
    listening: true,
    prependListener() {},
    close: call('close'),
    closeIdleConnections: call('close idle'),
    closeAllConnections: call('cut'),
  } as unknown as Server;
  const stopping = new AbortController();
  const acceptMs = acceptAfterSigtermMs;
  prepareStop(server, { stopping, acceptMs, closeables: [], log: createLog('fatal') })('SIGTERM');
  assert.ok(stopping.signal.aborted);
  t.mock.timers.tick(4999);
  assert.deepEqual(calls, []);
  t.mock.timers.tick(1);
  assert.deepEqual(calls, ['close', 'close idle']);
  t.mock.timers.tick(4999);
  assert.deepEqual(calls, ['close', 'close idle']);
  t.mock.timers.tick(1);
  assert.equal(calls.at(-1), 'cut');
});
