// Each oddity of a token answer by itself. What becomes of the login stands in token-answer.test.ts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { readOddAnswer } from '../../../src/login/oauth/odd-answers.ts';

const json = { 'content-type': 'application/json' };

/** Reads an answer. Returns its status and fields, and how many things were odd. */
function read(
  answer: unknown,
  {
    status = 200,
    headers = {},
    checkIdToken = true,
    maxBytes = 1000,
    pack = (b: Buffer) => b,
  } = {},
) {
  let odd = 0;
  const body = pack(Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)));
  const report = () => {
    odd += 1;
  };
  const sent = { status, headers: { ...json, ...headers }, body };
  const found = readOddAnswer(sent, { checkIdToken, maxBytes, report });
  const fields = found.body.startsWith('{') ? JSON.parse(found.body) : found.body;
  return { status: found.status, fields, odd };
}

const token = { access_token: 'token', scope: 'a b' };

test('an answer by the standard stays as it is, and what is no record too', () => {
  assert.deepEqual(read(token), { status: 200, fields: token, odd: 0 });
  for (const other of ['<h1>Busy</h1>', '[1]', 'null', '7'])
    assert.deepEqual(read(other, { status: 299 }), { status: 299, fields: other, odd: 0 });
});

test('with a status of success, 200 to 299, an error is 400 and a token 200', () => {
  const error = { error: 'invalid_grant' };
  for (const status of [200, 201, 299]) {
    assert.deepEqual(read(error, { status }), { status: 400, fields: error, odd: 1 });
    assert.equal(read(token, { status }).status, 200);
    assert.equal(read({}, { status }).status, status, 'neither');
  }
  for (const status of [199, 300, 401, 503]) {
    assert.deepEqual(read(error, { status }), { status, fields: error, odd: 0 });
    assert.equal(read(token, { status }).status, status);
  }
});

test('scopes are read as a list of texts, or with commas, and anything else stays what it is', () => {
  const scopes = (scope: unknown) => read({ ...token, scope });
  assert.deepEqual(scopes(['a', 'b']), { status: 200, fields: token, odd: 1 });
  assert.deepEqual(scopes('a,b'), { status: 200, fields: token, odd: 1 });
  for (const scope of [['a', 7], { a: 1 }, 7]) {
    const { fields, odd } = scopes(scope);
    assert.deepEqual([fields.scope, odd], [scope, 0]);
  }
});

test('a life that is none, null, and an id_token that nobody asked for are left out', () => {
  const lives = (expires_in: unknown) => read({ ...token, expires_in }).fields.expires_in;
  assert.deepEqual([lives(3600), lives('60'), lives(0.5)], [3600, '60', 0.5]);
  for (const life of [0, -5, 'soon', null]) assert.equal(lives(life), undefined);
  assert.deepEqual(read({ ...token, refresh_token: null }).fields, token);
  const answer = { ...token, id_token: 'x' };
  assert.deepEqual(read(answer), { status: 200, fields: answer, odd: 0 });
  assert.deepEqual(read(answer, { checkIdToken: false }), { status: 200, fields: token, odd: 1 });
});

test('a compressed answer is decoded up to the limit, and an unknown encoding is refused', () => {
  const maxBytes = Buffer.byteLength(JSON.stringify(token));
  for (const [encoding, pack] of [
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
  ] as const) {
    const headers = { 'content-encoding': encoding };
    assert.deepEqual(read(token, { headers, pack, maxBytes }).fields, token);
    assert.throws(() => read(token, { headers, pack, maxBytes: maxBytes - 1 }));
  }
  for (const encoding of ['identity', ''])
    assert.equal(read(token, { headers: { 'content-encoding': encoding } }).odd, 0);
  assert.throws(() => read(token, { headers: { 'content-encoding': 'zstd' } }), /not asked for/);
});

test('JSON that says that it is something else is read', () => {
  const headers = { 'content-type': 'text/html' };
  assert.deepEqual(read(token, { headers }), { status: 200, fields: token, odd: 1 });
});
