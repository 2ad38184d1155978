import assert from 'node:assert/strict';
import test from 'node:test';
import { badgeCard, type CardState, cardFoot } from '../../src/badge/card.ts';
import { formatDays } from '../../src/web/words/event-times.ts';
import { loadMessages } from '../../src/web/words/messages.ts';
import { words } from '../support/app/english.ts';

const options = {
  name: 'Foxy Fox',
  ticket: 'Sponsor',
  state: { kind: 'paid' },
  days: '2–5 July 2027',
  picture: undefined,
  tiers: [],
  words,
} as const;
const textsOf = (texts: readonly { lines: readonly { text: string }[] }[]) =>
  texts.map(({ lines }) => lines.map(({ text }) => text).join(' '));

test('the text for screen readers has everything that the card shows, once', () => {
  const titleOf = (changed: object) => badgeCard({ ...options, ...changed }).title;
  assert.equal(titleOf({}), 'Badge: Foxy Fox, Testcon, 2–5 July 2027, Sponsor, Paid');
  assert.equal(
    titleOf({ state: { kind: 'unpaid' }, days: undefined, ticket: '' }),
    'Badge: Foxy Fox, Testcon, Not paid',
  );
  assert.match(titleOf({ name: ' \u200b' }), /^Badge: no name yet, /);
});

test('a preview has the same card, which says that the name is not saved and nothing about a payment', () => {
  const states = [
    ...(['paid', 'unpaid', 'account'] as const).map((kind) => ({ kind })),
    { kind: 'other', status: 'refunded' } as const,
  ];
  for (const state of states) {
    const own = badgeCard({ ...options, state });
    const card = badgeCard({ ...options, state, isPreview: true });
    assert.equal(card.title, 'Preview: Foxy Fox, Testcon, 2–5 July 2027, Sponsor, Not saved');
    assert.deepEqual(textsOf([card.foot.pill?.text ?? { lines: [] }]), ['Not saved']);
    assert.doesNotMatch(JSON.stringify(card), /[Pp]aid|PAID|refunded|Account/);
    const { title, foot, ...others } = card;
    assert.deepEqual({ ...others, title: own.title, foot: own.foot }, own, state.kind);
    assert.deepEqual([foot.kind, foot.colors], ['preview', own.foot.colors]);
  }
});

test('the band at the top has the accent colour, and is grey while the ticket is unpaid', () => {
  assert.equal(badgeCard(options).head.colors, undefined);
  assert.deepEqual(badgeCard({ ...options, state: { kind: 'unpaid' } }).head.colors, {
    fill: '#5d5d69',
    ink: '#fff',
  });
});

test('with a picture the name is next to it, on the side where its script starts', () => {
  const place = (name: string, picture: string | undefined) => {
    const { x, anchor, lines } = badgeCard({ ...options, name, picture }).name ?? {};
    assert.ok(lines?.every(({ most }) => most <= (picture ? 380 : 568)));
    return [x, anchor];
  };
  assert.deepEqual(place('Foxy', undefined), [320, 'middle']);
  assert.deepEqual(place('Foxy', 'https://con.example/1.png'), [224, 'start']);
  assert.deepEqual(place('ليلى', 'https://con.example/1.png'), [604, 'start']);
  const { picture } = badgeCard({ ...options, picture: 'https://con.example/1.png' });
  assert.equal(picture?.url, 'https://con.example/1.png');
  const [line, ...others] = picture?.initials.lines ?? [];
  assert.deepEqual(
    [picture?.initials.size, line?.text, line?.baseline, others],
    [68, 'FF', 235, []],
  );
});

test('stacked marks do not reach the bands, because the name is smaller', () => {
  const sizeOf = (name: string) => badgeCard({ ...options, name }).name?.size;
  assert.deepEqual([sizeOf('Zoe'), sizeOf(`Z${'\u0335'.repeat(40)}oe`)], [104, 60]);
});

test('a long convention name is cut next to the days, which are not', () => {
  const longWords = loadMessages(folder, { locale: 'en', common: { convention: 'W'.repeat(500) } });
  const { texts } = badgeCard({ ...options, words: longWords }).head;
  assert.match(textsOf(texts).join(), /^W+…,2–5 July 2027$/);
  const [convention, days] = texts.map(({ lines }) => lines[0]?.most ?? 0);
  assert.ok((convention ?? 0) + (days ?? 0) <= 568 - 24);
});

const folder = new URL('../../views/messages/', import.meta.url);

test('the days are complete next to a name of sixty letters, which is also complete, in every language', () => {
  const names = [
    'Con',
    'Fox Convention 2027',
    'W'.repeat(60),
    'The Great Convention of Northern Foxes, Wolves and Otters',
  ];
  const ranges = [
    { first: '2027-07-02', last: '2027-07-05' },
    { first: '2027-09-30', last: '2027-10-04' },
    { first: '2026-12-30', last: '2027-01-02' },
  ];
  for (const locale of ['en-US', 'en-GB', 'de', 'fr', 'es', 'es-419', 'de-AT']) {
    for (const name of names) {
      const words = loadMessages(folder, { locale, common: { convention: name } });
      for (const range of ranges) {
        const days = formatDays(range, locale);
        const shortDays = formatDays(range, locale, 'medium');
        const { texts } = badgeCard({ ...options, words, days, shortDays }).head;
        const [shownName, shownDays = ''] = textsOf(texts);
        assert.equal(shownName, name);
        const forms = [days, shortDays].map((form) => form.replace(/\s/g, ' '));
        assert.ok(forms.includes(shownDays), `${shownDays} in ${locale}`);
        const [left, right] = texts.map(({ lines }) => Math.max(...lines.map(({ most }) => most)));
        assert.ok((left ?? 0) + (right ?? 0) <= 568 - 24, `${name} ${shownDays}`);
        assert.ok(texts.every(({ size }) => size >= 25));
      }
    }
  }
});

