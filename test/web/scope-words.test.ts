// The words for scopes, and the links that request them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { describeScopes, scopeRow, shareOffer, stopLink } from '../../src/web/scope-words.ts';
import { words } from '../support/english.ts';
import { pathOf } from '../support/path-of.ts';

test('scopes are a part of a sentence, joined by and or by or; none of them is no words', () => {
  const two = ['pii:email', 'pii:phone'];
  assert.equal(describeScopes(two, { words }), 'your email address and your phone number');
  assert.equal(
    describeScopes(two, { words, joinedBy: 'or' }),
    'your email address or your phone number',
  );
  assert.equal(describeScopes([], { words }), '');
});

test('a scope that only this operator knows is told under its own name', () => {
  assert.equal(scopeRow('pii:phone', words).label, 'Phone number');
  assert.deepEqual(scopeRow('pii:finance:read', words), {
    label: 'Something else',
    lines: ['Testcon registration calls it pii:finance:read. We do not show it.'],
    kind: 'text',
  });
});

test('an offer asks for one scope and leads back; its link says what it shares', () => {
  assert.deepEqual(shareOffer('pii:address', { words, returnTo: '/sharing' }), {
    label: 'Address',
    link: 'Share your postal address',
    path: '/login?scope=pii%3Aaddress&return_to=%2Fsharing',
  });
});

test('sharing is stopped on the page for it, where there is one', () => {
  assert.deepEqual(stopLink('pii:phone', { words, pathOf }), {
    link: 'Stop sharing',
    path: '/sharing/stop?scope=pii%3Aphone',
  });
  assert.equal(stopLink('pii:phone', { words, pathOf: () => undefined }), undefined);
});
