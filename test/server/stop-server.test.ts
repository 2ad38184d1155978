// P85: a stop loses no request in progress. Each of these requests gets its response, which is the
// last one on its connection, so that a proxy sends the next request to another instance.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../src/log/log.ts';
import { prepareStop } from '../../src/server/stop-server.ts';
import { type ChildApp, startChild } from '../support/child-app.ts';
import { freePort } from '../support/free-port.ts';
import { goodSettings } from '../support/good-settings.ts';
import { sharedRedis } from '../support/redis.ts';

interface Instance extends ChildApp {
  readonly port: number;
}

async function startInstance(t: TestContext): Promise<Instance> {
  const port = await freePort();
  const env = {
    ...goodSettings,
    PUBLIC_URL: `http://localhost:${port}`,
    PORT: String(port),
    REDIS_URL: (await sharedRedis()).url,
    // Even on a slow computer, a stop takes longer than this only if it hangs.
    SERVER_OPTIONS: '{"longestStopMs":60000}',
  };
  const file = 'test/support/server-process.ts';
  return { port, ...(await startChild(t, { file, env, ready: 'Lanyard is up' })) };
}

async function askDuringStop(instance: Instance, requests: readonly (readonly [string, string])[]) {
  const sockets = requests.map(() => connect(instance.port, 'localhost'));
  const answers = sockets.map((socket) => text(socket));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const [index, socket] of sockets.entries()) socket.write(requests[index]?.[0] ?? '');
  // A response on another connection proves that the server has received the data above.
  await fetch(`http://localhost:${instance.port}/healthz`);
  const stopped = instance.stop();
  while (!instance.output().includes('"msg":"stopping')) await sleep(5);
  for (const [index, socket] of sockets.entries()) socket.write(requests[index]?.[1] ?? '');
  const answered = await Promise.all(answers);
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

test('P85 a request in progress when a stop begins gets its response, as the last one on its connection', async (t) => {
  const instance = await startInstance(t);
  const answers = await askDuringStop(instance, Object.values(parts));
  for (const [index, what] of Object.keys(parts).entries()) {
    assert.match(answers[index] ?? '', /^HTTP\/1\.1 (200|303) /, what);
    assert.match(answers[index] ?? '', /^Connection: close\r$/im, what);
  }
  assert.match(instance.output(), /"msg":"stopped"/);
  assert.doesNotMatch(instance.output(), /stopping took too long/);
});

test('P85 a stop waits for 10 seconds, then it cuts the remaining connections', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const calls: string[] = [];
  const call = (name: string) => () => void calls.push(name);
  const server = {
    prependListener() {},
    close: call('close'),
    closeIdleConnections: call('close idle'),
    closeAllConnections: call('cut'),
  } as unknown as Server;
  prepareStop(server, { closeables: [], log: createLog('fatal') })('SIGTERM');
  t.mock.timers.tick(9999);
  assert.deepEqual(calls, ['close', 'close idle']);
  t.mock.timers.tick(1);
  assert.equal(calls.at(-1), 'cut');
});
