// The badge view model in each state (paid, unpaid, none, not visible) and for every kind of badge
// name.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Lookup } from '../../../src/convention/own-records.ts';
import type { Registration } from '../../../src/convention/registration.ts';
import { badgeNameView } from '../../../src/pages/badge-name/badge-name-view.ts';
import { loadMessages } from '../../../src/web/messages.ts';
import { asRead } from '../../support/as-read.ts';
import { words } from '../../support/english.ts';

type BadgeNameView = ReturnType<typeof badgeNameView>;

const user = {
  id: '1',
  username: 'ada',
  preferredName: 'Foxy',
  firstName: 'Ada',
  lastName: 'Vale',
};
const now = Date.parse('2026-07-01T12:05:00Z');
const address = 'https://attendees.testcon.example/badge-name';
const baseOptions = {
  tried: '',
  softLimit: 20,
  firstDay: undefined,
  words,
  timeZone: 'UTC',
  now,
  address,
};

/** Every text is read cleaned, except for the badge name. */
function readBy(registration: Lookup<Registration>): Lookup<Registration> {
  if (registration.state !== 'found') return registration;
  const { badgeName, ...others } = registration.record;
  return { ...registration, record: { ...asRead(others), badgeName } };
}

function viewOf(
  registration: Lookup<Registration>,
  changed: { timeZone?: string; tried?: string } = {},
): BadgeNameView {
  return badgeNameView({ ...baseOptions, ...changed, user, registration: readBy(registration) });
}

/** The name on the card, its lines joined. */
const nameOnCard = ({ card }: BadgeNameView) => card.name?.lines.map(({ text }) => text).join(' ');

function viewOfRecord(registration: Partial<Registration>, timeZone?: string): BadgeNameView {
  const record = {
    user: { id: '1', username: 'ada' },
    badgeName: 'Foxy Fox',
    status: 'paid',
    ...registration,
  };
  return viewOf({ state: 'found', record }, timeZone ? { timeZone } : {});
}

const row = (view: BadgeNameView, label: string) => view.rows.find((one) => one.label === label);
const linesOf = (view: BadgeNameView, label: string) => row(view, label)?.lines;

test('a paid registration shows the badge name, the ticket and that it is paid', () => {
  const view = viewOfRecord({
    status: 'paid',
    productName: 'sponsor-2027',
    productDisplayName: 'Sponsor',
  });
  assert.equal(view.heading, 'Your badge');
  assert.equal(view.notice, undefined);
  assert.equal(nameOnCard(view), 'Foxy Fox');
  assert.deepEqual(linesOf(view, 'Badge name'), ['Foxy Fox']);
  assert.deepEqual(linesOf(view, 'Ticket'), ['Sponsor']);
  assert.deepEqual(row(view, 'Payment'), {
    label: 'Payment',
    lines: ['Paid'],
    kind: 'text',
    status: 'good',
  });
  assert.deepEqual(view.links, ['Change badge name at Testcon registration']);
});

test('an unpaid registration says so first, shows the ticket as chosen, and leads to the payment', () => {
  const view = viewOfRecord({ status: 'unpaid', productName: 'weekend-2027' });
  assert.deepEqual(view.notice, { title: 'Important', text: 'Your registration is not paid yet.' });
  assert.deepEqual(linesOf(view, 'Ticket you chose'), ['weekend-2027']);
  assert.equal(row(view, 'Ticket'), undefined);
  assert.deepEqual(row(view, 'Payment'), {
    label: 'Payment',
    lines: ['Not paid'],
    kind: 'text',
    status: 'open',
  });
  assert.equal(view.links[0], 'Pay at Testcon registration');
});

