// Metrics of the badge font, Noto Sans Bold: letter widths and covered characters.
// `npm run badge-font` measures them.
import { readFileSync } from 'node:fs';
import { graphemesOf } from '../../text.ts';

const font: { widths: Record<string, string>; covered: string } = JSON.parse(
  readFileSync(new URL('../../../public/noto-sans-bold.json', import.meta.url), 'utf8'),
);
/** The font file in base64, for a picture that is kept as a file. */
export const embeddedFont = readFileSync(
  new URL('../../../public/noto-sans-bold.woff2', import.meta.url),
).toString('base64');
const advances = new Map(
  Object.entries(font.widths).flatMap(([advance, letters]) =>
    [...letters].map((one) => [one, Number(advance) / 1000]),
  ),
);
const ranges = font.covered
  .split(' ')
  .map((range) => range.split('-').map((end) => Number.parseInt(end, 16)));

/** Also one of a later Unicode, of which only the place among the pictographs is known. */
const emoji = /\p{Emoji_Presentation}|\uFE0F|\u20E3|(?=\p{Cn})\p{Extended_Pictographic}/u;
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF01-\uFF60]/u;
/** Letters of scripts outside the table: each font joins and combines them in its own way. */
const otherLetter =
  /(?![\p{Script=Common}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{Mc}]/u;

/**
 * Returns the width of a text in em: exact for letters in the table (without kerning), an upper
 * bound for others, and a rough guess for scripts outside the table. `isGuess` is true if the text
 * has such letters; then the width may be far off.
 */
export function measure(text: string) {
  let em = 0;
  let isGuess = false;
  for (const segment of graphemesOf(text)) {
    if (emoji.test(segment)) em += 1.35;
    else if (eastAsian.test(segment)) em += 1.02;
    // Marks add no width to a letter.
    else for (const letter of segment.normalize('NFD')) add(letter);
  }
  return { em, isGuess };

  function add(letter: string): void {
    const advance = advances.get(letter) ?? (/[\p{Mn}\p{Me}\p{Cf}]/u.test(letter) ? 0 : undefined);
    const isOther = advance === undefined && otherLetter.test(letter);
    em += advance ?? (isOther ? 0.72 : 1.35);
    isGuess ||= isOther;
  }
}

/** Returns true if the font has this character. */
export function isInFont(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return ranges.some(([from = 0, to = 0]) => codePoint >= from && codePoint <= to);
}

/** Returns true for a character that a line may end before and after, without a space. */
export function canBreakBeside(grapheme: string): boolean {
  return isEmoji(grapheme) || eastAsian.test(grapheme);
}

/** Returns true for an emoji, which may have many code points. */
export function isEmoji(grapheme: string): boolean {
  return emoji.test(grapheme);
}
