import assert from 'node:assert/strict';
import test from 'node:test';
import { hostAndPort, localUrlOf } from '../../src/settings/listen-address.ts';

test('an IPv6 address has brackets, and a client asks for no address that means every address', () => {
  const addresses: [host: string, written: string, reachedAt: string][] = [
    ['127.0.0.1', '127.0.0.1:3000', 'http://127.0.0.1:3000/'],
    ['0.0.0.0', '0.0.0.0:3000', 'http://127.0.0.1:3000/'],
    ['localhost', 'localhost:3000', 'http://localhost:3000/'],
    ['::', '[::]:3000', 'http://[::1]:3000/'],
    ['::1', '[::1]:3000', 'http://[::1]:3000/'],
  ];
  for (const [host, written, reachedAt] of addresses) {
    assert.equal(hostAndPort({ host, port: 3000 }), written);
    assert.equal(localUrlOf({ host, port: 3000 }).href, reachedAt);
  }
});
