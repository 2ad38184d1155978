// Text layout of the badge: cleans a text for the picture, and sets it as large as its box allows.
import { boundedText, truncate, visible } from '../text.ts';
import { ascentAndDescent, measure } from './font-metrics.ts';
import { balanceLines, breakIntoLines, type Word, wordsOf } from './line-breaks.ts';

const nearlyAsLarge = 0.85;

/**
 * Direction marks and other invisible characters, except those that a script writes: joiners of
 * letters and emoji, the vowel separator of Mongolian, and the space between words of no width.
 */
const hidden =
  /[\u00AD\u061C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|(?<![\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}\p{Script=Tai_Tham}])\u200B/gu;
/** Diacritics that fit any letter. No orthography puts more than three on one, once composed. */
const diacritic = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/u;
const mostDiacritics = 3;
/** Some marks of a script appear twice on one letter, but none three times. */
const mostOfOneMark = 2;
/** A letter in the blocks that Unicode keeps for scripts from right to left. */
const rightToLeft =
  /(?=\p{L})[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Returns true if the name contains invisible characters. */
export function hasHidden(name: string): boolean {
  return name.search(hidden) >= 0;
}

/** Returns true if the text contains letters of a right-to-left script. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** Returns true if the first letter of the text is of a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  return hasRightToLeft(/\p{L}/u.exec(text)?.[0] ?? '');
}

/** Returns true if more marks are stacked on a letter than any orthography writes. */
export function hasStacks(text: string): boolean {
  return withoutStacks(text) !== text;
}

/** Returns true if a letter has so many diacritics that it is as high as two. */
export function isTall(text: string): boolean {
  const runs = text.match(/\p{M}+/gu) ?? [];
  return runs.some(
    (run) => [...run].filter((mark) => diacritic.test(mark)).length === mostDiacritics,
  );
}

/**
 * Composes letters and their marks (NFC). A character that NFC would replace by another one stays
 * as typed: families care which form of a kanji their name has.
 */
export function composed(text: string): string {
  if (text.normalize('NFC') === text) return text;
  return text.replace(/\P{M}[\p{M}\u1160-\u11FF]+/gu, (letter) =>
    [...letter].every((one) => one.normalize('NFC') === one) ? letter.normalize('NFC') : letter,
  );
}

/**
 * Returns the text as one drawable line: no invisible characters, no stacks of marks, and at most
 * `maxGraphemes` graphemes. Safe in XML once escaped.
 */
export function drawable(text: string, maxGraphemes = 80): string {
  const cleaned = boundedText(text)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, ' ')
    .replace(hidden, '')
    .replace(/\s+/gu, ' ');
  // A bounded letter has at most 32 units: no more than these can be drawn.
  const drawn = composed(visible(cleaned).slice(0, maxGraphemes * 32));
  return truncate(withoutStacks(drawn), maxGraphemes);
}

/** Drops the marks of a letter that no orthography writes. */
function withoutStacks(text: string): string {
  return text.replace(/\p{M}{3,}/gu, (marks) => {
    const counts = new Map<string, number>();
    return [...marks]
      .filter((mark) => {
        const kind = diacritic.test(mark) ? 'diacritic' : mark;
        const count = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, count);
        return count <= (kind === mark ? mostOfOneMark : mostDiacritics);
      })
      .join('');
  });
}

/** The place of a text, in units of the card, and how it may be set there. */
export interface TextBox {
  readonly width: number;
  readonly height: number;
  /** The middle of the text, from the upper edge of the card. */
  readonly middle: number;
  /** Font sizes. */
  readonly largest: number;
  readonly smallest: number;
  /** How many lines a font size allows. */
  readonly mostLines: (size: number) => number;
  /** Whether a text that does not fit is squeezed instead of broken or cut. */
  readonly isWhole?: boolean;
}

/**
 * Sets a drawable text as large as its box allows, on lines of similar width. A word is broken only
 * if nothing else fits, and the end is cut off only if even that does not. A text that must stay
 * whole is squeezed instead.
 */
