// Whether a browser that came back without its pending login keeps cookies.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import type { Request } from 'express';
import { createCookieCheck } from '../../../src/login/browser/cookie-check.ts';
import { createCookies } from '../../../src/login/browser/cookies.ts';

const cookies = createCookies(new URL('https://a.example'), [{ id: 'k1', key: randomBytes(32) }]);
const { resultOf } = createCookieCheck({
  ...{ cookies, loginCookie: 'login', sessionCookie: '__Host-session', callbackPath: '/callback' },
});
const result = (cookie: string, query = {}) => resultOf({ headers: { cookie }, query } as Request);

test('one cookie of the login says that they are kept, whatever else there is and was asked', () => {
  for (const query of [{}, { cookies: 'set' }])
    for (const ours of ['__Host-login.check=1', '__Host-login.2=x', '__Host-session=s'])
      assert.equal(result(`other=1; ${ours}; more=2`, query), 'kept');
});

test('without one it is not known, and once they were set they are blocked', () => {
  for (const cookie of ['', 'other=1', 'login.check=1']) {
    assert.equal(result(cookie), 'unknown');
    assert.equal(result(cookie, { cookies: 'set' }), 'blocked');
  }
});
