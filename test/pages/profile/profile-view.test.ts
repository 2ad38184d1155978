// The profile view model, for every state of a name, a date and a shared field.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { CurrentUser } from '../../../src/convention/current-user.ts';
import { profileView } from '../../../src/pages/profile/profile-view.ts';
import { loadMessages, withRegion } from '../../../src/web/messages.ts';
import { asRead } from '../../support/as-read.ts';
import { pathOf } from '../../support/path-of.ts';

const words = loadMessages(new URL('../../../views/messages/', import.meta.url), {
  locale: 'en',
  common: { convention: 'Testcon' },
});
const allScopes = ['pii:basic', 'pii:email', 'pii:phone', 'pii:address'];
const optionalScopes = ['pii:email', 'pii:phone', 'pii:address'];
const view = (
  user: Partial<CurrentUser>,
  grantedScopes: readonly string[] = allScopes,
  inWords = words,
) =>
  profileView({
    user: asRead({ id: '1', ...user }),
    grantedScopes,
    optionalScopes,
    pictureOrigins: ['https://pictures.example'],
    pathOf,
    words: inWords,
  });
const row = (rows: ReturnType<typeof view>['about'], label: string) =>
  rows.find((one) => one.label === label);

test('the preferred name is the name, and the legal name is kept in the details', () => {
  const { about, onId, visitorName } = view({
    preferredName: ' Foxy ',
    firstName: 'Ada',
    lastName: 'Vale',
  });
  assert.equal(visitorName, 'Foxy');
  assert.deepEqual(row(about, 'Name')?.lines, ['Foxy']);
  assert.equal(onId.summary, 'Name and birth date as on your ID');
  assert.deepEqual(row(onId.rows, 'Legal name')?.lines, ['Ada Vale']);
});

test('without a preferred name the user name is shown, and the legal name stays in the details', () => {
  for (const preferredName of [undefined, null, '', '  ', '\u200b']) {
    const names = { preferredName, username: 'ada', firstName: 'Ada', lastName: 'Vale' };
    const { about, onId, visitorName, initials } = view(names);
    assert.deepEqual([visitorName, initials], ['ada', 'A']);
    assert.equal(row(about, 'Name'), undefined);
    assert.doesNotMatch(JSON.stringify(about), /Vale/);
    assert.equal(onId.summary, 'Name and birth date as on your ID');
    assert.deepEqual(row(onId.rows, 'Legal name')?.lines, ['Ada Vale']);
  }
});

test('a record without any name has no name in the header, and no legal name', () => {
  const { about, onId, visitorName } = view({});
  assert.equal(visitorName, '');
  assert.deepEqual(row(about, 'User name')?.lines, ['Not provided']);
  assert.equal(onId.summary, 'Birth date as on your ID');
  assert.equal(row(onId.rows, 'Legal name'), undefined);
});

test('a birth date is shown as a date, and one that is none is not available', () => {
  const { onId } = view({ bornAt: '1990-03-01T00:00:00.000Z' });
  assert.deepEqual(row(onId.rows, 'Birth date')?.lines, ['March 1, 1990']);
  assert.deepEqual(row(view({ bornAt: '1990-02-31' }).onId.rows, 'Birth date')?.lines, [
    'Not available right now',
  ]);
});

test('what is not verified yet says where it can be verified', () => {
  const { about } = view({ emailVerified: true, identityVerified: false });
  assert.deepEqual(row(about, 'E-mail verified'), {
    label: 'E-mail verified',
    lines: ['Verified'],
    kind: 'text',
  });
  assert.equal(row(about, 'Identity verified')?.lines[0], 'Not verified yet');
  assert.equal(row(about, 'Identity verified')?.link, 'Verify at Testcon registration');
});

test('P48 a field whose scope was not granted has no row, whatever the record holds; it is only named as not shared', () => {
  const full: Partial<CurrentUser> = {
    email: 'CANARY',
    phone: 'CANARY',
    addressLine1: 'CANARY',
    addressCity: 'CANARY',
  };
  const labels = { 'pii:email': 'Email', 'pii:phone': 'Phone number', 'pii:address': 'Address' };
  const gated = Object.keys(labels) as (keyof typeof labels)[];
  for (let subset = 0; subset < 8; subset += 1) {
    const granted = gated.filter((_, bit) => subset & (1 << bit));
    const { contact, notShared } = view(full, ['pii:basic', ...granted]);
    assert.deepEqual(
      contact.map(({ label }) => label),
      granted.map((scope) => labels[scope]),
    );
    assert.deepEqual(
      notShared.map(({ label }) => label),
      gated.filter((scope) => !granted.includes(scope)).map((scope) => labels[scope]),
    );
  }
  assert.ok(!JSON.stringify(view(full, ['pii:basic'])).includes('CANARY'));
});

