// What a request says about the page it comes from, with and without the headers of new browsers.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request } from 'express';
import {
  isFromOwnPage,
  isNavigation,
  isOnlyLooking,
  scopesFromOwnPage,
} from '../../../src/login/browser/fetch-metadata.ts';

const publicUrl = new URL('https://a.example');
const asked = (headers: object, more = {}) =>
  ({ method: 'GET', headers, query: {}, ...more }) as Request;

test('a document that a person opens is a navigation, and a prefetch by any of its names is none', () => {
  for (const headers of [{}, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }]) {
    assert.equal(isNavigation(asked(headers)), true);
    assert.equal(isOnlyLooking(asked(headers)), false);
  }
  for (const headers of [{ 'sec-fetch-mode': 'cors' }, { 'sec-fetch-dest': 'image' }])
    assert.equal(isNavigation(asked(headers)), false);
  for (const headers of [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'Prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
  ]) {
    assert.equal(isNavigation(asked(headers)), false);
    assert.equal(isOnlyLooking(asked(headers)), true);
  }
  assert.equal(isOnlyLooking(asked({}, { method: 'HEAD' })), true);
});

test('Sec-Fetch-Site decides where a request comes from, then Origin, then Referer', () => {
  const ours = { origin: 'https://a.example', referer: 'https://a.example/page' };
  const theirs = { origin: 'https://b.example', referer: 'https://a.example.b.example/' };
  for (const [headers, isOwn] of [
    [{ 'sec-fetch-site': 'same-origin', ...theirs }, true],
    [{ 'sec-fetch-site': 'same-site', ...ours }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ ...theirs, origin: ours.origin }, true],
    [{ ...ours, origin: theirs.origin }, false],
    [{ referer: ours.referer }, true],
    [{ referer: theirs.referer }, false],
    [{}, false],
  ] as const)
    assert.equal(isFromOwnPage(asked(headers), publicUrl), isOwn, JSON.stringify(headers));
});

test('scopes are taken from an address only if a page of this site led there', () => {
  const scopes = ['pii:basic', 'pii:email', 'pii:phone'];
  const named = (site: string, scope: unknown) =>
    scopesFromOwnPage(asked({ 'sec-fetch-site': site }, { query: { scope } }), {
      ...{ publicUrl, scopes },
    });
  assert.deepEqual(named('same-origin', 'pii:email'), ['pii:email']);
  assert.deepEqual(named('same-origin', ['pii:phone', 'admin', 'pii:basic']), [
    'pii:basic',
    'pii:phone',
  ]);
  assert.deepEqual(named('same-origin', undefined), []);
  assert.deepEqual(named('cross-site', 'pii:email'), []);
});