test('unused width is filled first: the days are long next to a short name, and short next to a long one', () => {
  const headOf = (name: string) => {
    const words = loadMessages(folder, { locale: 'en', common: { convention: name } });
    const [days, shortDays] = ['September 30 – October 4, 2027', 'Sep 30 – Oct 4, 2027'];
    return textsOf(badgeCard({ ...options, words, days, shortDays }).head.texts);
  };
  assert.deepEqual(headOf('Foxcon'), ['Foxcon', 'September 30 – October 4, 2027']);
  assert.deepEqual(headOf('Foxcon of the North'), ['Foxcon of the North', 'Sep 30 – Oct 4, 2027']);
});

test('every text of a card that is 320 pixels wide is at least 11 pixels tall', () => {
  const cardWidth = 320 - 2 * 16;
  const hostile = { name: 'W'.repeat(200), ticket: 'W'.repeat(200), days: 'W'.repeat(40) };
  for (const state of [
    ...(['paid', 'unpaid', 'account'] as const).map((kind) => ({ kind })),
    { kind: 'other', status: 'W'.repeat(40) } as const,
  ]) {
    for (const isPreview of [false, true]) {
      const { head, name, foot } = badgeCard({ ...options, ...hostile, state, isPreview });
      for (const text of [...head.texts, name, ...foot.texts, foot.pill?.text])
        assert.ok(!text || (text.size * cardWidth) / 640 >= 11, `${state.kind} ${text?.size}`);
    }
  }
});

const paid = { kind: 'paid' } as const;

function footOf(ticket: string, state: CardState = paid, tiers: { ticket: string }[] = []) {
  const colored = tiers.map((tier) => ({ fill: '#f6bd2f', ink: '#2a1b00', ...tier }));
  return cardFoot({ state, ticket, tiers: colored, words });
}
const footTextsOf = ({ texts }: ReturnType<typeof footOf>) =>
  texts.map(({ lines }) => lines.map(({ text }) => text));

test('a paid ticket has its name at one end, and "paid" at the other', () => {
  const { texts, pill, colors } = footOf('Sponsor');
  assert.deepEqual([texts[0]?.x, texts[0]?.anchor, texts[0]?.size], [36, 'start', 44]);
  assert.equal(pill?.text.lines[0]?.text, 'Paid');
  assert.equal((pill?.x ?? 0) + (pill?.width ?? 0), 604);
  assert.equal(colors, undefined, 'the accent');
});

test('a ticket has the colours of its tier, whatever the spelling of its name', () => {
  const tiers = [{ ticket: 'super sponsor' }];
  for (const written of [
    'Super SPONSOR',
    ' Super  Sponsor',
    'Super\u00A0Sponsor',
    'Ｓuper Sponsor',
  ])
    assert.equal(footOf(written, paid, tiers).colors?.fill, '#f6bd2f', written);
  const composed = [{ ticket: 'mécène' }];
  assert.equal(footOf('Me\u0301ce\u0300ne', paid, composed).colors?.fill, '#f6bd2f');
  for (const other of ['Sponsor', '', '__proto__'])
    assert.equal(footOf(other, paid, tiers).colors, undefined, other);
  assert.equal(footOf('Super Sponsor', { kind: 'unpaid' }, tiers).colors?.fill, '#dcdce3');
});

test('each tier has its own pattern, on which its letters stay as readable', () => {
  const tiers = ['day', 'weekend', 'sponsor', 'staff'].map((ticket) => ({ ticket }));
  const patterns = tiers.map(({ ticket }) => footOf(ticket, paid, tiers).pattern);
  assert.equal(new Set(patterns.map((pattern) => pattern?.shape)).size, tiers.length);
  assert.ok(
    patterns.every((pattern) => pattern?.color === '#fff'),
    'every pattern is white, because the letters are dark',
  );
  const light = [{ ticket: 'day', fill: '#0a6b3d', ink: '#fff' }];
  assert.equal(footOf('day', paid, light).pattern?.color, '#000');
  for (const [ticket, state] of [
    ['guest', paid],
    ['day', { kind: 'unpaid' }],
  ] as const)
    assert.equal(footOf(ticket, state, tiers).pattern, undefined);
});

test('a long ticket gets smaller, then two lines, then is cut, and never reaches its neighbours', () => {
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

test('an unpaid ticket says so first and clearly, in capitals of the language', () => {
  assert.deepEqual(footTextsOf(footOf('Sponsor', { kind: 'unpaid' })), [['NOT PAID'], ['Sponsor']]);
  assert.deepEqual(footTextsOf(footOf('', { kind: 'unpaid' })), [['NOT PAID']]);
});

test('an unknown status is shown unchanged, in letters of any script, without a tick', () => {
  const pillOf = (status: string) => footOf('Sponsor', { kind: 'other', status }).pill;
  assert.equal(pillOf('refunded')?.text.lines[0]?.text, 'refunded');
  assert.equal(pillOf('<b>paid</b>')?.text.lines[0]?.text, '<b>paid</b>');
  assert.equal(pillOf('')?.text.lines[0]?.text, 'Payment unknown');
  assert.ok((pillOf('W'.repeat(500))?.width ?? 999) <= 280 + 44);
  const arabic = pillOf('مدفوع');
  assert.equal(arabic?.text.lines[0]?.width, undefined, 'the server does not measure Arabic text');
  assert.ok((arabic?.width ?? 0) > 44);
});
