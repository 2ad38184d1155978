import assert from 'node:assert/strict';
import test from 'node:test';
import type { CurrentUser } from '../../../src/convention/current-user.ts';
import { profileView } from '../../../src/pages/profile/profile-view.ts';
import type { PathOf } from '../../../src/web/page.ts';
import { loadMessages, withRegion } from '../../../src/web/words/messages.ts';
import { asRead } from '../../support/platform/as-read.ts';

const words = loadMessages(new URL('../../../views/messages/', import.meta.url), {
  locale: 'en',
  common: { convention: 'Testcon' },
});
const allScopes = ['pii:basic', 'pii:email', 'pii:phone', 'pii:address'];
const optionalScopes = ['pii:email', 'pii:phone', 'pii:address'];
const pathOf: PathOf = (name) => (name === 'roles' ? '/roles' : undefined);
const paths = { login: '/login', profile: '/profile' };
const view = (
  user: Partial<CurrentUser>,
  grantedScopes: readonly string[] = allScopes,
  inWords = words,
  identityUrl?: URL,
) =>
  profileView({
    identityUrl,
    user: asRead({ id: '1', ...user }),
    grantedScopes,
    optionalScopes,
    pictureOrigins: ['https://pictures.example'],
    paths,
    pathOf,
    words: inWords,
  });
const row = (rows: ReturnType<typeof view>['contact'], label: string) =>
  rows.find((one) => one.label === label);

test('the preferred name is large, next to the username, and the legal name is in the details', () => {
  const { person, onId, visitorName } = view({
    preferredName: ' Foxy ',
    username: 'ada_v',
    firstName: 'Ada',
    lastName: 'Vale',
  });
  assert.equal(visitorName, 'Foxy');
  assert.deepEqual([person.name, person.username, person.initials], ['Foxy', 'ada_v', 'F']);
  assert.deepEqual(onId.identity.lines, ['Name and date of birth']);
  assert.deepEqual(row(onId.details, 'Legal name')?.lines, ['Ada Vale']);
});

test('without a preferred name the username is large, and the legal name stays in the details', () => {
  for (const preferredName of [undefined, null, '', '  ', '\u200b']) {
    const names = { preferredName, username: 'ada', firstName: 'Ada', lastName: 'Vale' };
    const { onId, ...page } = view(names);
    assert.deepEqual(
      [page.visitorName, page.person.name, page.person.initials],
      ['ada', 'ada', 'A'],
    );
    assert.equal(page.person.username, undefined, 'the username is not shown twice');
    assert.doesNotMatch(JSON.stringify(page), /Vale/);
    assert.deepEqual(onId.identity.lines, ['Name and date of birth']);
    assert.deepEqual(row(onId.details, 'Legal name')?.lines, ['Ada Vale']);
  }
});

test('a record without any name has no name in the header, and no legal name', () => {
  const { person, onId, visitorName } = view({});
  assert.deepEqual([visitorName, person.name, person.username], ['', undefined, undefined]);
  assert.deepEqual(onId.identity.lines, ['Date of birth']);
  assert.equal(row(onId.details, 'Legal name'), undefined);
});

test('a birth date is shown as a date, and an invalid one is not available', () => {
  const { onId } = view({ bornAt: '1990-03-01T00:00:00.000Z' });
  assert.deepEqual(row(onId.details, 'Date of birth')?.lines, ['March 1, 1990']);
  const { onId: none } = view({ bornAt: '1990-02-31' });
  assert.deepEqual(row(none.details, 'Date of birth')?.lines, ['Can’t be shown']);
});

test('confirmed values say so, unconfirmed ones say where to confirm them, and unknown ones say nothing', () => {
  const email = 'ada@example.org';
  const { contact, onId } = view({ email, emailVerified: true, identityVerified: false });
  assert.deepEqual(row(contact, 'Email'), {
    label: 'Email',
    lines: [email],
    kind: 'record',
    mark: { text: 'Confirmed', isGood: true },
  });
  assert.deepEqual(onId.identity, {
    label: 'Identity',
    lines: ['Date of birth'],
    kind: 'text',
    mark: { text: 'To be checked at the desk', isGood: false },
  });
  const url = new URL('https://id.testcon.example/');
  const { identity } = view({ identityVerified: false }, allScopes, words, url).onId;
  assert.deepEqual(
    [identity.mark?.text, identity.link, identity.url],
    ['Not confirmed yet', 'Confirm', url.href],
  );
  const { identity: confirmed } = view({ identityVerified: true }, allScopes, words, url).onId;
  assert.deepEqual([confirmed.mark?.text, confirmed.link], ['Confirmed', undefined]);
  for (const unknown of [null, undefined]) {
    const page = view({ email, emailVerified: unknown, identityVerified: unknown });
    assert.equal(row(page.contact, 'Email')?.mark, undefined);
    assert.equal(page.onId.identity.mark, undefined);
  }
  assert.equal(row(view({ email: '', emailVerified: true }).contact, 'Email')?.mark, undefined);
});

