// Runs the attacks of `npm run attack` as tests: Lanyard withstands each. The textbook app shows that
// they can succeed: it falls to most. textbook.proof.ts runs those that take long, or cost much.
import assert from 'node:assert/strict';
import test from 'node:test';
import { shared } from '../../support/shared.ts';
import { allAttacks } from './all-attacks.ts';
import { carryOut } from './attack.ts';
import * as convention from './convention-attacks.ts';
import * as fault from './fault-attacks.ts';
import * as login from './login-attacks.ts';
import * as raw from './raw-attacks.ts';
import * as redis from './redis-attacks.ts';
import * as session from './session-attacks.ts';
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

test('the attacks can succeed: the textbook app falls to these, and holds against those', async (t) => {
  const falls = [
    redis.dumpIsRead,
    convention.someoneElse,
    redis.cookieIsMadeFromDump,
    redis.sessionIsCopied,
    fault.redisIsReadOnly,
    fault.conventionIsGone,
    fault.brokenJson,
    login.twoTabs,
    convention.unsharedField,
    session.forgedLogOut,
    redis.valueIsCorrupt,
    login.saysNo,
    login.backButton,
    convention.expiredToken,
    session.tossedCookie,
    login.prefetch,
    session.keptPage,
    raw.oddRequestLines,
  ];
  const holds = [login.foreignCallback, login.plantedSession, login.forgedHost];
  const target = await startTarget(t, textbook, { isSingle: true });
  for (const attack of falls)
    assert.equal((await carryOut(attack, target)).held, false, attack.name);
  for (const attack of holds)
    assert.equal((await carryOut(attack, target)).held, true, attack.name);
});
