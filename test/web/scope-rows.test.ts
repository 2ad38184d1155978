import assert from 'node:assert/strict';
import test from 'node:test';
import { describeScopes, scopeRow, scopeValue, sharePath } from '../../src/web/scope-rows.ts';
import { words } from '../support/app/english.ts';

test('scopes are joined by "and" as a part of a sentence; without scopes there are no words', () => {
  const two = ['pii:email', 'pii:phone'];
  assert.equal(describeScopes(two, words), 'your email address and your phone number');
  assert.equal(describeScopes([], words), '');
});

test('a scope that only this operator knows has its own name', () => {
  assert.equal(scopeRow('pii:phone', words).label, 'Phone');
  assert.deepEqual(scopeRow('pii:finance:read', words), {
    label: 'Something else',
    lines: [
      'The Testcon registration site calls it \u2068pii:finance:read\u2069. We don’t show it.',
    ],
    kind: 'text',
  });
});

test('required scopes are named in a few words', () => {
  assert.deepEqual(scopeValue('con:read', words).lines, ['Badge name, ticket and payment']);
  assert.deepEqual(scopeValue('pii:finance:read', words), {
    label: 'Something else',
    lines: ['\u2068pii:finance:read\u2069'],
    kind: 'text',
  });
});

test('a scope is shared through the login, which returns here', () => {
  assert.equal(
    sharePath('pii:address', { login: '/account/login', returnTo: '/sharing' }),
    '/account/login?scope=pii%3Aaddress&return_to=%2Fsharing',
  );
});