test('the person’s roles at the convention are named, with the page about them if there is one', () => {
  const { atConvention } = view({
    userRoles: [{ id: '7', name: 'Staff' }],
    isVolunteer: true,
    isDepartmentLead: true,
  });
  assert.deepEqual(atConvention, [
    { label: 'Roles', lines: ['Staff'], kind: 'record list', link: 'Open', path: '/roles' },
    { label: 'Volunteering', lines: ['Volunteer, Department lead'], kind: 'text' },
  ]);
  const nothing = { isVolunteer: false, isDepartmentLead: null, userRoles: [] };
  assert.deepEqual(view(nothing).atConvention, []);
});

test('P50 a field whose scope was not granted has no row, for any record; it is only offered', () => {
  const full: Partial<CurrentUser> = {
    email: 'CANARY',
    phone: 'CANARY',
    addressLine1: 'CANARY',
    addressCity: 'CANARY',
  };
  const labels = { 'pii:email': 'Email', 'pii:phone': 'Phone', 'pii:address': 'Address' };
  const gated = Object.keys(labels) as (keyof typeof labels)[];
  for (let subset = 0; subset < 8; subset += 1) {
    const granted = gated.filter((_, bit) => subset & (1 << bit));
    const { contact, offer } = view(full, ['pii:basic', ...granted]);
    assert.deepEqual(
      contact.map(({ label }) => label),
      granted.map((scope) => labels[scope]),
    );
    assert.deepEqual(
      (offer?.scopes ?? []).map(({ label }) => label),
      gated.filter((scope) => !granted.includes(scope)).map((scope) => labels[scope]),
    );
  }
  assert.ok(!JSON.stringify(view(full, ['pii:basic'])).includes('CANARY'));
});

test('a field that is not shared is an offer, with a link for each; fields that this site never requests are not named', () => {
  assert.deepEqual(view({}, ['pii:basic', 'pii:phone', 'pii:address']).offer, {
    question: 'See your email address here too?',
    text: 'You haven’t shared it with us. Your registration isn’t affected.',
    scopes: [{ label: 'Email', path: '/login?scope=pii%3Aemail&return_to=%2Fprofile' }],
  });
  const { offer } = view({}, ['pii:basic']);
  assert.equal(offer?.question, 'See these here too?');
  assert.match(offer?.text ?? '', /^You haven’t shared them with us\. Your registration isn’t/);
  assert.equal(view({}).offer, undefined);

  const page = profileView({
    user: asRead({ id: '1' }),
    grantedScopes: ['pii:basic'],
    optionalScopes: ['pii:phone'],
    pictureOrigins: [],
    identityUrl: undefined,
    paths,
    pathOf,
    words,
  });
  assert.deepEqual(
    page.offer?.scopes.map(({ label }) => label),
    ['Phone'],
  );
});

test('a shared field has four states: its value, empty at the registration, not available, not shared', () => {
  assert.deepEqual(row(view({ email: 'ada@example.org' }).contact, 'Email'), {
    label: 'Email',
    lines: ['ada@example.org'],
    kind: 'record',
  });
  for (const email of [null, '', ' ']) {
    assert.equal(row(view({ email }).contact, 'Email')?.lines[0], 'Not provided');
    assert.equal(row(view({ email }).contact, 'Email')?.link, 'Add it');
  }
  assert.equal(row(view({}).contact, 'Email')?.lines[0], 'Not available right now');
  assert.equal(row(view({}, ['pii:basic']).contact, 'Email'), undefined);
});

test('a phone number is shown in groups and from left to right, also one that could not be read', () => {
  for (const [phone, line] of [
    ['+12025550100', '+1 202 555 0100'],
    ['hello', 'hello'],
  ]) {
    assert.deepEqual(row(view({ phone }).contact, 'Phone'), {
      label: 'Phone',
      lines: [line],
      kind: 'record',
      direction: 'ltr',
    });
  }
  for (const [phone, said] of [
    [null, 'Not provided'],
    ['\u200b', 'Not provided'],
    [undefined, 'Not available right now'],
  ]) {
    assert.deepEqual(row(view({ phone }).contact, 'Phone')?.lines, [said]);
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

test('an address is written like in its country, with the country in the reader’s language', () => {
  assert.deepEqual(row(view(address).contact, 'Address'), {
    label: 'Address',
    lines: ['12 Harbour Lane', 'Portland, OR 97201', 'United States'],
    kind: 'record',
  });
  const { contact } = view(address, allScopes, withRegion(words, 'de-AT'));
  assert.equal(row(contact, 'Address')?.lines.at(-1), 'Vereinigte Staaten');
});

test('an address with empty parts is not provided, and one without any part is not available', () => {
  const empty = {
    addressLine1: '',
    addressLine2: null,
    addressCity: ' ',
    addressState: '\u200b',
    addressCountry: 'ZZ',
  };
  for (const user of [empty, { addressCity: null }, { addressCountry: '' }]) {
    const { lines, link, path } = row(view(user).contact, 'Address') ?? {};
    assert.deepEqual([lines, link, path], [['Not provided'], 'Add it', undefined]);
  }
  const none = row(view({}).contact, 'Address');
  assert.deepEqual([none?.lines, none?.link], [['Not available right now'], undefined]);
});
