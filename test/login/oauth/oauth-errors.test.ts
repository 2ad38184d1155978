import assert from 'node:assert/strict';
import test from 'node:test';
import {
  callbackError,
  toLoginError,
  unusableResponse,
} from '../../../src/login/oauth/oauth-errors.ts';

/** openid-client's error for a response that it cannot use. */
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

test('only an exchange of a code can find that the code was used, also in capitals', () => {
  for (const code of ['invalid_grant', 'INVALID_GRANT']) {
    const error = Object.assign(new Error('refused'), { error: code });
    assert.equal(toLoginError(error, 'Exchange code').problem, 'login-again');
    assert.equal(toLoginError(error, 'Request service token').problem, 'login-unavailable');
  }
});

test('an error that says what was unusable in a response stays as it is', () => {
  const error = unusableResponse('an empty access token');
  assert.equal(toLoginError(error, 'Exchange code'), error);
});

const exchange = 'Exchange code';
const service = 'Request service token';
const challenge = 'OAUTH_WWW_AUTHENTICATE_CHALLENGE';
const said = (message: string) => ({ cause: new Error(message) });

for (const [operation, failure, code] of [
  [exchange, { error: 'invalid_client', status: 401 }, 'platform-client'],
  [exchange, { error: 'unauthorized_client', status: 400 }, 'platform-client'],
  [exchange, { code: challenge, status: 401 }, 'platform-client'],
  [exchange, { error: 'invalid_scope', status: 400 }, 'platform-scope'],
  [exchange, { error: 'invalid_request', status: 404 }, 'platform-request'],
  [exchange, { error: 'redirect_uri_mismatch', status: 400 }, 'platform-redirect-uri'],
  [exchange, { error: 'bad_redirect_uri', status: 404 }, 'platform-redirect-uri'],
  [exchange, { error: 'server_error', status: 400 }, 'platform-error'],
  [exchange, { error: 'temporarily_unavailable', status: 403 }, 'platform-error'],
  [service, { error: 'invalid_client', status: 401 }, 'platform-credential'],
  [service, { error: 'invalid_scope', status: 400 }, 'platform-credential'],
  [service, { error: 'server_error', status: 401 }, 'platform-error'],
  [service, { code: challenge, status: 400 }, 'platform-credential'],
  [service, { status: 401 }, 'platform-credential'],
  [service, { status: 403 }, 'platform-credential'],
  [service, { status: 400 }, 'platform-answer'],
  [exchange, { status: 400 }, 'platform-request'],
  [exchange, { status: 401 }, 'platform-refuses'],
  [exchange, { status: 403 }, 'platform-refuses'],
  [exchange, { status: 404 }, 'platform-answer'],
  [exchange, { status: 429 }, 'platform-slow-down'],
  [exchange, { status: 500 }, 'platform-error'],
  [exchange, { code: 'ECONNREFUSED' }, 'platform-away'],
  [exchange, { name: 'TimeoutError' }, 'platform-timeout'],
  [exchange, said('unexpected "iss" (issuer) response parameter value'), 'platform-name'],
  [exchange, said('unexpected JWT "iss" (issuer) claim value'), 'platform-name'],
  [exchange, said('unexpected ID Token "nonce" claim value'), 'platform-id-token'],
  [exchange, said('"response" body "access_token" property must be a string'), 'platform-answer'],
] as const) {
  const { cause, ...fields } = { cause: undefined, ...failure };
  const about = cause?.message ?? JSON.stringify(fields);
  test(`the log explains a failed operation “${operation}” as ${code}: ${about}`, () => {
    const error = Object.assign(new Error('failed'), failure);
    assert.equal(toLoginError(error, operation).code, code);
  });
}

test('a failed login is a 504 after a timeout, and a 502 otherwise', () => {
  for (const [name, status] of [
    ['TimeoutError', 504],
    ['TypeError', 502],
  ] as const)
    assert.equal(
      toLoginError(Object.assign(new Error('failed'), { name }), exchange).status,
      status,
    );
});

test('P6 the log names each error code of a callback that a specification defines', () => {
  for (const code of [
    ...['access_denied', 'consent_required', 'interaction_required', 'login_required'],
    ...['invalid_request', 'unauthorized_client', 'unsupported_response_type', 'invalid_scope'],
    ...['server_error', 'temporarily_unavailable', 'account_selection_required'],
    ...['invalid_request_uri', 'invalid_request_object', 'request_not_supported'],
    ...['request_uri_not_supported', 'registration_not_supported', 'invalid_client'],
    ...['invalid_grant', 'unsupported_grant_type', 'invalid_target'],
    ...['redirect_uri_mismatch', 'bad_redirect_uri'],
  ]) {
    assert.equal(callbackError(code)?.error, code);
    assert.equal(callbackError(code.toUpperCase())?.error, code);
  }
  for (const code of ['', 'CANARY', undefined]) assert.equal(callbackError(code), undefined);
});
