// Slow clients, with the times that ship.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import test from 'node:test';
import { request } from 'undici';
import { createAppServer } from '../../src/server/app-server.ts';
import { dropSlowReaders, slowClientOptions } from '../../src/server/slow-clients.ts';
import { listen } from '../support/listen.ts';

test('P93 who takes an answer for 60 seconds is dropped then, and not before', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const server = new EventEmitter();
  dropSlowReaders(server as unknown as Parameters<typeof dropSlowReaders>[0]);
  const dropped: string[] = [];
  const begin = (name: string) => {
    const res = new EventEmitter();
    server.emit('request', { socket: { destroy: () => dropped.push(name) } }, res);
    return res;
  };
  begin('slow');
  const inTime = begin('in time');
  t.mock.timers.tick(59_999);
  assert.deepEqual(dropped, []);
  inTime.emit('close');
  t.mock.timers.tick(1);
  assert.deepEqual(dropped, ['slow']);
});

test('a connection is kept for 75 seconds, longer than the proxies of the guide keep theirs', async (t) => {
  const server = createAppServer(slowClientOptions, (_req, res) => res.end());
  assert.equal(server.keepAliveTimeout, 75_000);
  for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    const [, seconds] = /keepalive(?:_timeout)? (\d+)s/.exec(readFileSync(file, 'utf8')) ?? [];
    assert.ok(Number(seconds) <= 60, file);
  }
  const accepted = once(server, 'connection');
  const { body } = await request(await listen(t, server, '127.0.0.1'));
  await body.dump();
  const [socket] = (await accepted) as [Socket];
  // Node closes it then, or a second later: newer versions forgive a slow proxy.
  assert.ok([75_000, 76_000].includes(socket.timeout ?? 0), `${socket.timeout} ms`);
});

test('P93 headers have 10 seconds, requests 30, and Node looks once a second', () => {
  const server = createAppServer(slowClientOptions, () => {});
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [10_000, 30_000]);
  assert.equal(slowClientOptions.connectionsCheckingInterval, 1000);
  server.close();
});
