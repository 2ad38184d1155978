import assert from 'node:assert/strict';
import test from 'node:test';
import type { Registration } from '../../../src/convention/registration.ts';
import { deskView } from '../../../src/pages/badge-name/desk-view.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { words } from '../../support/app/english.ts';
import { goodSettings } from '../../support/app/good-settings.ts';

const { badge } = readConfig({ ...goodSettings, BADGE_TIERS: 'Sponsor=f6bd2f/2a1b00' });
const user = { id: '1', username: 'ada_v', firstName: 'Ada', lastName: 'Vale' };
const paid = { badgeName: 'Foxy Fox', status: 'paid', productName: 'Sponsor' };
const screenWidth = 640;

function viewOf(registration: Partial<Registration> | undefined) {
  return deskView({
    records: {
      user,
      registration: registration
        ? { state: 'found', record: { user: { id: '1' }, ...registration } }
        : { state: 'unknown' },
    },
    badge,
    timeZone: 'UTC',
    readAt: Date.parse('2027-07-02T14:02:00Z'),
    words,
  });
}

type View = ReturnType<typeof viewOf>;
const linesOf = (text: View['fields'][number]['text'] | undefined) =>
  text?.lines.map((line) => line.text) ?? [];
const fieldsOf = ({ fields }: View) =>
  fields.map(({ text, colors, sign }) => [linesOf(text).join(' '), colors?.fill, sign]);

test('it has name, ticket, payment, username and number, and the time of the check', () => {
  const view = viewOf(paid);
  assert.equal(view.name?.title, 'Foxy Fox');
  assert.deepEqual(fieldsOf(view), [
    ['Sponsor', '#f6bd2f', undefined],
    ['Paid', '#0a6b3d', 'tick'],
  ]);
  assert.deepEqual([view.username, view.number, view.checked.text], ['ada_v', 'No. 1', '14:02']);
  assert.doesNotMatch(JSON.stringify(view), /Ada|Vale/, 'the desk does not show the legal name');
});

test('an unpaid ticket is as clear as a paid one, and has no colours of its tier', () => {
  const view = viewOf({ ...paid, status: 'unpaid' });
  assert.deepEqual(fieldsOf(view), [
    ['Sponsor', '#dcdce3', undefined],
    ['NOT PAID', '#dcdce3', 'hatch'],
  ]);
  assert.equal(view.isUnpaid, true);
});

test('an unknown status is shown unchanged, without a claim about it', () => {
  assert.deepEqual(fieldsOf(viewOf({ ...paid, status: 'refunded' }))[1], [
    'refunded',
    '#dcdce3',
    undefined,
  ]);
  assert.equal(fieldsOf(viewOf({ ...paid, status: null }))[1]?.[0], 'Payment unknown');
});

test('unknown values are left out: a ticket, a name, the registration', () => {
  assert.deepEqual(fieldsOf(viewOf({ status: 'paid' })), [['Paid', '#0a6b3d', 'tick']]);
  assert.equal(viewOf({ ...paid, badgeName: ' \u200b' }).name, undefined);
  const account = viewOf(undefined);
  assert.deepEqual(
    [account.nameLabel, account.name?.title, account.fields],
    ['Account name', 'ada_v', []],
  );
});

test('the letters get smaller until each word fits on a line; only a word that does not fit in the smallest size is broken', () => {
  const nameOf = (badgeName: string) => viewOf({ ...paid, badgeName }).name?.text;
  for (const name of ['Sam', 'Robin Redbreast', 'Fuchsschwanzgräser Ärzte', 'Rhododendronblüte']) {
    const text = nameOf(name);
    assert.deepEqual(linesOf(text).join(' ').split(' '), name.split(' '), name);
    assert.ok((text?.size ?? 0) >= 57, `${name} ${text?.size}`);
    for (const { most } of text?.lines ?? []) assert.ok(most <= screenWidth, name);
  }
  assert.ok((nameOf('Sam')?.size ?? 0) > (nameOf('Rhododendronblüte')?.size ?? 0));
  const broken = nameOf('W'.repeat(40));
  assert.equal(linesOf(broken).join(''), 'W'.repeat(40));
  assert.ok((broken?.size ?? 0) >= 57 && linesOf(broken).length === 5);
});

test('a right-to-left name begins on the right', () => {
  const { text } = viewOf({ ...paid, badgeName: 'ليلى' }).name ?? {};
  assert.deepEqual([text?.direction, text?.x], ['rtl', screenWidth]);
});

test('each field is as wide as its words, and never wider than the screen', () => {
  for (const productName of [
    'Day',
    'W'.repeat(60),
    'תושב',
    'A very long name of a ticket for all',
  ]) {
    for (const { width, text } of viewOf({ ...paid, productName }).fields) {
      assert.ok(width <= screenWidth, productName);
      for (const { most } of text.lines) assert.ok(most + 2 * 34 <= width + 1, productName);
    }
  }
});
