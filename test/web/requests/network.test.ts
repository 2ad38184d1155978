import assert from 'node:assert/strict';
import test from 'node:test';
import { maskedNetwork, networkOf } from '../../../src/web/requests/network.ts';

test('P98 an address is the same network with a port, in brackets, and in every notation', () => {
  const same = {
    '192.0.2.1': ['192.0.2.1:1', '192.0.2.1:65535', '::ffff:192.0.2.1', '::FFFF:c000:0201'],
    '2001:db8:0:9::/64': [
      '2001:db8:0:9::1',
      '2001:DB8:0:9:a:b:c:d',
      '2001:0db8:0000:0009::',
      '[2001:db8:0:9::1]',
      '[2001:db8:0:9::1]:443',
      '2001:db8:0:9::1%eth0',
    ],
    '0:0:0:0::/64': ['::1', '[::1]:80', '::192.0.2.1'],
  };
  for (const [network, addresses] of Object.entries(same))
    for (const address of [...addresses]) assert.equal(networkOf(address), network, address);
  assert.equal(
    networkOf('[192.0.2.1]:80'),
    '192.0.2.1',
    'an address in brackets with a port is accepted',
  );
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
});

test('P98 anything that is not an address is one network, so invented addresses gain nothing', () => {
  for (const text of [
    '',
    'unknown',
    '_hidden',
    '192.0.2.1:80:80',
    '192.0.2.256',
    '192.0.2',
    '1:2',
    '[2001:db8::1',
    '[2001:db8::1]x',
    '[]:80',
    '__proto__',
    `${'1'.repeat(10_000)}.`,
  ])
    assert.equal(networkOf(text), 'unknown', text.slice(0, 40));
});

test('the log may hold 24 bits of an IPv4 address and 48 of an IPv6 address', () => {
  const masked = (address: string) => maskedNetwork(networkOf(address));
  assert.equal(masked('192.0.2.77:1234'), '192.0.2.0/24');
  assert.equal(masked('2001:db8:1:2:3:4:5:6'), '2001:db8:1::/48');
  assert.equal(masked('2001:db8::6'), '2001:db8:0::/48');
  assert.equal(masked('no address'), 'unknown');
});
