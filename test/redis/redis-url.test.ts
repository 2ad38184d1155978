import assert from 'node:assert/strict';
import test from 'node:test';
import { parseRedisUrl } from '../../src/redis/redis-url.ts';

test('a Redis URL names one server, the nodes of a cluster, or sentinels with the name of a master', () => {
  assert.deepEqual(parseRedisUrl('redis://127.0.0.1'), {
    kind: 'server',
    hosts: [{ host: '127.0.0.1', port: 6379 }],
    tls: false,
  });
  assert.deepEqual(parseRedisUrl('rediss://lanyard:p%2C%40@redis.example:7000/2'), {
    kind: 'server',
    hosts: [{ host: 'redis.example', port: 7000 }],
    tls: true,
    username: 'lanyard',
    password: 'p,@',
    database: 2,
  });
  assert.deepEqual(parseRedisUrl('redis://:p@a.example:7000/0, redis://:p@[::1]:7001'), {
    kind: 'cluster',
    hosts: [
      { host: 'a.example', port: 7000 },
      { host: '::1', port: 7001 },
    ],
    tls: false,
    password: 'p',
    database: 0,
  });
  assert.deepEqual(parseRedisUrl('redis+sentinel://u:p@a.example,b.example:1/my%20master/1'), {
    kind: 'sentinel',
    hosts: [
      { host: 'a.example', port: 26379 },
      { host: 'b.example', port: 1 },
    ],
    tls: false,
    username: 'u',
    password: 'p',
    database: 1,
    masterName: 'my master',
  });
  assert.equal(parseRedisUrl('rediss+sentinel://a.example/mymaster').tls, true);
});

test('anything that is not a Redis URL is rejected, without repeating its password', () => {
  for (const text of [
    '',
    'http://:CANARY@a.example',
    'redis://',
    'redis://:CANARY@a.example:port',
    'redis://:CANARY@a.example/name',
    'redis://:CANARY@a.example,b.example',
    'redis://:CANARY@a.example,redis+sentinel://b.example',
    'redis+sentinel://:CANARY@a.example',
    'redis+sentinel://:CANARY@a.example,/mymaster',
  ])
    assert.throws(
      () => parseRedisUrl(text),
      /^Error: This is not a Redis URL, such as redis:\/\/127\.0\.0\.1:6379$/,
      text,
    );
});
