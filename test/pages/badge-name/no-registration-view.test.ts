// Who has no registration: told so by name, and by which account.
import assert from 'node:assert/strict';
import test from 'node:test';
import { noRegistrationView } from '../../../src/pages/badge-name/no-registration-view.ts';
import { words } from '../../support/english.ts';

test('it says who has no registration, and names the account that may be the wrong one', () => {
  const user = { id: '1', username: 'ada', firstName: 'Ada', lastName: 'Vale' };
  const view = noRegistrationView({ user, mayPreview: true, words });
  assert.equal(view.heading, 'We could not find your registration');
  assert.equal(view.text, '\u2068ada\u2069, this account has no registration for Testcon.');
  assert.equal(view.account, 'ada');
  const shared = noRegistrationView({
    user: { ...user, email: 'ada@example.org' },
    mayPreview: true,
    words,
  });
  assert.equal(shared.account, 'ada@example.org');
});

test('the legal name is never the name of an account', () => {
  const view = noRegistrationView({
    user: { id: '1', firstName: 'Ada', lastName: 'Vale' },
    mayPreview: true,
    words,
  });
  assert.deepEqual(
    [view.text, view.account],
    ['This account has no registration for Testcon.', undefined],
  );
});
