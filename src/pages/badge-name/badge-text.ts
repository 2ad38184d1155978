// A badge name as a badge printer would set it: cleaned for the picture only, as large as fits, on two lines where that is larger.
import { capped, visible } from '../../web/formatting.ts';
import { measure } from './badge-font.ts';

// All sizes and places are in units of the card, which is 640 wide and 400 high.
const boxWidth = 576;
const middle = 226;
const [largest, largestOfTwo, smallest] = [96, 72, 30];
/** Below it, two lines are better than one. */
const smallForOneLine = 44;
/** Room for fonts that are wider than ours. */
const slack = 1.04;

/** Direction marks and other characters without any look of their own; those that join letters and emoji are not among them. */
const hidden = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Has this name characters that are there and not seen? */
export function hasHidden(name: string): boolean {
  return name.search(hidden) >= 0;
}

/** Is there anything in this text that is written from right to left? */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** A text as it can be drawn, on one line: nothing hidden, at most three marks in a row, at most `most` graphemes. Safe in XML, once escaped. */
export function drawable(text: string, most = 80): string {
  const cleaned = text
    // No text takes longer than this, however long it is.
    .slice(0, 5000)
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu, ' ')
    .replace(hidden, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ');
  return capped(visible(cleaned), most);
}

/** Sets a drawable name: never wider than the card, and at least 30 units high. */
export function setName(name: string) {
  const oneLine = sizeOf([name], largest);
  const lines = oneLine < smallForOneLine && name.includes(' ') ? inTwo(name) : [name];
  const size = lines.length > 1 ? sizeOf(lines, largestOfTwo) : oneLine;
  const first = middle + size * (0.36 - 0.58 * (lines.length - 1));
  return {
    size,
    direction: hasRightToLeft(firstLetter(name)) ? 'rtl' : 'ltr',
    lines: lines.map((text, index) => setLine({ text, size, box: boxWidth, baseline: first + index * size * 1.16 })),
  };
}

/**
 * One line in a box, with the width that it gets, whatever font draws it: squeezed where it would be wider. The width is undefined
 * where only the browser knows how letters join.
 */
export function setLine(line: { text: string; size: number; box: number; baseline: number }) {
  const { text, size, box, baseline } = line;
  const { em, isGuess } = measure(text);
  const width = Math.min(box, Math.round(em * size));
  return { text, baseline: Math.round(baseline), width: isGuess && width < box ? undefined : width };
}

function sizeOf(lines: readonly string[], most: number): number {
  return Math.max(smallest, Math.min(most, Math.floor(boxWidth / (longest(lines) * slack))));
}

/** The width of the longest line, in em. */
function longest(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => measure(line).em));
}

/** The break at a space that leaves the longer line as short as can be. */
function inTwo(name: string): string[] {
  const breaks = [...name.matchAll(/ /g)].map(({ index }) => [name.slice(0, index), name.slice(index + 1)]);
  return breaks.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}

function firstLetter(name: string): string {
  return /\p{L}/u.exec(name)?.[0] ?? '';
}
