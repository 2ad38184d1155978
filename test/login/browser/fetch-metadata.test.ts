import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request } from 'express';
import {
  isFromOwnPage,
  isHeadOrPrefetch,
  isNavigation,
  parameterOf,
} from '../../../src/login/browser/fetch-metadata.ts';

const publicUrl = new URL('https://a.example');
const asked = (headers: object, more = {}) =>
  ({ method: 'GET', headers, query: {}, ...more }) as Request;

test('a document that a person opens is a navigation, and a prefetch by any of its names is not', () => {
  for (const headers of [{}, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }]) {
    assert.equal(isNavigation(asked(headers)), true);
    assert.equal(isHeadOrPrefetch(asked(headers)), false);
  }
  const empty = { 'sec-fetch-dest': 'empty' };
  for (const headers of [
    { 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-dest': 'image' },
    { ...empty, 'sec-fetch-mode': 'cors', accept: 'text/html' },
    { ...empty, 'sec-fetch-mode': 'no-cors', accept: 'text/html' },
    { ...empty, 'sec-fetch-mode': 'same-origin', accept: '*/*' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ])
    assert.equal(isNavigation(asked(headers)), false);
  for (const headers of [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'Prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
  ]) {
    assert.equal(isNavigation(asked(headers)), false);
    assert.equal(isHeadOrPrefetch(asked(headers)), true);
  }
  assert.equal(isHeadOrPrefetch(asked({}, { method: 'HEAD' })), true);
});

test('Sec-Fetch-Site decides where a request comes from, then Origin, then Referer', () => {
  const ours = { origin: 'https://a.example', referer: 'https://a.example/page' };
  const theirs = { origin: 'https://b.example', referer: 'https://a.example.b.example/' };
  for (const [headers, isOwn] of [
    [{ 'sec-fetch-site': 'same-origin', ...theirs }, true],
    [{ 'sec-fetch-site': 'same-site', ...ours }, false],
    [{ 'sec-fetch-site': 'none', ...ours }, false],
    [{ ...theirs, origin: ours.origin }, true],
    [{ ...ours, origin: theirs.origin }, false],
    [{ referer: ours.referer }, true],
    [{ referer: theirs.referer }, false],
    [{}, false],
  ] as const)
    assert.equal(isFromOwnPage(asked(headers), publicUrl), isOwn, JSON.stringify(headers));

  const form = { method: 'POST' };
  const unclear = { 'sec-fetch-site': 'none' };
  assert.equal(isFromOwnPage(asked({ ...unclear, ...ours }, form), publicUrl), true);
  assert.equal(isFromOwnPage(asked({ ...unclear, referer: ours.referer }, form), publicUrl), true);
  assert.equal(isFromOwnPage(asked({ ...unclear, ...theirs }, form), publicUrl), false);
  assert.equal(isFromOwnPage(asked(unclear, form), publicUrl), false);
});

test('a link that a service worker passed on comes from our own page only with its Referer', () => {
  const passedOn = {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'empty',
    'sec-fetch-site': 'same-origin',
  };
  const referer = 'https://a.example/page';
  assert.equal(isFromOwnPage(asked({ ...passedOn, referer }), publicUrl), true);
  assert.equal(isFromOwnPage(asked(passedOn), publicUrl), false, 'a typed URL');
  const foreign = { ...passedOn, 'sec-fetch-site': 'cross-site', referer };
  assert.equal(isFromOwnPage(asked(foreign), publicUrl), false);
});

test('a parameter is read from the URL itself, and counts only if it appears once', () => {
  const read = (query: string, name = 'state') =>
    parameterOf({ originalUrl: `/login/callback${query}` } as Request, name);
  assert.equal(read('?state=a%26b&code=c'), 'a&b');
  assert.equal(read('?state='), '');
  for (const query of ['', '?', '?code=c', '?state=a&state=b', '?state[]=a', '?State=a'])
    assert.equal(read(query), undefined, query);
});
