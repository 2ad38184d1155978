import assert from 'node:assert/strict';
import test from 'node:test';
import { boundedText, cleanText, visible } from '../../src/convention/record-text.ts';

const drawsNothing = {
  spaces: ' \u00a0\u3000\n',
  'a control character': '\u0007',
  'a lone surrogate': '\ud800',
  'default ignorables': '\u200b\u2060\u3164\u{e0020}',
  'a noncharacter': '\ufdd0',
  'an empty Braille pattern': '\u2800',
  'interlinear marks': '\ufff9\ufffa\ufffb',
  'an empty hieroglyph': '\u{13441}\u{13442}',
  'an empty notehead': '\u{1d159}',
};

for (const [name, text] of Object.entries(drawsNothing)) {
  test(`a text is empty if it has only ${name}, and keeps them beside a letter`, () => {
    assert.equal(visible(text), '');
    assert.equal(cleanText(text), '');
    assert.equal(visible(`a${text}b`), `a${text}b`);
  });
}

test('a letter, a mark, an emoji and an unassigned character are visible', () => {
  for (const text of ['a', 'é', '\u0301', '🦊', '\u0378']) assert.equal(visible(` ${text} `), text);
});

test('P73 at most 30 marks follow each other', () => {
  const marks = (count: number) => `e${'\u0301'.repeat(count)} a${'\u{1d165}'.repeat(count)}`;
  assert.equal(boundedText(marks(30)), marks(30));
  assert.equal(boundedText(marks(31)), marks(30));
});

test('P73 a text is read up to 5,000 code units, and no character is cut in two', () => {
  assert.equal(boundedText('x'.repeat(5000)), 'x'.repeat(5000));
  assert.equal(boundedText('x'.repeat(5001)), 'x'.repeat(5000));
  assert.equal(boundedText(`${'x'.repeat(4999)}🦊`), 'x'.repeat(4999));
});

test('P73 a text of more than 1,000 code units ends with an ellipsis, and no grapheme is cut in two', () => {
  assert.equal(cleanText('x'.repeat(1000)), 'x'.repeat(1000));
  assert.equal(cleanText('x'.repeat(1001)), `${'x'.repeat(1000)}…`);
  assert.equal(cleanText(`${'x'.repeat(999)}e\u0301`), `${'x'.repeat(999)}…`);
  assert.equal(cleanText(`${'x'.repeat(998)}e\u0301`), `${'x'.repeat(998)}e\u0301`);
});

test('P73 a text whose visible part is short ends with an ellipsis only if more text was cut', () => {
  assert.equal(cleanText(`é${' '.repeat(6000)}`), 'é');
  assert.equal(cleanText(`é${' '.repeat(6000)}x`), 'é…');
});
