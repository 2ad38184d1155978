// Real servers send these errors. Only the error of protected mode is recorded, because Redis sends
// it only to other computers.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import test, { type TestContext } from 'node:test';
import { SocketClosedUnexpectedlyError } from 'redis';
import { explainRefusal } from '../../src/redis/closed-connection.ts';
import { parseRedisUrl } from '../../src/redis/redis-url.ts';
import { freePort } from '../support/machine/free-port.ts';
import { listen } from '../support/machine/listen.ts';
import { startProtectedServer } from '../support/redis/protected-redis.ts';
import { startRedis } from '../support/redis/redis.ts';
import { startRedisWithTls } from '../support/redis/redis-with-tls.ts';

const closed = new SocketClosedUnexpectedlyError();
const explain = async (url: string, error: Error = closed, signal?: AbortSignal) => {
  const { message, ...fields } = await explainRefusal(error, parseRedisUrl(url), signal);
  return 'code' in fields ? String(fields.code) : message;
};

test('a server whose connections are all in use says so', async (t) => {
  const redis = await startRedis(t);
  await redis.command('CONFIG', 'SET', 'maxclients', '1');
  assert.equal(await explain(redis.url), 'ERR max number of clients reached');
});

test('a server in protected mode says so', async (t) => {
  assert.match(
    await explain(await startProtectedServer(t)),
    /^DENIED Redis is running in protected/,
  );
});

test('if only one side uses TLS, the message says which', async (t) => {
  const plain = await startRedis(t);
  const { tlsUrl: secure } = await startRedisWithTls(t);
  assert.equal(await explain(secure.replace('rediss:', 'redis:')), 'redis-wants-tls');
  assert.equal(await explain(plain.url.replace('redis:', 'rediss:')), 'redis-no-tls');
  await plain.command('CONFIG', 'SET', 'requirepass', 'a-password');
  assert.equal(await explain(plain.url.replace('redis:', 'rediss:')), 'redis-no-tls');
});

test('if only one of several servers gives a reason, it is reported', async (t) => {
  const away = `redis://127.0.0.1:${await freePort()}`;
  const said = await explain(`${away},${await startProtectedServer(t)}`);
  assert.match(said, /^DENIED/);
});

test('a clear error, and a server without a message, leave the error unchanged', async (t) => {
  const enough = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  assert.equal(await explain(await startProtectedServer(t), enough), 'ECONNREFUSED');
  const redis = await startRedis(t);
  const { tlsUrl: secure } = await startRedisWithTls(t);
  const away = `redis://127.0.0.1:${await freePort()}`;
  for (const url of [redis.url, secure, away]) assert.equal(await explain(url), closed.message);
});

test('each response has half a second, and none when the connection is closed', async (t) => {
  const silent = await startSilentServer(t);
  const timesOut = t.mock.method(AbortSignal, 'timeout');
  assert.equal(await explain(silent), closed.message);
  assert.deepEqual(
    timesOut.mock.calls.map(({ arguments: [ms] }) => ms),
    [500, 500],
  );
  assert.equal(await explain(silent, closed, AbortSignal.abort()), closed.message);
});

async function startSilentServer(t: TestContext): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    t.after(() => socket.destroy());
  });
  return (await listen(t, server, '127.0.0.1')).replace('http:', 'redis:');
}
