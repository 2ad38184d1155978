// Warns about badge names that printers or readers may have trouble with. A hint is never an error,
// because the convention decides which names it prints.
import { boundedText, graphemesOf, truncate, visible } from '../text.ts';
import { createCache } from '../web/bounded-cache.ts';
import type { Translate } from '../web/words/messages.ts';
import { isEmoji, isInFont } from './font-metrics.ts';
import { composed, hasHidden, hasRightToLeft, hasStacks } from './text-layout.ts';

/** The number of graphemes at which counting stops, because segmenting long text is slow. */
const maxCounted = 500;
/** Length in graphemes beyond which we warn. Badge printers shrink or cut longer names. */
const softLimit = 20;

/** Matches a character from a script that the badge font lacks. */
const otherScript =
  /(?![\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Common}\p{scx=Inherited}\p{Cn}\p{Co}])[^\s\p{Cc}]/u;

/**
 * Scripts that a badge printer may lack, keyed by ISO 15924 code. The hint names the first script
 * that matches.
 */
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
  Zzzz: otherScript,
};

/** Returns the number of graphemes, at most 501. */
export function countGraphemes(text: string): number {
  return graphemesOf(truncate(text, maxCounted)).length;
}

export function badgeNameHints(name: string, words: Translate): string[] {
  const text = composed(truncate(boundedText(name), maxCounted));
  const segments = graphemesOf(text);
  const script = Object.entries(scripts).find(([, letters]) => letters.test(text))?.[0];
  const missing = new Set(segments.filter((segment) => !isEmoji(segment) && isMissing(segment)));
  const hints: Record<string, boolean> = {
    long: countGraphemes(visible(name)) > softLimit,
    emoji: segments.some(isEmoji),
    [script === 'Zzzz' ? 'otherScript' : 'script']: script !== undefined,
    direction: hasRightToLeft(text),
    missing: missing.size > 0,
    stacked: hasStacks(text),
    hidden: hasHidden(text),
    spaces: text !== text.trim(),
    mixed: text.split(/\s/u).some(mixesAlphabets),
  };
  const variables = {
    limit: softLimit,
    script: script ? scriptName(script, words) : '',
    characters: [...missing].slice(0, 5).join(' '),
  };
  return Object.entries(hints).flatMap(([hint, applies]) =>
    applies ? words(`badge.hint.${hint}`, variables) : [],
  );
}

const scriptNames = createCache<Intl.DisplayNames>();

function scriptName(script: string, { locale }: Translate): string {
  const create = () => new Intl.DisplayNames(locale, { type: 'script' });
  return scriptNames.getOrCreate(locale, create).of(script) ?? script;
}

function mixesAlphabets(word: string): boolean {
  return /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
}

/**
 * Whether the badge font lacks a character that belongs to one of its scripts or, like a symbol, to
 * no script. Characters from other scripts have their own hint.
 */
function isMissing(segment: string): boolean {
  const [first = ''] = segment;
  return !isInFont(first) && visible(first) !== '' && !otherScript.test(first);
}
