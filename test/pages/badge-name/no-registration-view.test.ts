import assert from 'node:assert/strict';
import test from 'node:test';
import { noRegistrationView } from '../../../src/pages/badge-name/badge-name-view.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { words } from '../../support/app/english.ts';
import { after, before } from '../../support/app/event-time.ts';
import { goodSettings } from '../../support/app/good-settings.ts';

const legal = { id: '1', firstName: 'Ada', lastName: 'Vale' };

function viewOf(user: object, { settings = {}, time = before } = {}) {
  const { event, badge, convention } = readConfig({ ...goodSettings, ...settings });
  const { registrationUrl } = convention;
  const options = { event, badge, registrationUrl, time, words };
  return noRegistrationView({ ...options, user: { ...legal, ...user } });
}

test('it names the account without a registration, which may be the wrong one', () => {
  const view = viewOf({ username: 'ada' });
  assert.equal(view.heading, 'We couldn’t find your registration');
  assert.equal(view.account, 'ada');
  const shared = viewOf({ username: 'ada', email: 'ada@example.org' });
  assert.equal(shared.account, 'ada@example.org');
});

test('the legal name is never the name of an account', () => {
  assert.equal(viewOf({}).account, undefined);
});

test('a name can be previewed until names are final, and one can register until the convention is over', () => {
  const settings = { BADGE_NAME_UNTIL: '2027-05-19', NEXT_URL: 'https://testcon.example/2028' };
  const offers = ({ mayRegister, mayPreview, bar }: ReturnType<typeof viewOf>) => [
    mayRegister,
    mayPreview,
    bar?.links[0]?.url,
  ];
  assert.deepEqual(offers(viewOf({})), [true, true, undefined]);
  assert.deepEqual(offers(viewOf({}, { settings })), [true, false, undefined]);
  assert.deepEqual(offers(viewOf({}, { settings, time: after })), [
    false,
    false,
    'https://testcon.example/2028',
  ]);
});
