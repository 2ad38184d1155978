import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { wallClock } from '../../support/app/clocks.ts';
import { createAppAlone } from '../../support/app/create-app-alone.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('a request leaves one line: method, route, status, milliseconds and the id that the visitor got', async () => {
  const { app, logLines } = createAppAlone();
  const before = { time: wallClock('the log'), ms: performance.now() };
  const response = await request(app).get('/logged-out');
  const [line, ...others] = logLines.map((text) => JSON.parse(text));
  assert.deepEqual(others, []);
  const { time, ms, msg, version, commit, instance, ...rest } = line;
  assert.match(`${version} ${commit} ${instance}`, /^\d+\.\d+\.\d+ unknown [0-9a-f]{8}$/);
  assert.ok(
    time >= before.time && time <= wallClock('the log'),
    `time ${time}, asked at ${before.time}`,
  );
  assert.ok(ms >= 0 && ms <= performance.now() - before.ms + 1, `${ms} ms`);
  assert.equal(msg, 'answered');
  assert.deepEqual(rest, {
    level: 30,
    requestId: response.headers['x-request-id'],
    method: 'GET',
    route: '/logged-out',
    status: 200,
  });
});

test('no line has a URL as it was sent, a query, a header or the visitor’s address', async () => {
  const { app, logLines } = createAppAlone();
  const headers = {
    cookie: 'sid-3000=CANARY; login.CANARY=CANARY',
    'user-agent': 'CANARY',
    referer: 'https://CANARY.example/',
    authorization: 'Bearer CANARY',
    'x-forwarded-for': '198.51.100.7',
  };
  for (const path of [
    '/?q=CANARY',
    '/CANARY',
    '/profile/CANARY?q=CANARY',
    '/login?return_to=/CANARY',
  ]) {
    await request(app).get(path).set(headers);
  }
  await request(app)
    .get('/login/callback?code=CANARY&state=CANARY&error_description=CANARY')
    .set(headers);
  await request(app).post('/logout').set(headers).send('form_token=CANARY');
  assert.ok(logLines.length >= 6);
  const notFound = logLines.filter((line) => line.includes('"problem":"not-found"'));
  assert.equal(notFound.length, 1);
  for (const line of notFound) assert.match(line, /"cause":"no page exists at this URL"/);
  assert.doesNotMatch(logLines.join(''), /CANARY|127\.0\.0\.1|198\.51\.100\.7|::1|::ffff/i);
});

test("a proxy's request id is used, in the log too", async () => {
  const { app, logLines } = createAppAlone({ settings: { TRUST_PROXY: '1' } });
  for (const given of [
    '12345678',
    'a'.repeat(64),
    '01JD_Z-abc',
    '4bf92f3577b34da6a3ce929d0e0e4736',
  ]) {
    const response = await request(app).get('/unknown').set('X-Request-Id', given);
    assert.equal(response.headers['x-request-id'], given);
    assert.ok(logLines.at(-1)?.includes(`"requestId":"${given}"`));
  }
});

test('a visitor’s request id is ignored, both without a proxy and from an address that is not a proxy', async () => {
  for (const settings of [{}, { TRUST_PROXY: '192.0.2.1' }]) {
    const { app } = createAppAlone({ settings });
    const response = await request(app).get('/unknown').set('X-Request-Id', '12345678');
    assert.match(response.headers['x-request-id'] ?? '', uuid);
  }
});

test('a hostile request id is replaced by our own', async () => {
  const { app, logLines } = createAppAlone({ settings: { TRUST_PROXY: '1' } });
  for (const given of [
    'short',
    'a'.repeat(65),
    '<script>alert(1)</script>',
    'with a space',
    '12345678"',
    'naïve-id-123',
    '',
  ]) {
    const response = await request(app)
      .get('/unknown')
      .set('X-Request-Id', Buffer.from(given).toString('latin1'));
    assert.match(response.headers['x-request-id'] ?? '', uuid);
  }
  assert.doesNotMatch(logLines.join(''), /script|with a space/);
});

test('two requests have two ids', async () => {
  const { app } = createAppAlone();
  const [first, second] = [await request(app).get('/'), await request(app).get('/')];
  assert.notEqual(first.headers['x-request-id'], second.headers['x-request-id']);
});
