// The band at the bottom of the card: the ticket, its colours, and whether it is paid.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type CardState, cardFoot } from '../../../src/pages/badge-name/card-foot.ts';
import { words } from '../../support/english.ts';

const paid = { kind: 'paid' } as const;

function footOf(ticket: string, state: CardState = paid, tiers: { ticket: string }[] = []) {
  const colored = tiers.map((tier) => ({ fill: '#f6bd2f', ink: '#2a1b00', ...tier }));
  return cardFoot({ state, ticket, tiers: colored, words });
}
const textsOf = ({ texts }: ReturnType<typeof footOf>) =>
  texts.map(({ lines }) => lines.map(({ text }) => text));

test('a paid ticket has its name at one end, and at the other that it is paid', () => {
  const { texts, pill, colors } = footOf('Sponsor');
  assert.deepEqual([texts[0]?.x, texts[0]?.anchor, texts[0]?.size], [36, 'start', 44]);
  assert.equal(pill?.text.lines[0]?.text, 'Paid');
  assert.equal((pill?.x ?? 0) + (pill?.width ?? 0), 604);
  assert.equal(colors, undefined, 'the accent');
});

test('a ticket has the colours of its tier, however its name is written', () => {
  const tiers = [{ ticket: 'super sponsor' }];
  assert.equal(footOf('Super SPONSOR', paid, tiers).colors?.fill, '#f6bd2f');
  for (const other of ['Sponsor', '', '__proto__'])
    assert.equal(footOf(other, paid, tiers).colors, undefined, other);
  assert.equal(footOf('Super Sponsor', { kind: 'unpaid' }, tiers).colors?.fill, '#dcdce3');
});

test('each tier has a pattern of its own, that leaves its letters as readable as they are', () => {
  const tiers = ['day', 'weekend', 'sponsor', 'staff'].map((ticket) => ({ ticket }));
  const patterns = tiers.map(({ ticket }) => footOf(ticket, paid, tiers).pattern);
  assert.equal(new Set(patterns.map((pattern) => pattern?.shape)).size, tiers.length);
  assert.ok(
    patterns.every((pattern) => pattern?.color === '#fff'),
    'the letters are dark',
  );
  const light = [{ ticket: 'day', fill: '#0a6b3d', ink: '#fff' }];
  assert.equal(footOf('day', paid, light).pattern?.color, '#000');
  for (const [ticket, state] of [
    ['guest', paid],
    ['day', { kind: 'unpaid' }],
  ] as const)
    assert.equal(footOf(ticket, state, tiers).pattern, undefined);
});

test('a long ticket is smaller, then on two lines, then cut, and never reaches what stands beside it', () => {
  for (const [ticket, lines] of [
    ['Weekend ticket', 1],
    ['Super Sponsor with Dinner', 2],
    ['Super Sponsor with Dinner and a very long evening', 2],
    ['W'.repeat(48), 2],
  ] as const) {
    for (const state of [paid, { kind: 'unpaid' } as const]) {
      const { texts, pill } = footOf(ticket, state);
      const [name = texts[0]] = texts.slice(-1);
      const other = pill ? pill.width : (texts[0]?.lines[0]?.most ?? 0);
      assert.ok((name?.lines.length ?? 0) <= 2 && (name?.size ?? 0) >= 25, ticket);
      assert.ok(
        name?.lines.every(({ most }) => most + other <= 568 - 24),
        ticket,
      );
      if (pill) assert.equal(name?.lines.length, lines, ticket);
    }
  }
});

test('a ticket that is not paid says so first and loudly, in the capitals of the language', () => {
  assert.deepEqual(textsOf(footOf('Sponsor', { kind: 'unpaid' })), [['NOT PAID'], ['Sponsor']]);
  assert.deepEqual(textsOf(footOf('', { kind: 'unpaid' })), [['NOT PAID']]);
});

test('a status that nobody knows is shown as it came, in letters of any script, without a tick', () => {
  const pillOf = (status: string) => footOf('Sponsor', { kind: 'other', status }).pill;
  assert.equal(pillOf('refunded')?.text.lines[0]?.text, 'refunded');
  assert.equal(pillOf('<b>paid</b>')?.text.lines[0]?.text, '<b>paid</b>');
  assert.equal(pillOf('')?.text.lines[0]?.text, 'Payment unknown');
  assert.ok((pillOf('W'.repeat(500))?.width ?? 999) <= 280 + 44);
  const arabic = pillOf('مدفوع');
  assert.equal(arabic?.text.lines[0]?.width, undefined, 'only the browser knows it');
  assert.ok((arabic?.width ?? 0) > 44);
});
