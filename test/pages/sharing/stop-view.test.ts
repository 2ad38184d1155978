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

test('where the site reads applications with its own credential, it names them and says what stays', () => {
  const staysWith = (serviceScopes: string[]) =>
    stopView({ scope: 'pii:phone', serviceScopes, words }).stays.slice(1);
  assert.deepEqual(staysWith(['user:read']), []);
  assert.match(
    staysWith(['volunteer:read', 'vendor:read', 'user:read']).join(),
    /^What you wrote into your volunteer application and your dealer application stays there, with any e-mail address, phone number/,
  );
  for (const scope of ['registration:read', 'volunteer:read', 'vendor:read'])
    assert.equal(staysWith([scope]).length, 1, scope);
});
