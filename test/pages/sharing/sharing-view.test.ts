// The sharing view model, for every set of granted scopes and of the site's own scopes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { sharingView } from '../../../src/pages/sharing/sharing-view.ts';
import { words } from '../../support/english.ts';
import { pathOf } from '../../support/path-of.ts';

const optionalScopes = ['pii:email', 'pii:phone', 'pii:address'];
const held = {
  userId: '77',
  grantedScopes: ['pii:basic', 'pii:email'],
  since: Date.parse('2027-03-04T10:05:00Z'),
  name: 'Robin',
  until: Date.parse('2027-03-04T22:05:00Z'),
  permittedUntil: Date.parse('2027-03-04T11:05:00Z'),
};
const baseOptions = {
  optionalScopes,
  serviceScopes: [],
  limits: { idleSeconds: 1800, absoluteSeconds: 12 * 3600 },
  timeZone: 'UTC',
  pathOf,
  words,
};
const view = (grantedScopes = held.grantedScopes, changed = {}) =>
  sharingView({ ...baseOptions, held: { ...held, grantedScopes }, ...changed });

test('each scope is in exactly one of the two lists: with a way to stop, or with a way to share', () => {
  for (let subset = 0; subset < 8; subset += 1) {
    const granted = optionalScopes.filter((_, bit) => subset & (1 << bit));
    const { shared, notShared } = view(['pii:basic', ...granted]);
    const stops = shared.flatMap(({ path = [] }) => path);
    assert.deepEqual(
      stops,
      granted.map((scope) => `/sharing/stop?scope=${encodeURIComponent(scope)}`),
    );
    assert.deepEqual(
      notShared.map(({ path }) => new URL(path, 'http://localhost').searchParams.get('scope')),
      optionalScopes.filter((scope) => !granted.includes(scope)),
    );
  }
});

test('what cannot be left out is named, and cannot be stopped alone', () => {
  const { shared } = view(['pii:basic', 'con:read']);
  assert.deepEqual(
    shared.map(({ label, link }) => [label, link]),
    [
      ['Name and account', undefined],
      ['Registration', undefined],
    ],
  );
});

test('a scope that only this operator knows is told under its own name: nothing that is held is kept quiet', () => {
  const [, row] = view(['pii:basic', 'pii:finance:read']).shared;
  assert.deepEqual(row?.lines, [
    'Testcon registration calls it pii:finance:read. We do not show it.',
  ]);
});

test('since when, where it is kept and until when stand beside it', () => {
  const lines = view().terms.map(({ label, lines }) => [label, ...lines].join(': '));
  assert.equal(lines[0], 'Since: Your login here, March 4 at 10:05 UTC');
  assert.match(
    lines[1] ?? '',
    /^Kept: Nowhere\. All that this site keeps is your user id, the name above and the permission to read/,
  );
  assert.match(
    lines[2] ?? '',
    /^Until: .* stay away for 30 minutes; March 4 at 22:05 UTC at the latest$/,
  );
  assert.match(lines[3] ?? '', /^Permission to read: Ends March 4 at 11:05 UTC\./);
});

test('a permission that lasts for the whole login has no end of its own', () => {
  const { terms } = view(undefined, { held: { ...held, permittedUntil: held.until } });
  assert.deepEqual(
    terms.map(({ label }) => label),
    ['Since', 'Kept', 'Until'],
  );
});

test('what the site reads with its own credential is said, as far as it may, and nothing where it has none', () => {
  assert.equal(view().ownRecords, undefined);
  const own = view(undefined, { serviceScopes: ['registration:read', 'user:read'] }).ownRecords;
  assert.match(
    own ?? '',
    /lets this site see your registration and your roles, .* thrown away unread/,
  );
  const all = view(undefined, {
    serviceScopes: ['registration:read', 'volunteer:read', 'vendor:read', 'user:read'],
  });
  assert.match(
    all.ownRecords ?? '',
    /your registration, your volunteer application, your dealer application, and your roles/,
  );
});

test('names of scopes are for developers only', () => {
  const { forDevelopers, ...page } = view(['pii:basic', 'pii:email', 'con:read']);
  const texts = JSON.stringify({
    ...page,
    shared: page.shared.map(({ path: _, ...row }) => row),
    notShared: [],
  });
  assert.doesNotMatch(texts, /pii:|con:read/);
  assert.deepEqual(forDevelopers[1]?.lines, ['pii:basic', 'pii:email', 'con:read']);
});
