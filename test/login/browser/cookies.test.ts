import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request } from 'express';
import { createCookies, readCookies } from '../../../src/login/browser/cookies.ts';

const keyRing = [{ id: 'k', key: Buffer.alloc(32, 1) }] as const;

test('on https our cookies have the __Host- prefix, and the attributes that the prefix requires', () => {
  const cookies = createCookies(new URL('https://attendees.testcon.example'), keyRing);
  assert.equal(cookies.nameOf('sid'), '__Host-sid');
  assert.deepEqual(cookies.attributes, {
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
  });
});

test('on loopback the port is in the name, because cookies are shared between ports', () => {
  const cookies = createCookies(new URL('http://localhost:3000'), keyRing);
  assert.equal(cookies.nameOf('sid'), 'sid-3000');
  assert.equal(createCookies(new URL('http://localhost'), keyRing).nameOf('sid'), 'sid-80');
  assert.deepEqual(cookies.attributes, {
    secure: false,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
  });
});

test('a cookie header is read by name, values as sent, the first of a repeated name counts, and invalid parts do no harm', () => {
  const headers = { cookie: 'a=1; b=x=%41%2 ;a=2;; =; novalue; __proto__=z; c=%41' };
  const cookies = readCookies({ headers } as Request);
  const { a, b, c, missing } = cookies;
  assert.deepEqual([a, b, c, missing], ['1', 'x=%41%2', '%41', undefined]);
  assert.equal(readCookies({ headers: {} } as Request).a, undefined);
});

test('a name that only looks like ours is another name: a sibling site may set it, bypassing the __Host- prefix', () => {
  for (const lookalike of [
    '\u00a0__Host-sid',
    '\u000b__Host-sid',
    '\u2003__Host-sid',
    '\ufeff__Host-sid',
    '__Host-sid\u00a0',
  ]) {
    const cookies = readCookies({
      headers: { cookie: `x=1; ${lookalike}=planted; __Host-sid=ours` },
    } as Request);
    assert.equal(cookies['__Host-sid'], 'ours', JSON.stringify(lookalike));
  }
});
