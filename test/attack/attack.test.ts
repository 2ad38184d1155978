// The attacks of `npm run attack` as tests: Lanyard holds against each, and the textbook app shows that they can succeed.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { allAttacks } from './all-attacks.ts';
import { carryOut } from './attack.ts';
import * as convention from './convention-attacks.ts';
import * as login from './login-attacks.ts';
import * as redis from './redis-attacks.ts';
import * as session from './session-attacks.ts';
import { lanyard, startTarget, textbook } from './target.ts';

const onTextbook = await carryOut(allAttacks, await startTarget({ after }, textbook));
const onLanyard = await carryOut(allAttacks, await startTarget({ after }, lanyard));

for (const attack of allAttacks) {
  test(`${attack.property} Lanyard holds: ${attack.name}`, () => {
    const outcome = onLanyard.get(attack);
    assert.equal(outcome?.held, true, outcome?.what);
  });
}

test('the attacks can succeed: the textbook app falls to these, whatever the load of the machine', () => {
  const falls = [
    redis.dumpIsRead,
    session.logOutWhileLoading,
    convention.someoneElse,
    redis.cookieIsMadeFromDump,
    redis.sessionIsCopied,
    redis.redisIsFull,
    redis.redisIsFrozen,
    login.twoTabs,
    convention.unsharedField,
    session.forgedLogOut,
    redis.valueIsCorrupt,
    login.saysNo,
    login.backButton,
    convention.expiredToken,
    redis.redisIsFlushed,
    session.tossedCookie,
    convention.hugeToken,
    redis.botsFillRedis,
    login.prefetch,
    session.keptPage,
    login.proxyForgetsHttps,
    login.droppedCookie,
  ];
  for (const attack of falls) assert.equal(onTextbook.get(attack)?.held, false, attack.name);
});

test('the textbook app is no straw man: it holds against what its documents warn of', () => {
  const holds = [login.foreignCallback, login.plantedSession, login.openRedirect, login.forgedHost];
  for (const attack of [...holds, convention.hostileStrings, convention.logsAreRead]) {
    assert.equal(onTextbook.get(attack)?.held, true, attack.name);
  }
});
