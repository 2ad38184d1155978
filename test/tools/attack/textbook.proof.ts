// Runs all attacks against the textbook app. Most of them succeed; some fail, so the comparison is
// fair.
import assert from 'node:assert/strict';
import test from 'node:test';
import { carryOut } from './attack.ts';
import * as convention from './convention-attacks.ts';
import * as crowd from './crowd-attacks.ts';
import * as fault from './fault-attacks.ts';
import * as login from './login-attacks.ts';
import * as raw from './raw-attacks.ts';
import * as redis from './redis-attacks.ts';
import * as session from './session-attacks.ts';
import { startTarget, textbook } from './target.ts';

/**
 * These attacks succeed under any load. The outcome of an attack in neither list depends on timing.
 */
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
  session.logOutWhileLoading,
  redis.redisIsFull,
  redis.redisIsFrozen,
  fault.redisIsKilled,
  fault.redisCrashesAfterLogOut,
  fault.conventionIsSilent,
  fault.otherCertificate,
  fault.conventionIsOverrun,
  fault.hugeRecord,
  fault.otherJson,
  redis.redisIsFlushed,
  convention.hugeToken,
  redis.botsFillRedis,
  login.proxyForgetsHttps,
  login.droppedCookie,
  crowd.manySessions,
  crowd.pagesOfOne,
];
const holds = [
  login.foreignCallback,
  login.plantedSession,
  login.forgedHost,
  login.openRedirect,
  crowd.manyTabs,
  crowd.brokenRecords,
  crowd.toldToWait,
  crowd.dearName,
  crowd.foreignImages,
  crowd.badCallbacks,
  crowd.foreignText,
  convention.hostileStrings,
  convention.logsAreRead,
];

test('the attacks can succeed: most succeed against the textbook app, and some fail', async (t) => {
  const target = await startTarget(t, textbook);
  for (const attack of falls)
    assert.equal((await carryOut(attack, target)).held, false, attack.name);
  for (const attack of holds)
    assert.equal((await carryOut(attack, target)).held, true, attack.name);
});
