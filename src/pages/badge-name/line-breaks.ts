// Breaks a text into lines, from its measured width alone.
import { graphemesOf } from '../../text.ts';
import { canBreakBeside, measure } from './badge-font.ts';

/** A character as a reader sees it, with its width in em. */
interface Letter {
  readonly text: string;
  readonly em: number;
}

/** What stays on one line: a word, or a character that a line may end beside. */
export interface Word {
  readonly letters: readonly Letter[];
  readonly text: string;
  readonly em: number;
  readonly hasSpaceBefore: boolean;
}

/** Room for fallback fonts that are wider. */
const slack = 1.04;
const spaceEm = measure(' ').em;

export function wordsOf(text: string): Word[] {
  return text.split(' ').flatMap((part) => {
    const letters = graphemesOf(part).map((letter) => ({
      text: letter,
      em: measure(letter).em * slack,
    }));
    const starts = letters.flatMap(({ text: letter }, index) => {
      const previous = letters[index - 1]?.text ?? '';
      return index === 0 || canBreakBeside(letter) || canBreakBeside(previous) ? index : [];
    });
    return starts.map((start, index) => wordFrom(letters.slice(start, starts[index + 1]), index));
  });
}

function wordFrom(letters: readonly Letter[], index: number): Word {
  return {
    letters,
    text: letters.map(({ text }) => text).join(''),
    em: letters.reduce((sum, { em }) => sum + em, 0),
    hasSpaceBefore: index === 0,
  };
}

/**
 * Fills lines of at most `em`. A word that is wider is broken, or makes the result undefined
 * without `mayBreakWords`.
 */
export function breakIntoLines(
  words: readonly Word[],
  { em, mayBreakWords }: { em: number; mayBreakWords: boolean },
): string[] | undefined {
  if (!mayBreakWords && words.some((word) => word.em > em)) return undefined;
  const ended: string[] = [];
  let line: Letter = { text: '', em: 0 };
  for (const word of words) {
    const space = word.hasSpaceBefore && line.text ? ' ' : '';
    const width = line.em + space.length * spaceEm + word.em;
    if (width <= em) line = { text: line.text + space + word.text, em: width };
    else {
      // A word that is too wide for any line begins on its own.
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

/** Breaks the words into `count` lines, the longest of them as short as possible. */
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
