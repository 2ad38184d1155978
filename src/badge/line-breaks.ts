// Breaks text into lines (UAX 14), using the measured widths of letters.
import { LineBreaker } from 'css-line-break';
import { isEmoji, type Letter, lettersOf, measure } from './font-metrics.ts';

/** A part of the text within which UAX 14 does not allow a line break. */
export interface Word {
  readonly letters: readonly Letter[];
  readonly text: string;
  readonly em: number;
  readonly hasSpaceBefore: boolean;
}

/** Widens every letter by 4%, because fallback fonts may be wider than the measured ones. */
const slack = 1.04;
const spaceEm = measure(' ').em;

export function wordsOf(text: string): Word[] {
  const letters = lettersOf(text).map((letter) => ({ ...letter, em: letter.em * slack }));
  const ends = lineEnds(letters);
  const words: Word[] = [];
  let word: Letter[] = [];
  let hasSpaceBefore = true;
  for (const [index, letter] of letters.entries()) {
    if (letter.text !== ' ') word.push(letter);
    if (!ends.has(index)) continue;
    if (word.length > 0) words.push(wordFrom(word, hasSpaceBefore));
    word = [];
    hasSpaceBefore = letter.text === ' ';
  }
  return words;
}

/**
 * Returns the indexes of the letters after which a line may end. The last letter is always
 * included.
 */
function lineEnds(letters: readonly Letter[]): Set<number> {
  // UAX 14 works on code points, so each grapheme is represented by its first code point, and every
  // emoji by ⌚.
  const signs = letters.map(({ text }) => (isEmoji(text) ? '⌚' : ([...text][0] ?? '')));
  const ends = new Set<number>();
  const breaks = LineBreaker(signs.join(''), { lineBreak: 'strict' });
  for (let next = breaks.next(); !next.done; next = breaks.next()) ends.add(next.value.end - 1);
  return ends;
}

function wordFrom(letters: readonly Letter[], hasSpaceBefore: boolean): Word {
  return {
    letters,
    text: letters.map(({ text }) => text).join(''),
    em: letters.reduce((sum, { em }) => sum + em, 0),
    hasSpaceBefore,
  };
}

/**
 * Fills lines that are at most `em` wide. A wider word is broken, or makes the result undefined if
 * `mayBreakWords` is false.
 */
export function breakIntoLines(
  words: readonly Word[],
  { em, mayBreakWords }: { em: number; mayBreakWords: boolean },
): string[] | undefined {
  if (!mayBreakWords && words.some((word) => word.em > em)) return undefined;
  const ended: string[] = [];
  let line = { text: '', em: 0 };
  for (const word of words) {
    const space = word.hasSpaceBefore && line.text ? ' ' : '';
    const width = line.em + space.length * spaceEm + word.em;
    if (width <= em) line = { text: line.text + space + word.text, em: width };
    else {
      // The word starts on a new line, even if it is too wide for any line.
      endLine();
      for (const letter of word.letters) add(letter);
    }
  }
  return [...ended, line.text];

  function add(letter: Letter): void {
    if (line.em + letter.em > em) endLine();
    line = { text: line.text + letter.text, em: line.em + letter.em };
  }

  function endLine(): void {
    if (line.text) ended.push(line.text);
    line = { text: '', em: 0 };
  }
}

/**
 * Breaks the words into at most `count` lines, with the longest line as short as possible. The
 * words must fit into `count` lines of width `em`.
 */
export function balanceLines(
  words: readonly Word[],
  options: { em: number; mayBreakWords: boolean; count: number },
): string[] {
  const { em, mayBreakWords, count } = options;
  if (count === 1) return breakIntoLines(words, options) ?? [];
  let best: string[] = [];
  for (let width = em; width > 0; width -= 0.1) {
    const lines = breakIntoLines(words, { em: width, mayBreakWords });
    if (!lines || lines.length > count) break;
    best = lines;
  }
  return best;
}
