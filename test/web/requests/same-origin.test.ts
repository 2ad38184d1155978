import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request } from 'express';
import request from 'supertest';
import { isFromOwnPage } from '../../../src/login/login.ts';
import { createAppAlone } from '../../support/app/create-app-alone.ts';

const { app } = createAppAlone();
const ours = 'http://127.0.0.1:3000';
const sites = ['same-origin', 'same-site', 'cross-site', 'none', 'SAME-ORIGIN', '', undefined];
const origins = [
  ours,
  'http://127.0.0.1:3001',
  'https://127.0.0.1:3000',
  'https://evil.example',
  'null',
  undefined,
];

/**
 * Older browsers send only the origin. Pale Moon sends `none`, sometimes without an origin, so that
 * only the form token can prove where the form was.
 */
const accepted = [
  ...origins.map((origin) => ({ site: 'same-origin', origin })),
  { site: undefined, origin: ours },
  { site: 'none', origin: ours },
  { site: 'none', origin: undefined },
];

for (const method of ['post', 'put', 'patch', 'delete'] as const) {
  test(`${method.toUpperCase()} passes from our own pages only`, async () => {
    for (const site of sites) {
      for (const origin of origins) {
        const passes = accepted.some((one) => one.site === site && one.origin === origin);
        const { status, text } = await send(method, { site, origin });
        // The home page does not support the method, so a 405 shows that the request reached the
        // page.
        assert.equal(status, passes ? 405 : 403, `Sec-Fetch-Site ${site}, Origin ${origin}`);
        if (!passes) assert.match(text, /That didn’t work.*Nothing was changed/s);
      }
    }
  });
}

for (const method of ['get', 'head', 'options'] as const) {
  test(`${method.toUpperCase()} passes from anywhere, because links on other sites lead here`, async () => {
    for (const site of sites) {
      for (const origin of origins) {
        assert.equal(
          (await send(method, { site, origin })).status,
          method === 'options' ? 405 : 200,
        );
      }
    }
  });
}

test('TRACE and unknown methods are 405 from anywhere', async () => {
  for (const method of ['trace', 'propfind', 'lock'] as const) {
    for (const site of sites) {
      for (const origin of origins)
        assert.equal((await send(method, { site, origin })).status, 405);
    }
  }
});

test('the origin is that of PUBLIC_URL, whatever Host and X-Forwarded-Host say', async () => {
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  };
  for (const origin of ['http://evil.example', 'https://evil.example']) {
    assert.equal((await request(app).post('/').set(forged).set('origin', origin)).status, 403);
  }
  assert.equal((await request(app).post('/').set(forged).set('origin', ours)).status, 405);
});

test('a request comes from our own page if the browser says so, or the Referer of an old browser', () => {
  const isOwn = (headers: Record<string, string>) =>
    isFromOwnPage({ method: 'GET', headers } as Request, new URL(ours));
  assert.ok(isOwn({ 'sec-fetch-site': 'same-origin' }));
  assert.ok(isOwn({ referer: `${ours}/login/choose` }));
  for (const site of ['cross-site', 'same-site', 'none', '']) {
    assert.ok(!isOwn({ 'sec-fetch-site': site, referer: `${ours}/` }), site);
  }
  for (const referer of [
    '',
    ours,
    `${ours}.evil.example/`,
    'http://127.0.0.1:3001/',
    `https://evil.example/?${ours}/`,
  ]) {
    assert.ok(!isOwn({ referer }), referer);
  }
  assert.ok(!isOwn({}));
});

type Method =
  | 'get'
  | 'head'
  | 'options'
  | 'post'
  | 'put'
  | 'patch'
  | 'delete'
  | 'trace'
  | 'propfind'
  | 'lock';

function send(method: Method, from: { site: string | undefined; origin: string | undefined }) {
  const sent = request(app)[method]('/');
  if (from.site !== undefined) sent.set('sec-fetch-site', from.site);
  if (from.origin !== undefined) sent.set('origin', from.origin);
  return sent;
}
