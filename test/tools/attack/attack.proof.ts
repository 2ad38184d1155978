// Runs the attacks of `npm run attack` as tests. Lanyard must withstand each of them, and
// textbook.proof.ts shows that most of them can succeed. docs/properties.md names the test that
// proves each property.
import assert from 'node:assert/strict';
import test from 'node:test';
import { shared } from '../../support/machine/shared.ts';
import { allAttacks } from './all-attacks.ts';
import { carryOut } from './attack.ts';
import { lanyard, startTarget } from './target.ts';

const lanyardUnderAttack = shared(
  [...Array(3).fill('ProcessWrap'), ...Array(4).fill('TCPServerWrap')],
  (lifetime) => startTarget(lifetime, lanyard),
);

for (const attack of allAttacks) {
  test(`${attack.property} Lanyard holds: ${attack.name}`, async () => {
    const { held, what } = await carryOut(attack, await lanyardUnderAttack());
    assert.ok(held, what);
  });
}