test('the ticket is named as it is displayed, else as it is called, else not provided', () => {
  for (const blank of [null, undefined, '', '\u200b']) {
    const named = viewOfRecord({ productDisplayName: blank, productName: 'day-2027' });
    assert.deepEqual(linesOf(named, 'Ticket'), ['day-2027']);
    const nameless = viewOfRecord({ productDisplayName: blank, productName: blank });
    assert.deepEqual(linesOf(nameless, 'Ticket'), ['Not provided']);
  }
});

test('a state of payment that nobody knows is told as it came, without a claim about it', () => {
  for (const status of ['refunded', 'PAID', '<b>paid</b>', '__proto__']) {
    const view = viewOfRecord({ status });
    assert.deepEqual(row(view, 'Payment'), { label: 'Payment', lines: [status], kind: 'record' });
    assert.equal(view.notice, undefined);
  }
  for (const status of [null, undefined, '', ' \u200b']) {
    assert.deepEqual(linesOf(viewOfRecord({ status }), 'Payment'), ['Not available right now']);
  }
});

test('without a registration the page says that there is none, to whom, and what may be the reason', () => {
  const view = viewOf({ state: 'none' });
  assert.equal(view.heading, 'You do not have a registration yet');
  assert.equal(
    view.paragraphs[0],
    '\u2068ada\u2069, we found no registration for this convention.',
  );
  assert.match(view.paragraphs[1] ?? '', /Wait five minutes .* Log out/);
  assert.deepEqual(view.links, ['Register at Testcon registration']);
  assert.deepEqual(
    [nameOnCard(view), view.notice, view.rows, view.answers],
    [undefined, undefined, [], []],
  );
  assert.equal(view.preparation, undefined, 'the one thing to do is to register');
  assert.deepEqual(
    [view.card.status?.text, view.card.title],
    ['No registration', 'Badge preview: no name chosen yet, No registration'],
  );
});

test('a registration that cannot be seen here is not claimed to be missing: the name of the account stands in its place', () => {
  const view = viewOf({ state: 'unknown' });
  assert.equal(view.heading, 'Your badge');
  assert.equal(nameOnCard(view), 'Foxy');
  assert.equal(view.card.status?.text, 'Name of your account');
  assert.match(view.paragraphs.join(' '), /^We cannot see your registration here/);
  assert.deepEqual([view.notice, view.rows, view.answers], [undefined, [], []]);
  assert.deepEqual(view.links, ['See your registration at Testcon registration']);
});

test('a badge name in which nothing can be seen is not chosen yet, and the page shows none', () => {
  const invisible = [
    '',
    ' ',
    '\u200b',
    ' \u200b ',
    '\u2060\ufeff',
    '\u202e\u202c',
    '\u00a0\u3000',
    '\u0007',
    '\u00ad',
  ];
  for (const badgeName of [null, undefined, ...invisible]) {
    const view = viewOfRecord({ badgeName });
    assert.equal(nameOnCard(view), undefined, JSON.stringify(badgeName));
    assert.deepEqual([view.hints, view.caption], [[], '']);
    assert.deepEqual(row(view, 'Badge name'), {
      label: 'Badge name',
      lines: ['Not chosen yet'],
      kind: 'text',
      link: 'Choose a badge name at Testcon registration',
    });
  }
});

test('who has no badge name is asked to choose one, paid or not, and who has one may change it', () => {
  const linksOf = (badgeName: string | null, status: string) =>
    viewOfRecord({ badgeName, status }).links.map((link) => link.split(' at ')[0]);
  for (const empty of [null, '', ' \u200b']) {
    assert.deepEqual(linksOf(empty, 'paid'), ['Choose a badge name']);
    assert.deepEqual(linksOf(empty, 'unpaid')[1], 'Choose a badge name');
  }
  assert.deepEqual(linksOf('Foxy', 'paid'), ['Change badge name']);
  assert.deepEqual(linksOf('Foxy', 'unpaid')[1], 'Change badge name');
});

