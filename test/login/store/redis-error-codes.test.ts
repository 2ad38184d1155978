import assert from 'node:assert/strict';
import test from 'node:test';
import { causeWithCode } from '../../../src/log/causes.ts';
import { redisCodeOf } from '../../../src/login/store/redis-error-codes.ts';

/** Redis's error replies, each with the code that explains it in the log. */
const replies = {
  'OOM command not allowed when used memory > maxmemory.': 'redis-full',
  'WRONGPASS invalid username-password pair': 'redis-login',
  'NOAUTH Authentication required.': 'redis-login',
  'ERR AUTH <password> called without any password configured': 'redis-login',
  'NOPERM this user has no permissions': 'redis-acl',
  "READONLY You can't write against a read only replica.": 'redis-replica',
  'MOVED 866 127.0.0.1:7001': 'redis-replica',
  'DENIED Redis is running in protected mode': 'redis-protected',
  'MISCONF Redis is configured to save RDB snapshots': 'redis-disk',
  'NOREPLICAS Not enough good replicas to write.': 'redis-too-few-replicas',
  'LOADING Redis is loading the dataset in memory': 'redis-not-ready',
  'MASTERDOWN Link with MASTER is down': 'redis-not-ready',
  'CLUSTERDOWN The cluster is down': 'redis-not-ready',
  'BUSY Redis is busy running a script.': 'redis-not-ready',
  'ERR max number of clients reached': 'redis-connections',
  'ERR No such master with that name': 'redis-master-name',
  'ERR DB index is out of range': 'redis-database',
};

for (const [reply, code] of Object.entries(replies)) {
  test(`the log explains “${reply}”`, () => {
    assert.equal(redisCodeOf(new Error(reply)), code);
    assert.ok(causeWithCode(code));
  });
}

/** node-redis errors without a code, by the name of their class. */
const classes = {
  ErrorReply: 'redis-command',
  SimpleError: 'redis-command',
  BlobError: 'redis-command',
  SocketTimeoutError: 'redis-timeout',
  ConnectionTimeoutError: 'redis-timeout',
  ClientOfflineError: 'redis-away',
  ClientClosedError: 'redis-away',
  DisconnectsClientError: 'redis-away',
  RootNodesUnavailableError: 'redis-away',
  SocketClosedUnexpectedlyError: 'redis-away',
};

for (const [name, code] of Object.entries(classes)) {
  test(`the log explains the error ${name} of node-redis`, () => {
    const ofNodeRedis = { [name]: class extends Error {} }[name] ?? Error;
    assert.equal(redisCodeOf(new ofNodeRedis('failed')), code);
    assert.ok(causeWithCode(code));
  });
}

test('an error that does not come from Redis has no code', () => {
  for (const error of [new Error('No such master'), new TypeError('failed'), undefined, 'OOM '])
    assert.equal(redisCodeOf(error), undefined);
});
