// The health check: reports that the process is alive, and depends on nothing else.
import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { brokenStore, createAppAlone } from '../support/create-app-alone.ts';

test('it answers 200 without a cookie, not to be kept, and leaves no line in the log', async () => {
  const { app, logLines } = createAppAlone();
  const answer = await request(app).get('/healthz');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { status: 'ok' });
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['set-cookie'], undefined);
  assert.deepEqual(logLines, []);
});

test('it asks nothing of the store, whatever cookie comes along', async () => {
  const { app, sessionCookie } = createAppAlone({
    keys: brokenStore(new Error('must not be asked')),
  });
  const answer = await request(app).get('/healthz').set('Cookie', sessionCookie);
  assert.equal(answer.status, 200);
});

test('a load balancer may ask by HEAD, under any host name', async () => {
  const { app } = createAppAlone();
  assert.equal((await request(app).head('/healthz').set('Host', '10.0.0.7')).status, 200);
});
