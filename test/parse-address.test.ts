// Addresses from outside are parsed the same way on a server that has run for long.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseAddress } from '../src/parse-address.ts';
import { isRegistered } from '../src/sandbox/oauth/redirect-uris.ts';

test('an address with letters beyond ASCII is still read after thousands of calls', () => {
  const address = 'https://BÜCHER.example/';
  for (let call = 0; call < 20_000; call += 1) {
    assert.equal(parseAddress(address)?.host, 'xn--bcher-kva.example', `call ${call}`);
    assert.equal(isRegistered(address, [address]), true, `call ${call}`);
  }
});

test('what is no address is undefined', () => {
  for (const text of ['no address', '/path', 'https://[', '', undefined, 1, {}])
    assert.equal(parseAddress(text), undefined);
});
