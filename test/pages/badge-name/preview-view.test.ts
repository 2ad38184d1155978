// The preview of another name: never taken for the attendee's own badge.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { BadgeRecords } from '../../../src/pages/badge-name/own-badge.ts';
import { previewView, triedPictureView } from '../../../src/pages/badge-name/preview-view.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { words } from '../../support/english.ts';
import { goodSettings } from '../../support/good-settings.ts';

const { badge } = readConfig(goodSettings);
const days = { first: '2027-07-02', last: '2027-07-05' };
const record = { user: { id: '1' }, badgeName: 'Foxy Fox', status: 'unpaid', productName: 'Day' };
const user = { id: '1', username: 'ada', firstName: 'Ada', lastName: 'Vale' };

const view = (tried: string, registration: BadgeRecords['registration']) =>
  previewView({ tried, records: { user, registration }, badge, days, words });
const found = { state: 'found', record } as const;

test('a name that is tried stands on the card, marked as not saved, with its hints and its length', () => {
  const { card, hints, count, field, note, heading } = view(' 🦊 ', found);
  assert.equal(heading, 'Preview a name');
  assert.deepEqual([card.title, card.foot.kind], ['Preview: 🦊, Not saved', 'tried']);
  assert.deepEqual(hints, [
    'Some badge printers cannot print emoji.',
    'The name begins or ends with a space.',
  ]);
  assert.deepEqual([count, field], ['1 character', ' 🦊 ']);
  assert.equal(note, 'This is only a preview. Your badge name is still \u2068Foxy Fox\u2069.');
  assert.doesNotMatch(JSON.stringify(card), /paid|Day/i);
});

test('it begins with the own name, which is not called unsaved, not even when it is typed', () => {
  for (const tried of ['', 'Foxy Fox', ' Foxy Fox ']) {
    const { card, field } = view(tried, found);
    assert.deepEqual(
      [card.title, field],
      ['Preview: Foxy Fox, Your name now', tried || 'Foxy Fox'],
    );
  }
});

test('without a badge name, or without a registration, it begins empty; the legal name is nowhere', () => {
  for (const registration of [
    { state: 'none' },
    { state: 'found', record: { ...record, badgeName: ' \u200b' } },
  ] as const) {
    const empty = view('', registration);
    assert.deepEqual([empty.card.name, empty.field, empty.hints], [undefined, '', []]);
    assert.equal(empty.note, 'This is only a preview. It does not change your badge.');
    assert.doesNotMatch(JSON.stringify(empty), /Ada|Vale/);
  }
});

test('the picture while one types is the same, in words too; without a letter it has no name', () => {
  const { card, details } = triedPictureView({ tried: 'Vix 🦊', badge, days, words });
  assert.equal(card.title, 'Preview: Vix 🦊, Not saved');
  assert.deepEqual(details, ['5 characters', 'Some badge printers cannot print emoji.']);
  const empty = triedPictureView({ tried: '', badge, days, words });
  assert.deepEqual([empty.card.name, empty.details], [undefined, ['0 characters']]);
});
