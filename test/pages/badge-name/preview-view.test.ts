import assert from 'node:assert/strict';
import test from 'node:test';
import { type BadgeRecords, ownCard } from '../../../src/pages/badge-name/own-badge.ts';
import { previewView, triedPictureView } from '../../../src/pages/badge-name/preview-view.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { deadlineOf } from '../../../src/web/words/event-times.ts';
import { words } from '../../support/app/english.ts';
import { goodSettings } from '../../support/app/good-settings.ts';

const { badge } = readConfig({ ...goodSettings, BADGE_TIERS: 'Day=f6bd2f/2a1b00' });
const days = { first: '2027-07-02', last: '2027-07-05' };
const record = { user: { id: '1' }, badgeName: 'Foxy Fox', status: 'paid', productName: 'Day' };
const picture = 'https://con.example/1.png';
const user = {
  ...{ id: '1', username: 'ada', firstName: 'Ada', lastName: 'Vale' },
  profilePictureUrl: picture,
};

const options = {
  ...{ badge, days, words },
  pictureOrigins: ['https://con.example'],
  deadline: deadlineOf('2027-06-01', { time: { today: '2027-05-20' }, words }),
};
const view = (tried: string, registration: BadgeRecords['registration']) =>
  previewView({ ...options, tried, records: { user, registration } });
const found = { state: 'found', record } as const;

test('a previewed name is on the card, marked as not saved, with its hints and its length', () => {
  const { card, hints, count, field, note, heading } = view(' 🦊 ', found);
  assert.equal(heading, 'Preview a name');
  assert.match(card.title, /^Preview: 🦊, Testcon, July 2 – 5, 2027, Day, Not saved$/);
  assert.equal(card.foot.kind, 'preview');
  assert.deepEqual(hints, [
    'Some badge printers can’t print emoji.',
    'The name begins or ends with a space.',
  ]);
  assert.deepEqual([count, field], ['1 character', ' 🦊 ']);
  assert.equal(note, 'This is only a preview. Your badge name is still “\u2068Foxy Fox\u2069”.');
  assert.doesNotMatch(JSON.stringify(card), /paid/i);
});

test('the real name has the real badge: same picture, ticket, size and breaks, paid or not, also when it is typed again', () => {
  for (const status of ['paid', 'unpaid', 'refunded']) {
    const registration = { state: 'found', record: { ...record, status } } as const;
    const records = { user, registration };
    const own = ownCard({ records, days, picture, tiers: badge.tiers, words });
    assert.match(own.title, /^Badge: Foxy Fox, .*, Day, (Paid|Not paid|refunded)$/);
    for (const tried of ['', 'Foxy Fox', ' Foxy Fox ']) {
      const { card, field } = view(tried, registration);
      assert.deepEqual([card, field], [own, tried || 'Foxy Fox']);
    }
    assert.deepEqual(triedPictureView({ ...options, records, tried: 'Foxy Fox' }).card, own);
  }
});

test('without a badge name, or without a registration, it begins empty; the legal name is nowhere', () => {
  for (const [registration, kind] of [
    [{ state: 'none' }, 'preview'],
    [{ state: 'found', record: { ...record, badgeName: ' \u200b' } }, 'paid'],
  ] as const) {
    const empty = view('', registration);
    assert.deepEqual([empty.card.name, empty.field, empty.hints], [undefined, '', []]);
    assert.equal(empty.card.foot.kind, kind);
    assert.equal(empty.note, 'This is only a preview. It doesn’t change your badge.');
    assert.doesNotMatch(JSON.stringify(empty), /Ada|Vale/);
  }
});

test('the preview while typing is the same, in words too; without a letter it has no name', () => {
  const records = { user, registration: found };
  const { card, details } = triedPictureView({ ...options, records, tried: 'Vix 🦊' });
  assert.deepEqual(card, view('Vix 🦊', found).card);
  assert.deepEqual(details, ['5 characters', 'Some badge printers can’t print emoji.']);
  const empty = triedPictureView({ ...options, records, tried: '' });
  assert.match(empty.card.title, /^Preview: no name yet, .* Not saved$/);
  assert.deepEqual([empty.card.name, empty.details], [undefined, ['0 characters']]);
});

test('it shows the last day to choose or change a name, if there is one', () => {
  assert.equal(view('', found).until, 'Names can be changed until June 1 (12 days left).');
  const unnamed = { state: 'found', record: { ...record, badgeName: '' } } as const;
  assert.equal(view('Foxy', unnamed).until, 'Choose a name by June 1 (12 days left).');
  const records = { user, registration: found };
  const without = previewView({ ...options, tried: '', records, deadline: undefined });
  assert.equal(without.until, undefined);
});
