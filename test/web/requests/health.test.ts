import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { causeWithCode } from '../../../src/log/causes.ts';
import { createMemoryKeys, LoginError } from '../../../src/login/login.ts';
import { brokenStore, createAppAlone } from '../../support/app/create-app-alone.ts';

test('it responds with 200 without a cookie, not cacheable, and without a line in the log', async () => {
  const { app, logLines } = createAppAlone();
  const response = await request(app).get('/healthz');
  assert.equal(response.status, 200);
  assert.deepEqual(response.body, { status: 'ok' });
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['set-cookie'], undefined);
  assert.deepEqual(logLines, []);
});

test('it does not use the store, with any cookie', async () => {
  const { app, sessionCookie } = createAppAlone({
    keys: brokenStore(new Error('must not be asked')),
  });
  const response = await request(app).get('/healthz').set('Cookie', sessionCookie);
  assert.equal(response.status, 200);
});

test('a load balancer may use HEAD, with any host name', async () => {
  const { app } = createAppAlone();
  assert.equal((await request(app).head('/healthz').set('Host', '10.0.0.7')).status, 200);
});

test('it is ready while Redis responds, and says so without a cookie or a line in the log', async () => {
  const { app, logLines } = createAppAlone();
  const response = await request(app).get('/readyz').set('Host', '10.0.0.7');
  assert.equal(response.status, 200);
  assert.deepEqual(response.body, { status: 'ready' });
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['set-cookie'], undefined);
  assert.deepEqual(logLines, []);
});

test('P87 it is not ready while Redis does not respond, and names the cause in the words of the log', async () => {
  const cause = new Error('WRONGPASS CANARY');
  const refused = new LoginError('service-unavailable', { cause, code: 'redis-login' });
  const ready = () => Promise.reject(refused);
  const response = await request(createAppAlone({ ready }).app).get('/readyz');
  assert.equal(response.status, 503);
  assert.deepEqual(response.body, {
    status: 'not ready',
    ...causeWithCode('redis-login'),
  });
});

test('for a monitor it tries the writes of a login, and names the cause if Redis rejects them', async () => {
  const full = new LoginError('service-unavailable', { code: 'redis-full' });
  const keys = { ...createMemoryKeys(), setIfAbsent: () => Promise.reject(full) };
  const { app, logLines } = createAppAlone({ keys });
  assert.equal(
    (await request(app).get('/readyz')).status,
    200,
    'the instance is ready for its proxy',
  );
  const response = await request(app).get('/readyz?write').set('Host', '10.0.0.7');
  assert.equal(response.status, 503);
  assert.deepEqual(response.body, {
    status: 'not ready',
    ...causeWithCode('redis-full'),
  });
  assert.deepEqual(logLines, []);
  assert.equal((await request(createAppAlone().app).get('/readyz?write')).status, 200);
});

test('P42 any number of outsiders who request the write check cause one attempt a second', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const keys = createMemoryKeys();
  let writes = 0;
  const setIfAbsent: typeof keys.setIfAbsent = (...write) => {
    writes += 1;
    return keys.setIfAbsent(...write);
  };
  const { app } = createAppAlone({ keys: { ...keys, setIfAbsent } });
  for (let second = 1; second <= 2; second += 1) {
    for (const path of ['/readyz?write', '/readyz?login', '/readyz?write'])
      assert.equal((await request(app).get(path)).status, 200);
    assert.equal(writes, second);
    t.mock.timers.tick(1000);
  }
});

test('for a monitor that asks about logins it also checks the platform, and a proxy does not see the result', async () => {
  const refused = causeWithCode('platform-away');
  let looks = 0;
  const whyNoLogins = async () => {
    looks++;
    return looks === 1 ? refused : undefined;
  };
  const { app } = createAppAlone({ whyNoLogins });
  for (const path of ['/readyz', '/readyz?write'])
    assert.equal((await request(app).get(path)).status, 200, path);
  assert.equal(looks, 0);
  const response = await request(app).get('/readyz?login').set('Host', '10.0.0.7');
  assert.equal(response.status, 503);
  assert.deepEqual(response.body, { status: 'not ready', ...refused });
  assert.deepEqual((await request(app).get('/readyz?login')).body, { status: 'ready' });

  const full = new LoginError('service-unavailable', { code: 'redis-full' });
  const keys = { ...createMemoryKeys(), setIfAbsent: () => Promise.reject(full) };
  const unwritable = createAppAlone({ keys, whyNoLogins }).app;
  assert.equal((await request(unwritable).get('/readyz?login')).body.code, 'redis-full');
});
