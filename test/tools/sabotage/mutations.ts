// Makes small mutations of a source file: each is one that a good test notices.

export interface Mutation {
  readonly line: number;
  /** What is replaced on that line, or from there on. */
  readonly before: string;
  readonly after: string;
  /** Where `before` begins in the file. */
  readonly at: number;
}

/** A kind of mutation: where it applies, and what takes the place of the match. */
type Kind = readonly [pattern: RegExp, replacements: (match: RegExpExecArray) => readonly string[]];

const kinds: readonly Kind[] = [
  // A constant, but no HTTP status and no index.
  [
    /(?<![\w.$'"`-])\d[\d_]*(?![\w.$'"`])/g,
    ([text]) => otherNumbers(Number(text.replaceAll('_', ''))),
  ],
  // Swapped arguments.
  [
    /(?<=(?<!function )\b\w+\()(\w+), (\w+)(?=\)(?! =>| \{))/g,
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

const statuses = /^[1-5]\d\d$/;

function otherNumbers(number: number): readonly string[] {
  if (number < 2 || statuses.test(String(number))) return [];
  const near = [number + 1, number - 1];
  const far = number >= 60 ? [number * 1000, Math.ceil(number / 1000)] : [number * 1000];
  return [...near, ...far].map(String);
}

/** Returns every mutation of a source file, in its order. Comments and imports stay as they are. */
export function mutationsOf(source: string): Mutation[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*$|^import [\s\S]*?;$/gm, (text) =>
    text.replace(/[^\n]/g, ' '),
  );
  const found = kinds.flatMap(([pattern, replacements]) =>
    [...code.matchAll(pattern)].flatMap((match) =>
      replacements(match).map((after) => ({
        at: match.index,
        line: source.slice(0, match.index).split('\n').length,
        before: match[0],
        after,
      })),
    ),
  );
  return found.sort((a, b) => a.at - b.at);
}

export function mutated(source: string, { at, before, after }: Mutation): string {
  return source.slice(0, at) + after + source.slice(at + before.length);
}
