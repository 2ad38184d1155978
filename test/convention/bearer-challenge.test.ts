// Challenges as servers send them, and challenges that a parser could misread (RFC 9110 section
// 11.6.1).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearerErrors } from '../../src/convention/bearer-challenge.ts';
import { cpuMilliseconds } from '../support/machine/cpu-time.ts';

const invalidToken: string[] = ['invalid_token'];

for (const [header, errors] of [
  ['Bearer error="invalid_token"', invalidToken],
  [
    'Bearer error="invalid_token", error_description="Jwt expired", error_uri="https://x"',
    invalidToken,
  ],
  ['BEARER realm="a", ERROR=invalid_token', invalidToken],
  ['Bearer error = "invalid_token"', invalidToken],
  ['Bearer realm="a\\", b" , error\t=\t"invalid_token"', invalidToken],
  ['Bearer realm="" error="invalid_token"', invalidToken],
  ['Bearer error="invalid\\_token"', invalidToken],
  ['Basic realm="x", Bearer realm="y", error="invalid_token"', invalidToken],
  ['Bearer realm="x", Bearer error="invalid_token", Basic realm="y"', invalidToken],
  ['Negotiate, Bearer error="invalid_token"', invalidToken],
  ['Negotiate YWJj==, Bearer error="invalid_token"', invalidToken],
  ['NTLM abc,Bearer error="invalid_token"', invalidToken],
  [' , ,Bearer error="invalid_token", ,', invalidToken],
  [
    'Bearer error="invalid_token", Bearer error="insufficient_scope"',
    [...invalidToken, 'insufficient_scope'],
  ],
  ['', []],
  ['Bearer', []],
  ['Bearer realm="x"', []],
  ['Bearer error', []],
  ['Bearer error=', []],
  ['Bearer error=""', ['']],
  ['Bearer "invalid_token"', []],
  ['Bearer error="invalid_token', []],
  ['Bearer error=invalid token', ['invalid']],
  ['Basic realm="Bearer error=invalid_token"', []],
  ['Basic realm="bearer x", Digest error="invalid_token"', []],
  ['Bearer realm="x", Basic realm="y", error="invalid_token"', []],
  ['Bearer error_description="error=invalid_token", error="invalid_request"', ['invalid_request']],
  ['Bearer xerror="invalid_token"', []],
  ['Bearer realm="a\\", error=invalid_token"', []],
  ['Negotiate bearer, error="invalid_token"', []],
  ['DPoP error="invalid_token"', []],
  ['NotBearer error="invalid_token"', []],
  ['Bearer error="invalid_request", error="invalid_token"', []],
  ['Bearer error="invalid_token"; Basic realm="x"', []],
  ['Basic realm="x, Bearer error="invalid_token"', []],
] as const) {
  test(`“${header}” names ${errors.length ? errors.join(' and ') : 'no error'}`, () => {
    assert.deepEqual(bearerErrors(header), errors);
  });
}

for (const filler of [' ', '\t', ',', '"', '\\', 'a', 'a ', 'a=', '=', 'a="', 'a=b,', '\\"']) {
  test(`a header of a megabyte of “${filler}” is read in one pass`, () => {
    const header = `Bearer ${filler.repeat(1_000_000 / filler.length)}`;
    const milliseconds = cpuMilliseconds(() => void bearerErrors(header));
    assert.ok(milliseconds < 10_000, `${milliseconds} ms`);
  });
}
