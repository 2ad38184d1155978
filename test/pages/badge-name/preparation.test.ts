// The checklist: open items have a link, unknown ones are left out, and ages are counted in dates.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ageOn, preparation } from '../../../src/pages/badge-name/preparation.ts';
import { words } from '../../support/english.ts';

const user = { id: '1', emailVerified: true, identityVerified: true };
const registration = { user: { id: '1' }, badgeName: 'Foxy', status: 'paid' };

function prepare(changes: { user?: object; registration?: object | undefined; firstDay?: string }) {
  const { rows, done } = preparation({
    user: { ...user, ...changes.user },
    registration:
      'registration' in changes && !changes.registration
        ? undefined
        : { ...registration, ...changes.registration },
    firstDay: changes.firstDay,
    words,
  });
  return {
    done,
    rows: rows.map(({ label, lines, link }) => [label, ...lines, ...(link ? [link] : [])]),
  };
}

test('when all is done, one sentence says so', () => {
  assert.deepEqual(prepare({}), {
    done: 'All is done: your badge name is chosen, your registration paid, your e-mail and your identity verified.',
    rows: [],
  });
});

test('what is open stands with where to do it, what is done stands without', () => {
  const { done, rows } = prepare({
    user: { emailVerified: false },
    registration: { status: 'unpaid', badgeName: ' \u200b' },
  });
  assert.equal(done, undefined);
  assert.deepEqual(rows, [
    ['Badge name chosen', 'Not yet', 'Choose a badge name at Testcon registration'],
    ['Registration paid', 'Not yet', 'Pay at Testcon registration'],
    ['E-mail verified', 'Not yet', 'Verify at Testcon registration'],
    ['Identity verified', 'Yes'],
  ]);
});

test('what cannot be known is not claimed, neither done nor open', () => {
  const labels = (changes: Parameters<typeof prepare>[0]) =>
    prepare(changes).rows.map(([label]) => label);
  assert.deepEqual(labels({ registration: undefined }), ['E-mail verified', 'Identity verified']);
  for (const status of ['refunded', null, undefined]) {
    assert.deepEqual(labels({ registration: { status } }), [
      'Badge name chosen',
      'E-mail verified',
      'Identity verified',
    ]);
  }
  assert.deepEqual(labels({ user: { emailVerified: null } }), [
    'Badge name chosen',
    'Registration paid',
    'Identity verified',
  ]);
});

test('the age is told where birth date and first day are known, also when all is done', () => {
  const firstDay = '2027-07-02';
  const { done, rows } = prepare({ user: { bornAt: '1990-07-02T00:00:00.000Z' }, firstDay });
  assert.ok(done);
  assert.deepEqual(rows, [
    ['Age on the first day', '37 on July 2, 2027', 'Correct it at Testcon registration'],
  ]);
  for (const bornAt of [null, undefined, '', 'yesterday', '1990-02-31']) {
    assert.deepEqual(prepare({ user: { bornAt }, firstDay }).rows, []);
  }
});

test('an age is counted in dates: on the birthday, on the day before, and for who was born on 29 February', () => {
  for (const [bornAt, day, age] of [
    ['2009-07-02T00:00:00.000Z', '2027-07-02', 18],
    ['2009-07-03T00:00:00.000Z', '2027-07-02', 17],
    ['2009-07-02T23:59:59.000Z', '2027-07-02', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['2028-01-01', '2027-07-02', undefined],
    ['1800-01-01', '2027-07-02', undefined],
  ] as const) {
    assert.equal(ageOn(day, bornAt), age, `${bornAt} ${day}`);
  }
});
