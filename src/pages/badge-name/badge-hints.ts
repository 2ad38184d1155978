// What a printer, or a reader, may trip over in a badge name. Hints, never errors: the convention decides what is printed.
import { capped, visible } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { isEmoji, isInFont } from './badge-font.ts';
import { hasHidden, hasRightToLeft } from './badge-text.ts';

const graphemes = new Intl.Segmenter();
/** Beyond it nobody counts. */
const mostCounted = 500;

/** Scripts that a badge printer may lack (ISO 15924), by the letters that tell. Where several fit, the first one is named. */
const scripts: Record<string, RegExp> = {
  Jpan: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Kore: /\p{Script=Hangul}/u,
  Hani: /\p{Script=Han}/u,
  Arab: /\p{Script=Arabic}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Thai: /\p{Script=Thai}/u,
  Deva: /\p{Script=Devanagari}/u,
  Armn: /\p{Script=Armenian}/u,
  Geor: /\p{Script=Georgian}/u,
  // Any other letter.
  Zzzz: /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])\p{L}/u,
};

/** How many characters a reader sees, at most one more than 500. */
export function countGraphemes(text: string): number {
  return [...graphemes.segment(capped(text, mostCounted))].length;
}

/** The hints about a name, in the words of the page; [] where there is nothing to say. `softLimit` in graphemes. */
export function hintsAbout(name: string, options: { softLimit: number; words: Translate }): string[] {
  const { softLimit, words } = options;
  const text = capped(name.normalize('NFC'), mostCounted);
  const segments = [...graphemes.segment(text)].map(({ segment }) => segment);
  const script = Object.entries(scripts).find(([, letters]) => letters.test(text))?.[0];
  const missing = new Set(segments.filter((segment) => !isEmoji(segment) && isMissing(segment)));
  const hints: Record<string, boolean> = {
    long: countGraphemes(visible(name)) > softLimit,
    emoji: segments.some(isEmoji),
    [script === 'Zzzz' ? 'otherScript' : 'script']: script !== undefined,
    direction: hasRightToLeft(text),
    missing: missing.size > 0,
    stacked: /\p{M}{4}/u.test(text),
    hidden: hasHidden(text),
    spaces: text !== text.trim(),
    mixed: text
      .split(/\s/u)
      .some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)),
  };
  const variables = {
    limit: softLimit,
    script: script ? (new Intl.DisplayNames(words.locale, { type: 'script' }).of(script) ?? script) : '',
    characters: [...missing].slice(0, 5).join(' '),
  };
  return Object.entries(hints).flatMap(([hint, applies]) => (applies ? words(`badge.hint.${hint}`, variables) : []));
}

/** A character without a letter of another script, for which there is a hint already: a sign that the font does not have. */
function isMissing(segment: string): boolean {
  const [first = ''] = segment;
  return !isInFont(first) && !/[\s\p{C}]/u.test(first) && (!/\p{L}/u.test(first) || /\p{Script=Common}/u.test(first));
}
