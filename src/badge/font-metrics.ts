// Font metrics for the badge: exact for Noto Sans Bold, upper bounds for fonts of other scripts.
// `npm run badge-font` measures them.
import { readFileSync } from 'node:fs';
import { graphemesOf } from '../text.ts';

/** This relative path works in src/badge and in dist/parts, where the build puts this code. */
const publicFolder = new URL('../../public/', import.meta.url);

/**
 * Characters grouped by width (or height), in hundredths of an em, or thousandths for the badge
 * font.
 */
type Measures = Readonly<Record<string, string>>;

/** Upper bounds for the widths and heights of one script's characters, from the Noto fonts. */
export interface ScriptMetrics {
  /**
   * Widths of characters on their own. `joined` contains the widths of characters that connect to
   * the next one.
   */
  readonly widths: Measures;
  readonly joined: Measures;
  /** Marks that join two letters into one shape, such as a virama. */
  readonly linkers: string;
  readonly isCursive: boolean;
  /**
   * Heights above and depths below the baseline. Only characters that reach further than the badge
   * font are listed.
   */
  readonly above: Measures;
  readonly below: Measures;
}

const font: { widths: Measures; covered: string } = readMetrics('noto-sans-bold.json');
const scripts = Object.values(readMetrics<Record<string, ScriptMetrics>>('noto-scripts.json'));
/** Widths in the badge font, in em, by character. */
const advances = byCharacter([font.widths], 1000);
const bounds = byCharacter(scripts.map(({ widths }) => widths));
const joined = byCharacter(scripts.map(({ joined }) => joined));
const above = byCharacter(scripts.map(({ above }) => above));
const below = byCharacter(scripts.map(({ below }) => below));
const linkers = new Set(scripts.flatMap(({ linkers }) => [...linkers]));
const cursive = byCharacter(scripts.map(({ isCursive, joined }) => (isCursive ? joined : {})));

/** The font file in base64. A saved picture embeds the font, because it cannot load one. */
export const embeddedFont = readFileSync(new URL('noto-sans-bold.woff2', publicFolder)).toString(
  'base64',
);
const ranges = font.covered
  .split(' ')
  .map((range) => range.split('-').map((end) => Number.parseInt(end, 16)));

/** Unassigned pictographs count as emoji, because later Unicode versions may define them. */
const emoji = /\p{Emoji_Presentation}|\uFE0F|\u20E3|(?=\p{Cn})\p{Extended_Pictographic}/u;
/** Characters that fonts draw one em wide. Those in `halfWidth` are half as wide. */
const eastAsian =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Yi}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const halfWidth = /[\uFF61-\uFFDC\uFFE8-\uFFEE]/;
/**
 * Letters and spacing marks of scripts other than Latin, Greek and Cyrillic. Their width depends on
 * the browser's font.
 */
const otherLetter =
  /(?![\p{Script=Common}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{Mc}]/u;
/** Assumed width of emoji and of unmeasured characters, in em. Nearly all of them are narrower. */
const widest = 1.35;

/** A grapheme with its width in em. */
export interface Letter {
  readonly text: string;
  readonly em: number;
  /**
   * Whether `em` is an upper bound because the width depends on the browser's font. Emoji,
   * full-width characters and unmeasured symbols count as exact.
   */
  readonly isGuess: boolean;
}

/**
 * Splits text into graphemes with their widths. A width is exact in the badge font (without
 * kerning), and an upper bound in other fonts.
 */
export function lettersOf(text: string): Letter[] {
  let rest = text;
  return graphemesOf(text).map((letter) => {
    rest = rest.slice(letter.length);
    if (isEmoji(letter)) return { text: letter, em: widest, isGuess: false };
    if (halfWidth.test(letter)) return { text: letter, em: 0.52 * letter.length, isGuess: true };
    if (eastAsian.test(letter) && !advances.has(letter[0] ?? ''))
      return { text: letter, em: 1.02, isGuess: false };
    return { text: letter, ...widthBefore(rest, letter) };
  });
}

export function measure(text: string): { em: number; isGuess: boolean } {
  const letters = lettersOf(text);
  return {
    em: letters.reduce((sum, { em }) => sum + em, 0),
    isGuess: letters.some(({ isGuess }) => isGuess),
  };
}

/**
 * Returns how far text may reach above and below the baseline, in em. Neither value is ever less
 * than the badge font's own.
 */
export function ascentAndDescent(text: string): { ascent: number; descent: number } {
  const most = (heights: ReadonlyMap<string, number>, usual: number) =>
    [...text].reduce((highest, one) => Math.max(highest, heights.get(one) ?? 0), usual);
  return { ascent: most(above, 0.935), descent: most(below, 0.215) };
}

function widthBefore(rest: string, letter: string): { em: number; isGuess: boolean } {
  const [next = ''] = rest.replace(/^\p{M}+/u, '');
  const characters = [...letter];
  const isSplit = letter.includes('\u200C');
  const widths = characters.map((character, index) => {
    const follower = characters[index + 1] ?? '';
    const joins =
      linkers.has(follower) || (!isSplit && cursive.has(character) && cursive.has(next));
    return widthOfCharacter(character, joins);
  });
  const isGuess = characters.some((one) => bounds.has(one) || otherLetter.test(one));
  return { em: widths.reduce((sum, width) => sum + width, 0), isGuess };
}

function widthOfCharacter(character: string, joins: boolean): number {
  const known = advances.get(character) ?? (joins ? joined : bounds).get(character);
  if (known !== undefined) return known;
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  const [base = '', ...marks] = character.normalize('NFD');
  return marks.length > 0 ? widthOfCharacter(base, false) : widest;
}

function byCharacter(lists: readonly Measures[], unit = 100): Map<string, number> {
  const found = new Map<string, number>();
  for (const [measure, characters] of lists.flatMap(Object.entries<string>)) {
    for (const one of characters)
      found.set(one, Math.max(found.get(one) ?? 0, Number(measure) / unit));
  }
  return found;
}

function readMetrics<Metrics>(file: string): Metrics {
  return JSON.parse(readFileSync(new URL(file, publicFolder), 'utf8'));
}

export function isInFont(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return ranges.some(([from = 0, to = 0]) => codePoint >= from && codePoint <= to);
}

export function isEmoji(grapheme: string): boolean {
  return emoji.test(grapheme);
}