test('what is not shared has a link of its own that asks for it; what this site never asks for is not named', () => {
  assert.deepEqual(view({}, ['pii:basic', 'pii:phone', 'pii:address']).notShared, [
    {
      label: 'Email',
      link: 'Share your email address',
      path: '/login?scope=pii%3Aemail&return_to=%2Fprofile',
    },
  ]);
  const asked = {
    grantedScopes: ['pii:basic'],
    optionalScopes: ['pii:phone'],
    pictureOrigins: [],
    pathOf,
    words,
  };
  const { notShared } = profileView({ user: { id: '1' }, ...asked });
  assert.deepEqual(
    notShared.map(({ link }) => link),
    ['Share your phone number'],
  );
});

test('what is shared can be stopped in its own row', () => {
  const { contact } = view({ email: 'ada@example.org', phone: '+12025550100' });
  assert.deepEqual(
    contact.map(({ link, path }) => [link, path]),
    [
      ['Stop sharing', '/sharing/stop?scope=pii%3Aemail'],
      ['Stop sharing', '/sharing/stop?scope=pii%3Aphone'],
      ['Stop sharing', '/sharing/stop?scope=pii%3Aaddress'],
    ],
  );
});

test('a shared field has four states: its value, empty at the registration, not available, not shared', () => {
  assert.deepEqual(row(view({ email: 'ada@example.org' }).contact, 'Email'), {
    label: 'Email',
    lines: ['ada@example.org'],
    kind: 'record',
    link: 'Stop sharing',
    path: '/sharing/stop?scope=pii%3Aemail',
  });
  for (const email of [null, '', ' ']) {
    assert.equal(row(view({ email }).contact, 'Email')?.lines[0], 'Not provided');
    assert.equal(row(view({ email }).contact, 'Email')?.link, 'Add it at Testcon registration');
  }
  assert.equal(row(view({}).contact, 'Email')?.lines[0], 'Not available right now');
  assert.equal(row(view({}, ['pii:basic']).contact, 'Email'), undefined);
});

test('a phone number is shown in groups and from left to right, also one that could not be read', () => {
  for (const [phone, line] of [
    ['+12025550100', '+1 202 555 0100'],
    ['hello', 'hello'],
  ]) {
    assert.deepEqual(row(view({ phone }).contact, 'Phone number'), {
      label: 'Phone number',
      lines: [line],
      kind: 'record',
      direction: 'ltr',
      link: 'Stop sharing',
      path: '/sharing/stop?scope=pii%3Aphone',
    });
  }
  for (const [phone, said] of [
    [null, 'Not provided'],
    ['\u200b', 'Not provided'],
    [undefined, 'Not available right now'],
  ]) {
    assert.deepEqual(row(view({ phone }).contact, 'Phone number')?.lines, [said]);
  }
});

const address: Partial<CurrentUser> = {
  addressLine1: '12 Harbour Lane',
  addressLine2: null,
  addressCity: 'Portland',
  addressState: 'OR',
  addressZipcode: '97201',
  addressCountry: 'US',
};

test('an address is written as in its country, with the country in the words of the reader', () => {
  assert.deepEqual(row(view(address).contact, 'Address'), {
    label: 'Address',
    lines: ['12 Harbour Lane', 'Portland, OR 97201', 'United States'],
    kind: 'record',
    link: 'Stop sharing',
    path: '/sharing/stop?scope=pii%3Aaddress',
  });
  const { contact } = view(address, allScopes, withRegion(words, 'de-AT'));
  assert.equal(row(contact, 'Address')?.lines.at(-1), 'Vereinigte Staaten');
});

test('an address of empty parts is not provided, and one of which no part came is not available', () => {
  const empty = {
    addressLine1: '',
    addressLine2: null,
    addressCity: ' ',
    addressState: '\u200b',
    addressCountry: 'ZZ',
  };
  for (const user of [empty, { addressCity: null }, { addressCountry: '' }]) {
    const { lines, link, path } = row(view(user).contact, 'Address') ?? {};
    assert.deepEqual(
      [lines, link, path],
      [['Not provided'], 'Add it at Testcon registration', undefined],
    );
  }
  const none = row(view({}).contact, 'Address');
  assert.deepEqual([none?.lines, none?.link], [['Not available right now'], 'Stop sharing']);
});
