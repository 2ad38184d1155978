import assert from 'node:assert/strict';
import test from 'node:test';
import type { Lookup } from '../../../src/convention/own-records.ts';
import type { Registration } from '../../../src/convention/registration.ts';
import { badgeNameView } from '../../../src/pages/badge-name/badge-name-view.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { eventTimeAt } from '../../../src/web/words/event-times.ts';
import { words } from '../../support/app/english.ts';
import { goodSettings } from '../../support/app/good-settings.ts';
import { asRead } from '../../support/platform/as-read.ts';
import { pathOf } from './path-of.ts';

type BadgeNameView = ReturnType<typeof badgeNameView>;

const user = {
  id: '1',
  username: 'ada',
  preferredName: 'Foxy',
  firstName: 'Ada',
  lastName: 'Vale',
};
const { event, badge, convention } = readConfig({
  ...goodSettings,
  REGISTRATION_URL: 'https://reg.testcon.example/',
  BADGE_NAME_URL: 'https://reg.testcon.example/badge',
  BADGE_TIERS: 'Sponsor=f6bd2f/2a1b00',
  PICTURE_ORIGINS: 'https://pictures.example',
});
const { registrationUrl, pictureOrigins } = convention;
const settings = { event, badge, registrationUrl, pictureOrigins, timeZone: 'UTC', pathOf };
const days = { first: '2027-07-02', last: '2027-07-05' };
const today = '2026-07-01T12:06:00Z';

function readBy(registration: Lookup<Registration>): Lookup<Registration> {
  if (registration.state !== 'found') return registration;
  const { badgeName, ...others } = registration.record;
  return { ...registration, record: { ...asRead(others), badgeName } };
}

interface Case {
  readonly now?: string;
  readonly event?: object;
}

function viewOf(
  registration: Lookup<Registration>,
  changed: object = {},
  { now = today, event: changedEvent = {} }: Case = {},
): BadgeNameView {
  const changedSettings = { ...settings, event: { ...event, ...changedEvent } };
  const { deskHours } = changedSettings.event;
  return badgeNameView({
    ...changedSettings,
    records: { user: { ...user, ...changed }, registration: readBy(registration) },
    time: eventTimeAt(Date.parse(now), { days, deskHours, timeZone: 'UTC' }),
    words,
    readAt: Date.parse('2026-07-01T12:05:00Z'),
    pageUrl: 'https://attendees.testcon.example/badge-name',
  });
}

function viewOfRecord(
  registration: Partial<Registration>,
  changed: object = {},
  on: Case = {},
): BadgeNameView {
  const record = {
    user: { id: '1', username: 'ada' },
    badgeName: 'Foxy Fox',
    status: 'paid',
    ...registration,
  };
  return viewOf({ state: 'found', record }, changed, on);
}

const nameOnCard = ({ card }: BadgeNameView) => card.name?.lines.map(({ text }) => text).join(' ');

test('an attendee who has paid and has a badge name has nothing to do first', () => {
  const view = viewOfRecord({ productName: 'sponsor-2027', productDisplayName: 'Sponsor' });
  assert.equal(view.heading, 'Your badge');
  assert.equal(view.bar, undefined);
  assert.equal(view.card.title, 'Badge: Foxy Fox, Testcon, July 2 – 5, 2027, Sponsor, Paid');
  assert.equal(view.card.foot.colors?.fill, '#f6bd2f');
  assert.deepEqual(view.changeName, {
    label: 'Change name',
    url: 'https://reg.testcon.example/badge',
  });
  assert.deepEqual([view.hints, view.unknown], [[], '']);
});

test('an attendee who has not paid sees the payment first, and only the badge repeats it', () => {
  const view = viewOfRecord({ status: 'unpaid', productName: 'weekend-2027' });
  assert.equal(view.bar?.look, 'pay');
  assert.match(view.card.title, /weekend-2027, Not paid$/);
  const { card, bar, details, ...others } = view;
  assert.doesNotMatch(JSON.stringify(others), /paid|pay/i);
});

test('an attendee without a badge name is asked to choose one, in one place only', () => {
  for (const badgeName of [null, undefined, '', ' \u200b ']) {
    const view = viewOfRecord({ badgeName });
    assert.equal(view.bar?.links[0]?.text, 'Choose your badge name');
    assert.equal(nameOnCard(view), undefined, JSON.stringify(badgeName));
    assert.deepEqual([view.hints, view.changeName, view.nameUntil], [[], undefined, '']);
  }
  const unpaid = viewOfRecord({ badgeName: '', status: 'unpaid' });
  assert.equal(unpaid.bar?.links[0]?.text, 'Pay now');
  assert.equal(unpaid.changeName?.label, 'Choose name');
});

test('the ticket has its display name, otherwise its name, otherwise none', () => {
  for (const blank of [null, undefined, '', '\u200b']) {
    const named = viewOfRecord({ productDisplayName: blank, productName: 'day-2027' });
    assert.match(named.card.title, /, day-2027, Paid$/);
    const nameless = viewOfRecord({ productDisplayName: blank, productName: blank });
    assert.match(nameless.card.title, /2027, Paid$/);
  }
});

