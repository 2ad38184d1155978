// test/leaks/every-route.test.ts checks the security headers that every response has.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import request from 'supertest';
import { brokenStore, createAppAlone } from '../../support/app/create-app-alone.ts';

const { app, sessionCookie } = createAppAlone({ keys: brokenStore(new Error('a defect')) });
const stylesheet =
  load((await request(app).get('/')).text)('link[rel=stylesheet]').attr('href') ?? '';

const responses = [
  { of: 'home', status: 200, get: () => request(app).get('/') },
  { of: 'an unknown page', status: 404, get: () => request(app).get('/unknown') },
  {
    of: 'a wrong method',
    status: 405,
    get: () => request(app).post('/').set('Sec-Fetch-Site', 'same-origin'),
  },
  {
    of: 'a forged form',
    status: 403,
    get: () => request(app).post('/logout').set('Sec-Fetch-Site', 'cross-site'),
  },
  { of: 'a redirect', status: 303, get: () => request(app).get('/profile') },
  { of: 'the way to the convention', status: 303, get: () => request(app).get('/login') },
  {
    of: 'a refused callback',
    status: 400,
    get: () => request(app).get('/login/callback?code=a&state=b&cookies=set'),
  },
  { of: 'an asset', status: 200, get: () => request(app).get(stylesheet) },
  { of: 'the health check', status: 200, get: () => request(app).get('/healthz') },
  {
    of: 'a defect of ours',
    status: 500,
    get: () => request(app).get('/profile').set('Cookie', sessionCookie),
  },
];

for (const { of, status, get } of responses) {
  test(`the response of ${of} (${status}) is not indexed except for home, and sets no needless cookie`, async () => {
    const response = await get();
    assert.equal(response.status, status);
    const { headers } = response;
    assert.equal(
      headers['cross-origin-embedder-policy'],
      undefined,
      'this header would block pictures from other sites',
    );
    assert.equal(headers['x-robots-tag'], of === 'home' ? undefined : 'noindex');
    const startsALogin = of === 'the way to the convention';
    assert.equal(headers['set-cookie']?.length, startsALogin ? 1 : undefined);
  });
}

test('a page says its language, and that it depends on the visitor', async () => {
  for (const path of ['/', '/unknown', '/logged-out']) {
    const { headers } = await request(app).get(path);
    assert.equal(headers['content-language'], 'en');
    assert.match(headers.vary ?? '', /Accept-Language, Cookie/);
  }
});