test('any other badge name is shown as it is: emoji, right to left, stacked marks, markup, words of this program', () => {
  const stacked = `Z${'\u0335\u0321'.repeat(20)}oe`;
  for (const badgeName of [
    'W'.repeat(40),
    '👨‍👩‍👧‍👦 🏳️‍🌈',
    'ليلى',
    '\u202egnirts',
    stacked,
    '<b>&amp;',
    '{name}',
    '0',
    '__proto__',
  ]) {
    const view = viewOfRecord({ badgeName });
    assert.ok(nameOnCard(view));
    assert.deepEqual(row(view, 'Badge name'), {
      label: 'Badge name',
      lines: [badgeName],
      kind: 'record',
    });
  }
});

test('dates are those of the time zone of the convention, and a date that is none has no row', () => {
  const dates = { createdAt: '2026-03-02T23:30:00.000Z', updatedAt: '2026-04-11T07:30:00.000Z' };
  assert.deepEqual(linesOf(viewOfRecord(dates), 'Registered'), ['March 2, 2026']);
  const inTokyo = viewOfRecord(dates, 'Asia/Tokyo');
  assert.deepEqual(linesOf(inTokyo, 'Registered'), ['March 3, 2026']);
  assert.equal(row(inTokyo, 'Registered')?.moment, '2026-03-02T23:30:00.000Z');
  assert.deepEqual(linesOf(inTokyo, 'Last changed'), ['April 11, 2026']);
  assert.deepEqual(inTokyo.checked, { text: '21:05 GMT+9', iso: '2026-07-01T12:05:00.000Z' });
  for (const createdAt of [null, undefined, '', 'yesterday', '2026-13-01T00:00:00Z']) {
    assert.equal(row(viewOfRecord({ createdAt }), 'Registered'), undefined);
  }
});

test('flags are shown by their short names only, and without any there is no row', () => {
  const flags = [
    { id: '51', shortName: 'Sponsor' },
    { id: '52', shortName: null },
    { id: '53', shortName: 'VIP' },
  ];
  assert.deepEqual(linesOf(viewOfRecord({ flags }), 'Marks of the convention'), ['Sponsor', 'VIP']);
  for (const none of [null, undefined, []]) {
    assert.equal(row(viewOfRecord({ flags: none }), 'Marks of the convention'), undefined);
  }
});

test('answers to the event are shown by question, whatever their type', () => {
  const { answers } = viewOfRecord({
    options: [
      { name: 'Size', type: 'select', value: 'M' },
      { name: 'Meals', type: 'multi', value: ['Dinner', 'Brunch'] },
      { name: 'Why', type: 'text', value: '<i>A friend</i>' },
      { name: 'Visits', type: 'number', value: 4 },
      { name: 'Mood', type: 'hologram', value: 'purple' },
      { name: 'Allergies', type: 'text', value: '' },
      { name: 'Days', type: 'multi', value: [] },
    ],
  });
  assert.deepEqual(
    answers.map(({ label, lines }) => [label, ...lines]),
    [
      ['Size', 'M'],
      ['Meals', 'Dinner', 'Brunch'],
      ['Why', '<i>A friend</i>'],
      ['Visits', '4'],
      ['Mood', 'purple'],
      ['Allergies', 'Not answered'],
      ['Days', 'Not answered'],
    ],
  );
});

test('where the registration cannot be seen, the legal name is never shown in place of a badge name', () => {
  const nameless = { id: '1', firstName: 'Ada', lastName: 'Vale' };
  const view = badgeNameView({
    ...baseOptions,
    user: nameless,
    registration: { state: 'unknown' },
  });
  assert.equal(nameOnCard(view), undefined);
  assert.doesNotMatch(view.card.title, /Ada|Vale/);
  assert.deepEqual(view.paragraphs, ['We cannot see your registration here.']);
  const none = badgeNameView({
    ...baseOptions,
    user: { id: '1' },
    registration: { state: 'none' },
  });
  assert.equal(none.paragraphs[0], 'We found no registration for this convention.');
});

