import assert from 'node:assert/strict';
import test from 'node:test';
import type { Registration } from '../../../src/convention/registration.ts';
import { registrationDetails } from '../../../src/pages/badge-name/registration-details.ts';
import { words } from '../../support/app/english.ts';
import { after, before, during, timeAt } from '../../support/app/event-time.ts';

const deskHours = [
  { opens: '2027-07-02T10:00', closes: '2027-07-02T18:00' },
  { opens: '2027-07-03T09:00', closes: '2027-07-03T20:00' },
  { opens: '2027-07-04T09:00', closes: '2027-07-04T12:00' },
];

function detailsOf({
  registration,
  user = {},
  time = before,
  timeZone = 'UTC',
}: {
  registration?: Partial<Registration>;
  user?: object;
  time?: ReturnType<typeof timeAt>;
  timeZone?: string;
}) {
  const record = { user: { id: '1' }, badgeName: 'Foxy', status: 'paid', ...registration };
  const found = registration
    ? ({ state: 'found', record } as const)
    : ({ state: 'unknown' } as const);
  const records = { user: { id: '1', ...user }, registration: found };
  const details = registrationDetails({ records, time, timeZone, words });
  const rows = Object.fromEntries(details.rows.map(({ label, lines }) => [label, lines.join()]));
  return { ...details, rows, all: details.rows };
}

test('the badge as text comes first, then the days, the record and the answers', () => {
  const bornAt = '1990-07-03T00:00:00.000Z';
  const { heading, rows, hasName, all } = detailsOf({
    registration: {
      productName: 'Day',
      createdAt: '2026-03-02T10:00:00.000Z',
      options: [
        { name: 'Size', type: 'select', value: 'M' },
        { name: 'Meals', type: 'multi', value: ['Dinner', 'Brunch'] },
        { name: 'Why', type: 'text', value: '<i>A friend</i>' },
        { name: 'Visits', type: 'number', value: 4 },
        { name: 'Allergies', type: 'text', value: '' },
        { name: 'Days', type: 'multi', value: [] },
      ],
    },
    user: { bornAt },
  });
  assert.deepEqual([heading, hasName], ['Registration details', true]);
  assert.deepEqual(Object.entries(rows), [
    ['Name on the badge', 'Foxy'],
    ['Ticket', 'Day'],
    ['Payment', 'Paid'],
    ['Number for the desk', '1'],
    ['When', 'July 2\u2009–\u20095, 2027'],
    ['Registered', 'March 2, 2026'],
    ['Age on the first day', '36'],
    ['\u2068Size\u2069', 'M'],
    ['\u2068Meals\u2069', 'Dinner,Brunch'],
    ['\u2068Why\u2069', '<i>A friend</i>'],
    ['\u2068Visits\u2069', '4'],
    ['\u2068Allergies\u2069', 'Not answered'],
    ['\u2068Days\u2069', 'Not answered'],
  ]);
  assert.equal(all.find(({ label }) => label.startsWith('Age'))?.link, 'Not right?');
});

test('unknown values have no row: no days, no record, no invalid age, none after the convention', () => {
  const time = timeAt('2027-05-20T12:00:00Z', { days: undefined });
  const number = 'Number for the desk';
  const rowsWith = (more: Parameters<typeof detailsOf>[0]) => Object.keys(detailsOf(more).rows);
  assert.deepEqual(rowsWith({ time, user: { bornAt: '1990-07-03' } }), [number]);
  for (const bornAt of [null, undefined, '', 'yesterday', '1990-02-31'])
    assert.deepEqual(rowsWith({ user: { bornAt } }), [number, 'When']);
  assert.deepEqual(rowsWith({ time: after, user: { bornAt: '1990-07-03' } }), [number, 'When']);
  for (const id of ['f3b1c2d4-5e6f', '12345678901', '10 01', 'robin'])
    assert.deepEqual(rowsWith({ user: { id } }), ['When'], 'an id that nobody reads aloud');
});

test('during the convention the remaining hours come first', () => {
  const moment = '2027-07-03T12:00:00Z';
  const { heading, rows } = detailsOf({ time: timeAt(moment, { deskHours }) });
  assert.equal(heading, 'Pick-up times and details');
  assert.equal(rows['Badge pick-up'], 'Sun\u00a009:00–\u206012:00');
  assert.equal(detailsOf({ time: during }).heading, 'Registration details');
});

test('the day of the registration is in the convention’s time zone, and an invalid day is left out', () => {
  const createdAt = '2026-03-02T23:30:00.000Z';
  const { all } = detailsOf({ registration: { createdAt }, timeZone: 'Asia/Tokyo' });
  const { lines, moment } = all.find(({ label }) => label === 'Registered') ?? {};
  assert.deepEqual([lines, moment], [['March 3, 2026'], createdAt]);
  for (const wrong of [null, undefined, '', 'yesterday', '2026-13-01T00:00:00Z'])
    assert.equal(detailsOf({ registration: { createdAt: wrong } }).rows.Registered, undefined);
});

test('labels have their short names, except for one that repeats the ticket', () => {
  const flags = ['Sponsor', null, 'VIP'].map((shortName, id) => ({ id: String(id), shortName }));
  const labelsOf = (registration: Partial<Registration>) =>
    detailsOf({ registration }).rows['Notes on your registration'];
  assert.equal(labelsOf({ flags }), 'Sponsor,VIP');
  assert.equal(labelsOf({ flags, productDisplayName: 'Sponsor' }), 'VIP');
  for (const none of [null, undefined, []]) assert.equal(labelsOf({ flags: none }), undefined);
});

test('confirmed facts are shown, and nothing else', () => {
  const done = (user: object) => detailsOf({ user }).done;
  assert.deepEqual(done({ emailVerified: true, identityVerified: true }), [
    'Email confirmed',
    'Identity confirmed',
  ]);
  assert.deepEqual(done({ emailVerified: false, identityVerified: null }), []);
});
