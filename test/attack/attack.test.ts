// Runs the attacks of `npm run attack` as tests: Lanyard withstands each. A few run against the
// textbook app, to show that they can succeed; textbook.proof.ts runs all of them, and the long ones.
import assert from 'node:assert/strict';
import test from 'node:test';
import { shared } from '../support/shared.ts';
import { allAttacks } from './all-attacks.ts';
import { carryOut } from './attack.ts';
import * as convention from './convention-attacks.ts';
import * as login from './login-attacks.ts';
import * as redis from './redis-attacks.ts';
import { lanyard, startTarget, textbook } from './target.ts';

const lanyardUnderAttack = shared(
  [...Array(3).fill('ProcessWrap'), ...Array(4).fill('TCPServerWrap')],
  (lifetime) => startTarget(lifetime, lanyard),
);

for (const attack of allAttacks.filter(({ isLong }) => !isLong)) {
  test(`${attack.property} Lanyard holds: ${attack.name}`, async () => {
    const { held, what } = await carryOut(attack, await lanyardUnderAttack());
    assert.ok(held, what);
  });
}

test('the attacks can succeed: the textbook app falls to some, and holds against others', async (t) => {
  const target = await startTarget(t, textbook);
  for (const attack of [redis.dumpIsRead, convention.unsharedField, login.saysNo]) {
    assert.equal((await carryOut(attack, target)).held, false, attack.name);
  }
  for (const attack of [login.foreignCallback, login.plantedSession]) {
    assert.equal((await carryOut(attack, target)).held, true, attack.name);
  }
});
