// Makes small mutations of a source file: each is one that a good test notices.
import { limitWords } from '../../support/limit-words.ts';
import { limitsIn } from '../../support/limits.ts';
import { changesOf, numberIn } from '../limits/changes.ts';

export interface Mutation {
  readonly line: number;
  /** What is replaced on that line, or from there on. */
  readonly before: string;
  readonly after: string;
  /** Where `before` begins in the file. */
  readonly at: number;
  /** The test to ask first: of a limit the one in docs/limits.md. */
  readonly test?: string;
}

/** A kind of mutation: where it applies, and what takes the place of the match. */
type Kind = readonly [pattern: RegExp, replacements: (match: RegExpExecArray) => readonly string[]];

const kinds: readonly Kind[] = [
  // A number, but no HTTP status, index or code point.
  [
    /(?<![\w.$'"`-]|\\u\{)(?!(?<=\[)\d+\])\d[\d_]*(?![\w.$'"`])/g,
    ([text]) => otherNumbers(Number(text.replaceAll('_', ''))),
  ],
  // Swapped arguments, where they differ.
  [
    /(?<=(?<!function |Math\.)\b\w+\()(\w+), (\w+)(?=\)(?! =>| \{))/g,
    ([, first, second]) => [`${second}, ${first}`],
  ],
  // A dropped await.
  [/\bawait (?=\w)/g, () => ['void ']],
  [/\.every\(/g, () => ['.some(']],
  [/\.some\(/g, () => ['.every(']],
  // A limit that begins one later.
  [/ (<=|>=|<|>) (?=[\w(])/g, ([, sign = '']) => [` ${sign.length > 1 ? sign[0] : `${sign}=`} `]],
  // A removed guard.
  [/^ *if \([^\n]*\)\s+(?:return|throw) [^;{]*;\n/gm, () => ['']],
  [/^ *if \([^\n]*\) return;\n/gm, () => ['']],
  // A removed header, or a cookie that stays.
  [/^ *\w*(?:res|cookies)\w*\.(?:set|setHeader|clear|clearCookie)\([^;{}]*\);\n/gm, () => ['']],
];

/** It goes through the whole login in front of a store that answers late. */
const testOfWaiting = 'test/login/late-store.test.ts';

const statuses = /^[1-5]\d\d$/;

function otherNumbers(number: number): readonly string[] {
  if (number < 2 || statuses.test(String(number))) return [];
  const step = Math.max(1, Math.round(0.02 * number));
  return [number + step, number - step, ...farFrom(number)].map(String);
}

function farFrom(number: number): readonly number[] {
  return number >= 60 ? [number * 1000, Math.ceil(number / 1000)] : [number * 1000];
}

/**
 * Returns every mutation of a source file, in its order. Comments, imports and the words of messages
 * stay as they are. A limit of docs/limits.md changes as `npm run limits -- --prove` changes it, and
 * 1000 times.
 */
export function mutationsOf(source: string, file = ''): Mutation[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*$|^import [\s\S]*?;$/gm, blank)
    .replace(/(?<=')[^'\n]*(?='[,;)]*$)/gm, blank);
  const ofLimits = mutationsOfLimits(source, file.replace(/^src\//, ''));
  const isOfLimit = (at: number) =>
    ofLimits.some((limit) => at >= limit.at && at < limit.at + limit.before.length);
  const found = kinds.flatMap(([pattern, replacements]) =>
    [...code.matchAll(pattern)]
      .filter(({ index }) => !isOfLimit(index))
      .flatMap((match) => {
        const before = source.slice(match.index, match.index + match[0].length);
        const isWaiting = before === 'await ' && file.startsWith('src/login/');
        const test = isWaiting && { test: testOfWaiting };
        return replacements(match).map((after) => ({ at: match.index, before, after, ...test }));
      }),
  );
  return [...ofLimits, ...found]
    .map((each) => ({ ...each, line: source.slice(0, each.at).split('\n').length }))
    .sort((a, b) => a.at - b.at);
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

function mutationsOfLimits(source: string, file: string): Omit<Mutation, 'line'>[] {
  return limitsIn(file, source).limits.flatMap((limit) => {
    const { unit = '', test } = limitWords.get(`${file} ${limit.name}`) ?? {};
    const near = changesOf(limit, unit).map(({ place, after }) => ({ place, after }));
    const far = limit.at.flatMap((place) =>
      farTexts(place.text).map((after) => ({ place, after })),
    );
    return [...near, ...far].map(({ place, after }) => ({
      at: place.start,
      before: place.text,
      after,
      ...(test && { test: `test/${test}.test.ts` }),
    }));
  });
}

function farTexts(text: string): readonly string[] {
  if (text.endsWith('kb')) return [];
  const number = numberIn(text);
  return number === undefined ? [`1000 * (${text})`] : farFrom(number).map(String);
}

export function mutated(source: string, { at, before, after }: Mutation): string {
  return source.slice(0, at) + after + source.slice(at + before.length);
}
