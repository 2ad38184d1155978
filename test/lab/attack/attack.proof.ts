// Runs the attacks of `npm run attack` as tests. Lanyard must withstand each of them. Most succeed
// against the textbook app, which proves that the attacks work.
import assert from 'node:assert/strict';
import test from 'node:test';
import { shared } from '../../support/machine/shared.ts';
import { carryOut } from './attack.ts';
import { loginAttacks } from './login-attacks.ts';
import { platformAttacks } from './platform-attacks.ts';
import { redisAttacks } from './redis-attacks.ts';
import { lanyard, startTarget, textbook } from './target.ts';

const attacks = [...redisAttacks, ...loginAttacks, ...platformAttacks];
const lanyardUnderAttack = shared(['ProcessWrap', 'ProcessWrap', 'TCPServerWrap'], (lifetime) =>
  startTarget(lifetime, lanyard),
);

for (const attack of attacks) {
  test(`${attack.property} Lanyard holds: ${attack.name}`, async () => {
    const { held, what } = await carryOut(attack, await lanyardUnderAttack());
    assert.ok(held, what);
  });
}

test('the attacks can succeed: most succeed against the textbook app, and some fail', async (t) => {
  const target = await startTarget(t, textbook);
  for (const attack of attacks) {
    if (attack.onTextbook === 'depends on timing') continue;
    const { held, what } = await carryOut(attack, target);
    assert.equal(held, attack.onTextbook === 'holds', `${attack.name}: ${what}`);
  }
});
