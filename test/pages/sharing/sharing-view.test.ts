import assert from 'node:assert/strict';
import test from 'node:test';
import { sharingView } from '../../../src/pages/sharing/sharing-view.ts';
import { words } from '../../support/app/english.ts';
import { asRead } from '../../support/platform/as-read.ts';

const optionalScopes = ['pii:email', 'pii:phone', 'pii:address'];
const held = {
  userId: '77',
  grantedScopes: ['pii:basic', 'pii:email'],
  since: Date.parse('2027-03-04T10:05:00Z'),
  name: 'Robin',
  until: Date.parse('2027-03-04T22:05:00Z'),
  permittedUntil: Date.parse('2027-03-04T11:05:00Z'),
};
const user = asRead({
  id: '77',
  preferredName: 'Robin',
  username: 'robin_banks',
  email: 'robin@example.org',
  phone: '+12025551001',
  addressLine1: '12 Harbour Lane',
  addressCity: 'Portland',
  addressCountry: 'US',
});
const baseOptions = {
  user,
  optionalScopes,
  serviceScopes: [],
  limits: { idleSeconds: 1800, absoluteSeconds: 12 * 3600 },
  timeZone: 'UTC',
  pictureOrigins: [],
  paths: {
    login: '/login',
    sharing: '/sharing',
    stop: '/sharing/stop',
    download: '/sharing/download',
    forget: '/sharing/forget',
    logoutEverywhere: '/logout/everywhere',
  },
  now: Date.parse('2027-03-04T10:05:00Z'),
  words,
};
const view = (grantedScopes = held.grantedScopes, changed = {}) =>
  sharingView({ ...baseOptions, held: { ...held, grantedScopes }, ...changed });
const itemsOf = (page: ReturnType<typeof view>) =>
  page.items.map(({ row, action }) => [row.label, row.lines.join(), action?.text]);

test('a login that ends tomorrow says so next to the time', () => {
  for (const [timeZone, end] of [
    ['UTC', '11:05'],
    ['America/New_York', '06:05'],
    ['Pacific/Auckland', '00:05 (March 5)'],
  ] as const) {
    const { onlyYou } = view(undefined, { timeZone });
    assert.ok(onlyYou.endsWith(`logged out by ${end}.`), onlyYou);
  }
});

test('each scope is one item, with its value and one way to stop, or one way to share', () => {
  for (let subset = 0; subset < 8; subset += 1) {
    const granted = optionalScopes.filter((_, bit) => subset & (1 << bit));
    const { items } = view(['pii:basic', ...granted]);
    const paths = items.flatMap(({ action }) => action?.path ?? []);
    assert.deepEqual(
      paths,
      optionalScopes.map((scope) =>
        granted.includes(scope)
          ? `/sharing/stop?scope=${encodeURIComponent(scope)}`
          : `/login?scope=${encodeURIComponent(scope)}&return_to=%2Fsharing`,
      ),
    );
  }
  assert.deepEqual(itemsOf(view(['pii:basic', 'pii:phone', 'pii:address'])), [
    ['Name and account', 'Name, date of birth, picture, roles', undefined],
    ['Email', 'Not shared', 'Share'],
    ['Phone', '+1 202 555 1001', 'Stop sharing'],
    ['Address', '12 Harbour Lane\u00a0…', 'Stop sharing'],
  ]);
});

test('while the platform does not respond, scopes can still be stopped', () => {
  const page = view(undefined, { user: undefined });
  assert.deepEqual(itemsOf(page).slice(1), [
    ['Email', 'Shared', 'Stop sharing'],
    ['Phone', 'Not shared', 'Share'],
    ['Address', 'Not shared', 'Share'],
  ]);
  assert.deepEqual([page.person.name, page.person.username], ['Robin', undefined]);
});

test('required scopes are named, and cannot be stopped separately', () => {
  assert.deepEqual(itemsOf(view(['pii:basic', 'con:read'])).slice(0, 2), [
    ['Name and account', 'Name, date of birth, picture, roles', undefined],
    ['Registration', 'Badge name, ticket and payment', undefined],
  ]);
});

test('a scope that only this operator knows has its own name, so nothing is hidden', () => {
  const page = view(['pii:basic', 'pii:finance:read']);
  assert.deepEqual(itemsOf(page)[1], ['Something else', '\u2068pii:finance:read\u2069', undefined]);
  const [, use] = page.how.uses;
  assert.deepEqual(use?.lines, [
    'The Testcon registration site calls it \u2068pii:finance:read\u2069. We don’t show it.',
  ]);
});

test('the person, and the latest end, are at the top: the earlier of the login and the permission', () => {
  assert.deepEqual(
    [view().person.name, view().person.username, view().onlyYou],
    ['Robin', 'robin_banks', 'Only you can see this. You’ll be logged out by 11:05.'],
  );
  const lasting = view(undefined, { held: { ...held, permittedUntil: held.until + 1 } });
  assert.equal(lasting.onlyYou, 'Only you can see this. You’ll be logged out by 22:05.');
});

test('the page explains from when, what is stored and until when', () => {
  const lines = view().how.terms.map(({ label, lines }) => [label, ...lines].join(': '));
  assert.equal(lines[0], 'Since: Your login on March 4 at 10:05 UTC');
  assert.match(
    lines[1] ?? '',
    /^What we keep: We keep only your user ID, your name above and our access to your details/,
  );
  assert.match(
    lines[2] ?? '',
    /^Until: .* inactive for 30 minutes, but no later than March 4 at 22:05 UTC/,
  );
  assert.match(lines[3] ?? '', /^Our access to your details: Lasts until March 4 at 11:05 UTC\./);
});

test('a permission that lasts for the whole login has no separate end', () => {
  const { how } = view(undefined, { held: { ...held, permittedUntil: held.until } });
  assert.deepEqual(
    how.terms.map(({ label }) => label),
    ['Since', 'What we keep', 'Until'],
  );
});

test('the purpose of each scope is explained, shared or not', () => {
  assert.deepEqual(
    view().how.uses.map(({ label }) => label),
    ['Name and account', 'Email', 'Phone', 'Address'],
  );
});

test('records that the site reads with its own credential are named, and without a credential none are', () => {
  assert.equal(view().how.ownRecords, undefined);
  const own = view(undefined, { serviceScopes: ['registration:read', 'user:read'] });
  assert.match(
    own.how.ownRecords ?? '',
    /also lets us see your registration and your roles\. What you choose to share doesn’t change that\. We discard the email/,
  );
  const all = view(undefined, {
    serviceScopes: ['registration:read', 'volunteer:read', 'vendor:read', 'user:read'],
  });
  assert.match(
    all.how.ownRecords ?? '',
    /your registration, your volunteer application, your dealer application, and your roles/,
  );
});

test('scope names are for developers only', () => {
  const { how, items, ...page } = view(['pii:basic', 'pii:email', 'con:read']);
  const { forDevelopers, ...explained } = how;
  const texts = JSON.stringify({ ...page, explained, items: items.map(({ row }) => row) });
  assert.doesNotMatch(texts, /pii:|con:read/);
  assert.deepEqual(forDevelopers.at(-1)?.lines, ['pii:basic', 'pii:email', 'con:read']);
});
