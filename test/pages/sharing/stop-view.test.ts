// The confirmation before sharing stops: exactly what goes away and what stays.
import assert from 'node:assert/strict';
import test from 'node:test';
import { stopView } from '../../../src/pages/sharing/stop-view.ts';
import { words } from '../../support/english.ts';

test('the question names what it is about, and what goes and stays', () => {
  const view = stopView({ scope: 'pii:phone', serviceScopes: [], words });
  assert.equal(view.heading, 'Do you want to stop sharing your phone number?');
  assert.match(
    view.goes,
    /throws away its permission to read your phone number.*All your logins here end/,
  );
  assert.equal(view.stays.length, 1);
  assert.match(
    view.stays[0] ?? '',
    /Your registration is not affected\. Testcon registration may remember/,
  );
  assert.doesNotMatch(JSON.stringify(view), /revoke/i);
});

test('where the site reads applications with its own credential, it says that those stay as they are', () => {
  for (const scope of ['registration:read', 'volunteer:read', 'vendor:read']) {
    assert.equal(
      stopView({ scope: 'pii:email', serviceScopes: [scope], words }).stays.length,
      2,
      scope,
    );
  }
  assert.equal(
    stopView({ scope: 'pii:email', serviceScopes: ['user:read'], words }).stays.length,
    1,
  );
});
