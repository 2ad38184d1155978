// Addresses from outside are parsed the same way on a server that has run for long.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseUrl } from '../../src/login/parse-url.ts';

test('an address with letters beyond ASCII is still read after thousands of calls', () => {
  for (let call = 0; call < 20_000; call += 1) {
    assert.equal(
      parseUrl('/läden', 'https://con.example')?.pathname,
      '/l%C3%A4den',
      `call ${call}`,
    );
    assert.equal(
      parseUrl('https://BÜCHER.example/')?.host,
      'xn--bcher-kva.example',
      `call ${call}`,
    );
  }
});

test('what is no address is undefined', () => {
  assert.equal(parseUrl('no address'), undefined);
  assert.equal(parseUrl('https://[', 'https://con.example'), undefined);
});
