// Lays out a badge name as a badge printer would: cleaned for the picture only, as large as fits,
// and on two lines if that makes it larger.
import { boundedText, visible } from '../../text.ts';
import { capped } from '../../web/formatting.ts';
import { measure } from './badge-font.ts';

// Sizes and positions are in units of the card, which is 640 wide and 400 high.
const boxWidth = 576;
const middleY = 226;
const [largest, largestOfTwo, smallest] = [96, 72, 30];
/** Below this size, two lines are better than one. */
const smallForOneLine = 44;
/** Room for fallback fonts that are wider. */
const slack = 1.04;

/** Direction marks and other invisible characters, except those that join letters and emoji. */
const hidden =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Returns true if the name contains invisible characters. */
export function hasHidden(name: string): boolean {
  return name.search(hidden) >= 0;
}

/** Returns true if the text contains characters of a right-to-left script. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * Returns the text as one drawable line: no invisible characters, at most three marks in a row, and
 * at most `maxGraphemes` graphemes. Safe in XML once escaped.
 */
export function drawable(text: string, maxGraphemes = 80): string {
  const cleaned = boundedText(text)
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu, ' ')
    .replace(hidden, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ');
  return capped(visible(cleaned), maxGraphemes);
}

/** Lays out a drawable name: never wider than the card, and at least 30 units high. */
export function setName(name: string) {
  const oneLine = sizeOf([name], largest);
  const lines = oneLine < smallForOneLine && name.includes(' ') ? splitInTwo(name) : [name];
  const size = lines.length > 1 ? sizeOf(lines, largestOfTwo) : oneLine;
  const first = middleY + size * (0.36 - 0.58 * (lines.length - 1));
  return {
    size,
    direction: hasRightToLeft(firstLetter(name)) ? 'rtl' : 'ltr',
    lines: lines.map((text, index) =>
      setLine({ text, size, box: boxWidth, baseline: first + index * size * 1.16 }),
    ),
  };
}

/**
 * Lays out one line in a box. `width` is the width of the line in any font; a wider line is
 * squeezed. It is undefined if only the browser knows how the letters join.
 */
export function setLine(line: { text: string; size: number; box: number; baseline: number }) {
  const { text, size, box, baseline } = line;
  const { em, isGuess } = measure(text);
  const width = Math.min(box, Math.round(em * size));
  return {
    text,
    baseline: Math.round(baseline),
    width: isGuess && width < box ? undefined : width,
  };
}

function sizeOf(lines: readonly string[], maxSize: number): number {
  return Math.max(
    smallest,
    Math.min(maxSize, Math.floor(boxWidth / (longestWidth(lines) * slack))),
  );
}

/** In em. */
function longestWidth(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => measure(line).em));
}

/** Breaks the name at the space that keeps the longer line shortest. */
function splitInTwo(name: string): string[] {
  const breaks = [...name.matchAll(/ /g)].map(({ index }) => [
    name.slice(0, index),
    name.slice(index + 1),
  ]);
  return breaks.reduce((best, lines) => (longestWidth(lines) < longestWidth(best) ? lines : best));
}

function firstLetter(name: string): string {
  return /\p{L}/u.exec(name)?.[0] ?? '';
}