test('an unknown payment status is shown unchanged, without a claim about it', () => {
  for (const status of ['refunded', 'PAID', '<b>paid</b>', '__proto__']) {
    const view = viewOfRecord({ status });
    assert.ok(view.card.title.endsWith(`, ${status}`), view.card.title);
    assert.deepEqual([view.bar, view.card.foot.kind], [undefined, 'other']);
  }
  for (const status of [null, undefined, '', ' \u200b'])
    assert.match(viewOfRecord({ status }).card.title, /Payment unknown$/);
});

test('a registration that cannot be seen here is not claimed to be missing: the account’s name is shown instead', () => {
  const view = viewOf({ state: 'unknown' });
  assert.equal(view.heading, 'Your badge');
  assert.equal(view.card.title, 'Badge: Foxy, Testcon, July 2 – 5, 2027, Account name');
  assert.match(view.unknown, /^We can’t see your registration, so this is your account name/);
  assert.deepEqual([view.bar, view.changeName], [undefined, undefined]);
});

test('where the registration cannot be seen, the legal name never replaces a badge name', () => {
  const view = viewOf({ state: 'unknown' }, { username: undefined, preferredName: undefined });
  assert.equal(nameOnCard(view), undefined);
  assert.equal(view.unknown, 'We can’t see your registration.');
  assert.doesNotMatch(JSON.stringify(view), /Ada|Vale/);
});

test('any badge name is on the card unchanged: emoji, right to left, markup, words of this program', () => {
  for (const badgeName of ['👨‍👩‍👧‍👦 🏳️‍🌈', 'ليلى', '<b>&amp;', '{name}', '0', '__proto__'])
    assert.equal(nameOnCard(viewOfRecord({ badgeName })), badgeName);
});

test('P53 a picture is on the card if its site may show pictures here', () => {
  const pictureOf = (profilePictureUrl: string | null) =>
    viewOfRecord({}, { profilePictureUrl }).card.picture?.url;
  assert.equal(pictureOf('https://pictures.example/1.png'), 'https://pictures.example/1.png');
  for (const other of ['https://elsewhere.example/1.png', 'javascript:alert(1)', '', null])
    assert.equal(pictureOf(other), undefined);
});

test('hints are about the badge name as typed, with the limit from the settings', () => {
  assert.deepEqual(viewOfRecord({ badgeName: ' Foxy' }).hints, [
    'The name begins or ends with a space.',
  ]);
  assert.match(viewOfRecord({ badgeName: 'W'.repeat(21) }).hints.join(), /over 20 characters/);
});

test('it says when the convention was asked, in the convention’s time zone', () => {
  assert.deepEqual(viewOfRecord({}).checked, {
    text: '12:05',
    day: ' (July 1)',
    isToday: true,
    iso: '2026-07-01T12:05:00.000Z',
  });
});

test('a name that can be changed until a day says so, and on the day after it is final and nothing offers to change it', () => {
  const on = (day: string, registration: Partial<Registration> = {}) =>
    viewOfRecord(registration, {}, { now: `${day}T12:00Z`, event: { nameUntil: '2027-06-01' } });
  const before = on('2027-05-20');
  assert.equal(before.nameUntil, 'Names can be changed until June 1 (12 days left).');
  assert.deepEqual([before.changeName?.label, before.mayPreview], ['Change name', true]);
  const last = on('2027-06-01');
  assert.equal(last.nameUntil, 'Names can be changed until June 1 (today).');
  assert.equal(last.mayPreview, true);
  const final = on('2027-06-02');
  assert.equal(final.nameUntil, 'Badges are being printed: your name is final.');
  assert.deepEqual([final.changeName, final.mayPreview], [undefined, false]);
  assert.equal(on('2027-06-02', { status: 'unpaid', badgeName: '' }).changeName, undefined);
  const without = viewOfRecord({});
  assert.deepEqual([without.nameUntil, without.mayPreview], ['', true]);
});

test('after the convention, nothing is left to do', () => {
  for (const registration of [{}, { status: 'unpaid' }, { badgeName: '' }, { badgeName: ' 🦊' }]) {
    const on = { now: '2027-07-06T00:00Z', event: { nameUntil: '2027-06-01' } };
    const view = viewOfRecord(registration, {}, on);
    const { changeName, nameUntil, mayPreview, preparation, hints, facts } = view;
    assert.deepEqual(
      [changeName, nameUntil, mayPreview, preparation, hints, facts],
      [undefined, '', false, undefined, [], []],
    );
    assert.doesNotMatch(JSON.stringify(view), /Bring|calendar|pick-up/i);
  }
  const plain = viewOfRecord({}, {}, { now: '2027-07-06T00:00Z' });
  assert.deepEqual(
    [plain.changeName, plain.mayPreview],
    [undefined, false],
    'the same applies without a deadline',
  );
});

test('during the convention no preview is offered, and open tasks stay', () => {
  const on = (event: object) => viewOfRecord({ badgeName: ' 🦊' }, {}, { now: noon, event });
  const noon = '2027-07-02T12:00Z';
  const view = on({ nameUntil: '2027-06-01' });
  assert.deepEqual(
    [view.isDay, view.mayPreview, view.changeName, view.hints, view.nameUntil],
    [true, false, undefined, [], ''],
  );
  assert.equal(on({}).changeName?.label, 'Change name', 'names can be changed without a deadline');
  const before = viewOfRecord({}, {}, { now: '2027-07-01T12:00Z' });
  assert.deepEqual([before.isDay, before.mayPreview], [false, true]);
});
