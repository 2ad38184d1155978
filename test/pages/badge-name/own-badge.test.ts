import assert from 'node:assert/strict';
import test from 'node:test';
import { type BadgeRecords, badgeAsText } from '../../../src/pages/badge-name/own-badge.ts';
import { unreadable } from '../../../src/text.ts';
import { words } from '../../support/english.ts';

const user = { id: '1', username: 'ada' };
const record = { user: { id: '1' }, badgeName: ' Foxy  Fox ', productName: 'day' };

function textOf(registration: BadgeRecords['registration']) {
  const { rows, hasName } = badgeAsText({ records: { user, registration }, words });
  const texts = rows.map(({ label, lines, kind, status }) => [label, lines.join(), kind, status]);
  return { texts, hasName };
}
const found = (changes: object) =>
  textOf({ state: 'found', record: { ...record, ...changes } } as BadgeRecords['registration']);

test('the name as it was typed, the ticket, and whether it is paid, as a word with a shape', () => {
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

test('a status that nobody knows stands as it came, and one that did not come is unknown', () => {
  const payment = (status: unknown) => found({ status }).texts.at(-1);
  assert.deepEqual(payment('refunded'), ['Payment', 'refunded', 'record', undefined]);
  assert.deepEqual(payment(undefined), ['Payment', 'Payment unknown', 'text', undefined]);
  assert.deepEqual(payment(unreadable), ['Payment', 'Cannot be shown', 'record', undefined]);
});

test('what is not on the card has no row: no name that nobody can see, no ticket of a registration that is not known', () => {
  const nameless = found({ badgeName: ' \u200b', productName: '', status: 'paid' });
  assert.deepEqual(nameless, { hasName: false, texts: [['Payment', 'Paid', 'text', 'good']] });
  assert.deepEqual(textOf({ state: 'unknown' }), {
    hasName: true,
    texts: [['Account name', 'ada', 'record', undefined]],
  });
});
