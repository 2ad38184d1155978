// Slow clients, with the times that ship.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import test from 'node:test';
import { createAppServer } from '../../src/server/app-server.ts';
import { dropSlowReaders, slowClientOptions } from '../../src/server/slow-clients.ts';

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

test('P93 headers have 10 seconds, requests 30, and Node looks once a second', () => {
  const server = createAppServer(slowClientOptions, () => {});
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [10_000, 30_000]);
  assert.equal(slowClientOptions.connectionsCheckingInterval, 1000);
  server.close();
});
