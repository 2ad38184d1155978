// Lays out badge text: cleans it, and sets it as large as its box allows.
import { boundedText, truncate, visible } from '../text.ts';
import { ascentAndDescent, measure } from './font-metrics.ts';
import { balanceLines, breakIntoLines, type Word, wordsOf } from './line-breaks.ts';

const nearlyAsLarge = 0.85;

/**
 * Direction marks and other invisible characters, except those that scripts need: joiners for
 * letters and emoji, the Mongolian vowel separator, and the zero-width space of some scripts.
 */
const hidden =
  /[\u00AD\u061C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|(?<![\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}\p{Script=Tai_Tham}])\u200B/gu;
/**
 * Diacritics that can combine with any letter. No orthography uses more than three of them on one
 * composed letter.
 */
const diacritic = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/u;
const mostDiacritics = 3;
/** A script's own mark may appear twice on one letter, but never three times. */
const mostOfOneMark = 2;
const rightToLeft =
  /(?=\p{L})[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

export function hasHidden(name: string): boolean {
  return name.search(hidden) >= 0;
}

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

export function isRightToLeft(text: string): boolean {
  return hasRightToLeft(/\p{L}/u.exec(text)?.[0] ?? '');
}

/** Whether a letter has more marks than any orthography uses. */
export function hasStacks(text: string): boolean {
  return withoutStacks(text) !== text;
}

/** Whether any letter has three diacritics, which make it about twice as tall. */
export function isTall(text: string): boolean {
  const runs = text.match(/\p{M}+/gu) ?? [];
  return runs.some(
    (run) => [...run].filter((mark) => diacritic.test(mark)).length === mostDiacritics,
  );
}

/**
 * Composes letters and marks as NFC does, but keeps characters that NFC would replace with
 * different ones. The exact form of a kanji matters in a family name.
 */
export function composed(text: string): string {
  if (text.normalize('NFC') === text) return text;
  return text.replace(/\P{M}[\p{M}\u1160-\u11FF]+/gu, (letter) =>
    [...letter].every((one) => one.normalize('NFC') === one) ? letter.normalize('NFC') : letter,
  );
}

/**
 * Returns the text as one line without `hidden` characters or stacked marks, truncated to
 * `maxGraphemes`. The result still needs XML escaping.
 */
export function drawable(text: string, maxGraphemes = 80): string {
  const cleaned = boundedText(text)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, ' ')
    .replace(hidden, '')
    .replace(/\s+/gu, ' ');
  // After `boundedText`, nearly every grapheme has at most 32 UTF-16 code units.
  const drawn = composed(visible(cleaned).slice(0, maxGraphemes * 32));
  return truncate(withoutStacks(drawn), maxGraphemes);
}

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

/** The box for a string, in card units. */
export interface TextBox {
  readonly width: number;
  readonly height: number;
  /** Distance from the top of the card to the middle of the text. */
  readonly middle: number;
  readonly largest: number;
  readonly smallest: number;
  readonly mostLines: (size: number) => number;
  /**
   * Whether text that does not fit is squeezed. Otherwise its words are broken and, if that is not
   * enough, its end is cut off.
   */
  readonly isWhole?: boolean;
}

/** Sets drawable text as large as its box allows, on lines of similar width. */
export function setText(text: string, box: TextBox) {
  const words = wordsOf(text);
  const { ascent, descent } = ascentAndDescent(text);
  /** Distance from baseline to baseline, relative to the font size. */
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

export function placeText(text: string, box: TextBox & { from: keyof typeof placeOf }): PlacedText {
  const { from } = box;
  return { ...setText(text, box), x: placeOf[from], anchor: from };
}

/**
 * Returns the width of the longest line, or an upper bound if the width depends on the browser's
 * font.
 */
export function widthOf({ lines }: PlacedText): number {
  return Math.max(...lines.map(({ most }) => most));
}

/**
 * Lays out one line. `room` is the available width, and the browser squeezes the line to `width`.
 * If the width depends on the browser's font and its upper bound `most` is less than `room`,
 * `width` is undefined.
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
 * Finds the largest font size at which the words fit. A slightly smaller size wins if it needs
 * fewer lines. Returns undefined if the words do not fit at any size.
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

/**
 * Distributes the words over the box's lines, even if the lines are then wider than the box. The
 * browser squeezes them.
 */
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