export function setText(text: string, box: TextBox) {
  const words = wordsOf(text);
  const { ascent, descent } = ascentAndDescent(text);
  /** In font sizes, from baseline to baseline. */
  const lineHeight = ascent + descent;
  const mostLines = (size: number) =>
    Math.min(box.mostLines(size), Math.floor(box.height / (size * lineHeight)));
  const place = { ...box, mostLines };
  const fitting = largestThatFits({ words, box: place, mayBreakWords: false });
  const { size, lines } =
    fitting ??
    (box.isWhole
      ? tooWide(words, place)
      : (largestThatFits({ words, box: place, mayBreakWords: true }) ?? cutToFit(words, place)));
  const middleToBaseline = (ascent - descent) / 2;
  const first = box.middle + size * (middleToBaseline - (lineHeight / 2) * (lines.length - 1));
  return {
    size,
    direction: isRightToLeft(text) ? 'rtl' : 'ltr',
    isSqueezed: !fitting,
    lines: lines.map((line, index) =>
      setLine({
        text: line,
        size,
        box: box.width,
        baseline: first + index * size * lineHeight,
      }),
    ),
  };
}

export interface PlacedText extends ReturnType<typeof setText> {
  readonly x: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

const placeOf = { start: 36, middle: 320, end: 604 };

/** Sets a text of this site at one side of the card, or in its middle. */
export function placeText(text: string, box: TextBox & { from: keyof typeof placeOf }): PlacedText {
  const { from } = box;
  return { ...setText(text, box), x: placeOf[from], anchor: from };
}

/** Returns the width of the longest line: an upper bound where only the browser knows it. */
export function widthOf({ lines }: PlacedText): number {
  return Math.max(...lines.map(({ most }) => most));
}

/**
 * Lays out one line in a box. `width` is the width of the line in any font; a wider line is
 * squeezed. It is undefined if only the browser knows how the letters join; then `most` is what
 * they should take at most, and `room` what they may take.
 */
export function setLine(line: { text: string; size: number; box: number; baseline: number }) {
  const { text, size, box, baseline } = line;
  const { em, isGuess } = measure(text);
  const most = Math.min(box, Math.round(em * size));
  return {
    text,
    baseline: Math.round(baseline),
    width: isGuess && most < box ? undefined : most,
    most,
    room: box,
  };
}

/**
 * Returns undefined if the words do not fit in the smallest size. Prefers fewer lines if the text
 * is nearly as large.
 */
function largestThatFits(options: {
  words: readonly Word[];
  box: TextBox;
  mayBreakWords: boolean;
}) {
  const { words, box, mayBreakWords } = options;
  let { smallest } = box;
  let best: { em: number; size: number; count: number } | undefined;
  for (let size = box.largest; size >= smallest && best?.count !== 1; size -= 1) {
    const em = box.width / size;
    const count = breakIntoLines(words, { em, mayBreakWords })?.length;
    if (!count || count > box.mostLines(size) || (best && count >= best.count)) continue;
    if (!best) smallest = Math.max(smallest, nearlyAsLarge * size);
    best = { em, size, count };
  }
  return best && { size: best.size, lines: balanceLines(words, { ...best, mayBreakWords }) };
}

/** Breaks a text between words into as many lines as its box has, wider than the box. */
function tooWide(words: readonly Word[], box: TextBox) {
  const size = box.smallest;
  const most = Math.max(1, box.mostLines(size));
  const mayBreakWords = false;
  for (let em = box.width / size; ; em += 0.5) {
    const lines = breakIntoLines(words, { em, mayBreakWords });
    if (lines && lines.length <= most) return { size, lines };
  }
}

function cutToFit(words: readonly Word[], box: TextBox) {
  const size = box.smallest;
  const lines = breakIntoLines(words, { em: box.width / size, mayBreakWords: true }) ?? [];
  const shown = lines.slice(0, Math.max(1, box.mostLines(size)));
  return { size, lines: shown.with(-1, `${shown.at(-1)}…`) };
}
