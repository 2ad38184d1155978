import assert from 'node:assert/strict';
import test from 'node:test';
import { type BadgeRecords, badgeAsText } from '../../../src/pages/badge-name/own-badge.ts';
import { unreadable } from '../../../src/text.ts';
import { words } from '../../support/app/english.ts';

const user = { id: '1', username: 'ada' };
const record = { user: { id: '1' }, badgeName: ' Foxy  Fox ', productName: 'day' };

function textOf(registration: BadgeRecords['registration']) {
  const { rows, hasName } = badgeAsText({ records: { user, registration }, words });
  const texts = rows.map(({ label, lines, kind, status }) => [label, lines.join(), kind, status]);
  return { texts, hasName };
}
const found = (changes: object) =>
  textOf({ state: 'found', record: { ...record, ...changes } } as BadgeRecords['registration']);

test('the name as typed, the ticket, and its payment, as a word with a shape', () => {
  assert.deepEqual(found({ status: 'paid', productDisplayName: 'Day ticket' }), {
    hasName: true,
    texts: [
      ['Name on the badge', ' Foxy  Fox ', 'record', undefined],
      ['Ticket', 'Day ticket', 'record', undefined],
      ['Payment', 'Paid', 'text', 'good'],
    ],
  });
  assert.deepEqual(found({ status: 'unpaid' }).texts.slice(1), [
    ['Ticket', 'day', 'record', undefined],
    ['Payment', 'Not paid', 'text', 'open'],
  ]);
});

test('an unknown status is shown unchanged, and a missing one is unknown', () => {
  const payment = (status: unknown) => found({ status }).texts.at(-1);
  assert.deepEqual(payment('refunded'), ['Payment', 'refunded', 'record', undefined]);
  assert.deepEqual(payment(undefined), ['Payment', 'Payment unknown', 'text', undefined]);
  assert.deepEqual(payment(unreadable), ['Payment', 'Can’t be shown', 'record', undefined]);
});

test('values that are not on the card have no row: no invisible name, no ticket of an unknown registration', () => {
  const nameless = found({ badgeName: ' \u200b', productName: '', status: 'paid' });
  assert.deepEqual(nameless, { hasName: false, texts: [['Payment', 'Paid', 'text', 'good']] });
  assert.deepEqual(textOf({ state: 'unknown' }), {
    hasName: true,
    texts: [['Account name', 'ada', 'record', undefined]],
  });
});
