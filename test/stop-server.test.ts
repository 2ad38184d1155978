// A stop loses nothing that is under way: it is answered, and with that its connection ends, so
// that a proxy sends the next request to another instance.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildApp, startChild } from './support/child-app.ts';
import { freePort } from './support/free-port.ts';
import { goodSettings } from './support/good-settings.ts';
import { sharedRedis } from './support/redis.ts';

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
    // A stop that waits for something fails this test, but not because the computer is slow.
    SERVER_OPTIONS: '{"longestStopMs":600000}',
  };
  const file = 'test/support/server-process.ts';
  return { port, ...(await startChild(t, { file, env, ready: 'Lanyard is up' })) };
}

/** Sends the rest of a request when the stop has begun. Resolves to all that came back. */
async function askDuringStop(instance: Instance, [before, after]: readonly [string, string]) {
  const socket = connect(instance.port, 'localhost');
  await once(socket, 'connect');
  const answer = text(socket);
  socket.write(before);
  // Until an answer on another connection, which comes after what was sent before.
  await fetch(`http://localhost:${instance.port}/healthz`);
  const stopped = instance.stop();
  while (!instance.output().includes('"msg":"stopping')) await sleep(5);
  socket.write(after);
  const answered = await answer;
  await stopped;
  return answered;
}

const form = 'language=de&return_to=%2F';
const parts: Record<string, readonly [string, string]> = {
  'whose headers are not complete': ['GET / HTTP/1.1\r\nHost: localhost\r\n', '\r\n'],
  'that waits for its body': [
    `POST /language HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\nlang`,
    form.slice(4),
  ],
};

for (const [what, request] of Object.entries(parts)) {
  test(`P85 a request ${what} when a stop begins is answered, as the last one of its connection`, async (t) => {
    const instance = await startInstance(t);
    const answer = await askDuringStop(instance, request);
    assert.match(answer, /^HTTP\/1\.1 (200|303) /);
    assert.match(answer, /^Connection: close\r$/im);
    assert.match(instance.output(), /"msg":"stopped"/);
    assert.doesNotMatch(instance.output(), /stopping took too long/);
  });
}
