import assert from 'node:assert/strict';
import test from 'node:test';
import { toLoginError } from '../../../src/login/oauth/oauth-errors.ts';

/** The error of openid-client about a response that it cannot use. */
function unusable(status: number, headers: Record<string, string> = {}) {
  return Object.assign(new Error('unexpected response'), {
    name: 'ClientError',
    cause: { status, headers: new Headers(headers) },
  });
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const location = 'https://shield.example/check?token=CANARY';

for (const [name, error, expected] of [
  ['a redirect', unusable(302, { location }), ['platform-web-page', 'https://shield.example']],
  ['a redirect to a path', unusable(307, { location: '/in' }), ['platform-web-page', undefined]],
  ['a web page', unusable(200, html), ['platform-web-page', undefined]],
  ['an error page', unusable(500, html), ['platform-error', undefined]],
  ['no JSON', unusable(200, { 'content-type': 'text/plain' }), ['platform-answer', undefined]],
] as const) {
  test(`the log tells what came in place of a token: ${name}`, () => {
    const { code, cause } = toLoginError(error, 'Exchange code');
    assert.deepEqual([code, Object(cause).location], expected);
  });
}

test('a 403 without JSON means that the visitor may try again, even without a content type', () => {
  for (const [headers, status] of [
    [{}, 503],
    [html, 503],
    [{ 'content-type': 'application/problem+json' }, 502],
  ] as const)
    assert.equal(toLoginError(unusable(403, headers), 'Exchange code').status, status);
});

test('only an exchange of a code can find that the code was used', () => {
  const error = Object.assign(new Error('refused'), { error: 'invalid_grant' });
  assert.equal(toLoginError(error, 'Exchange code').problem, 'login-again');
  assert.equal(toLoginError(error, 'Request service token').problem, 'login-unavailable');
});