test('the card says in words what it shows: the convention, the ticket, and whether it is paid', () => {
  const paid = viewOfRecord({ productDisplayName: 'Sponsor' }).card;
  assert.equal(paid.title, 'Badge preview: Foxy Fox, Sponsor, Paid');
  assert.deepEqual(
    [paid.convention.text, paid.ticket?.text, paid.note],
    ['Testcon', 'Sponsor', 'Preview, close to print'],
  );
  assert.deepEqual([paid.status?.text, paid.status?.kind], ['Paid', 'good']);
  const unpaid = viewOfRecord({ status: 'unpaid' }).card;
  assert.deepEqual(
    [unpaid.status?.text, unpaid.status?.kind, unpaid.ticket],
    ['Not paid', 'open', undefined],
  );
  assert.equal(
    viewOfRecord({ status: 'refunded' }).card.status,
    undefined,
    'no claim about a state that nobody knows',
  );
  const long = viewOfRecord({ productName: 'W'.repeat(500) }).card;
  assert.deepEqual([long.ticket?.text, long.ticket?.width], [`${'W'.repeat(24)}…`, 226]);
});

test('a payment status in letters whose width only the browser knows leaves its box to the line and its mark', () => {
  const arabic = Object.assign(() => 'مدفوع', { locale: 'ar' });
  const record = { user: { id: '1', username: 'ada' }, status: 'paid' };
  const registration = { state: 'found', record } as const;
  const { status } = badgeNameView({ ...baseOptions, words: arabic, user, registration }).card;
  assert.deepEqual([status?.text, status?.width, status?.markX], ['مدفوع', undefined, 348]);
});

test('a convention with a long name is cut on the card, beside the ticket and without one', () => {
  const folder = new URL('../../../views/messages/', import.meta.url);
  const longWords = loadMessages(folder, { locale: 'en', common: { convention: 'W'.repeat(500) } });
  for (const [productName, width] of [
    ['Sponsor', 330],
    [null, 576],
  ] as const) {
    const record = { user: { id: '1' }, badgeName: 'Foxy', productName };
    const { card } = badgeNameView({
      ...baseOptions,
      user,
      registration: { state: 'found', record },
      words: longWords,
    });
    assert.deepEqual([card.convention.text, card.convention.width], [`${'W'.repeat(40)}…`, width]);
  }
});

test('a name that is tried stands on the card and gets the hints; the rows and the account keep their own', () => {
  const record = { user: { id: '1' }, badgeName: 'Foxy Fox', status: 'unpaid' };
  const view = viewOf({ state: 'found', record }, { tried: ' 🦊 ' });
  assert.deepEqual(
    [nameOnCard(view), view.card.note, view.card.status?.text],
    ['🦊', 'A name you try', 'Not paid'],
  );
  assert.deepEqual(view.hints, [
    'Some badge printers cannot print emoji.',
    'It begins or ends with a space.',
  ]);
  assert.deepEqual(linesOf(view, 'Badge name'), ['Foxy Fox']);
  assert.deepEqual(view.tried, { text: ' 🦊 ', count: 1 });
  assert.equal(
    view.caption,
    'You are trying a name. Nothing is saved or sent. Your own: \u2068Foxy Fox\u2069',
  );
  for (const state of ['none', 'unknown'] as const)
    assert.equal(nameOnCard(viewOf({ state }, { tried: 'Vix' })), 'Vix');
});

test('hints are about the badge name as it was typed, with the limit of the settings', () => {
  assert.deepEqual(viewOfRecord({ badgeName: ' Foxy' }).hints, ['It begins or ends with a space.']);
  assert.deepEqual(viewOfRecord({}).hints, []);
  const strict = {
    ...baseOptions,
    softLimit: 3,
    user,
    registration: { state: 'unknown' } as const,
  };
  assert.match(badgeNameView(strict).hints.join(), /more than 3 characters/);
});
