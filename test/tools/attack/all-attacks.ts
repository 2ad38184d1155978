// All attacks, in the order of the printed table: the most convincing ones come first.
import type { Attack } from './attack.ts';
import * as convention from './convention-attacks.ts';
import * as crowd from './crowd-attacks.ts';
import * as fault from './fault-attacks.ts';
import * as login from './login-attacks.ts';
import * as raw from './raw-attacks.ts';
import * as redis from './redis-attacks.ts';
import * as session from './session-attacks.ts';

export const allAttacks: readonly Attack[] = [
  redis.dumpIsRead,
  session.logOutWhileLoading,
  convention.someoneElse,
  redis.cookieIsMadeFromDump,
  redis.sessionIsCopied,
  redis.redisIsFull,
  redis.redisIsFrozen,
  fault.redisIsKilled,
  fault.redisCrashesAfterLogOut,
  fault.redisIsReadOnly,
  fault.conventionIsSilent,
  fault.conventionIsGone,
  fault.otherCertificate,
  fault.conventionIsOverrun,
  fault.hugeRecord,
  fault.brokenJson,
  fault.otherJson,
  login.twoTabs,
  convention.unsharedField,
  session.forgedLogOut,
  redis.valueIsCorrupt,
  login.saysNo,
  login.backButton,
  login.callbackTwice,
  convention.expiredToken,
  redis.redisIsFlushed,
  session.tossedCookie,
  redis.redisIsSlow,
  convention.hugeToken,
  redis.botsFillRedis,
  login.prefetch,
  session.keptPage,
  login.proxyForgetsHttps,
  login.droppedCookie,
  crowd.brokenRecords,
  crowd.toldToWait,
  crowd.pagesOfOne,
  crowd.manySessions,
  crowd.manyTabs,
  raw.oddRequestLines,
  crowd.dearName,
  crowd.foreignImages,
  crowd.badCallbacks,
  crowd.foreignText,
  login.foreignCallback,
  login.plantedSession,
  login.openRedirect,
  login.forgedHost,
  convention.hostileStrings,
  // This attack comes last, so that the log contains traces of all earlier attacks.
  convention.logsAreRead,
];
