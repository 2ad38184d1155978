// Finds every limit in the source: each lifetime, timeout, size and count that has a name.
import { readdirSync, readFileSync } from 'node:fs';

export interface Limit {
  /** From src. */
  readonly file: string;
  readonly name: string;
  /** As in the source, without underscores. */
  readonly value: string;
  /** Where its numbers stand in the file. */
  readonly at: readonly Place[];
}

/** From where to where, and what stands there. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const number = String.raw`\d[\d_.]*(?: \* \d[\d_.]*)*`;
const limitName = String.raw`\w*(?:Ms|Seconds|Timeout|Interval|Bytes|maxAge)|(?:most|max|longest|shortest|largest|fewest)[A-Z]\w*|commandsQueueMaxLength|most|levels`;
const forms = [
  // A constant.
  new RegExp(String.raw`^(?:export )?const (\w+) = (${number}|\d+ \* \(.+\));`, 'dgm'),
  // One that follows from others.
  /^(?:export )?const (\w+(?:Ms|Seconds)) = ((?:\w+ [*+-] )+\w+);/dgm,
  // Two of them.
  /^const \[(\w+), \w+\] = \[(\d[\d_]*), \d[\d_]*\];/dgm,
  /^const \[\w+, (\w+)\] = \[\d[\d_]*, (\d[\d_]*)\];/dgm,
  // A field or a default, if its name says that it is a limit.
  new RegExp(String.raw`(?<!const )\b(${limitName})(?:: | = )(${number})(?=[,;)} \n])`, 'dg'),
  // How large a form may be.
  /\b(limit): '(\d+kb)'/dg,
  // A setting.
  /^ {2}([A-Z_]+): (?:count|z\s*\.string\(\)\s*\.max)\((.+?)(?:, '.+?')?\)(?:\s*\.default\(([\d_]+)\))?/dgm,
];

/** What draws, or is no limit: these files and these constants. */
const notLimits = [
  /^sandbox\//,
  /^demo\.ts/,
  /^contrast\.ts/,
  /^pages\/link-kit\//,
  /^pages\/badge-name\/(badge-card|badge-font|badge-text|card-foot|desk-view|line-breaks)\.ts/,
  /^log\/metrics\.ts buckets/,
  /^doctor\/redis-checks\.ts (oldestMajor|rounds)/,
  /^login\/sessions\/sealing-client\.ts format/,
  /^login\/sessions\/sealing\.ts (ivBytes|tagBytes)/,
  /^login\/store\/redis-address\.ts (redisPort|sentinelPort)/,
  /^settings\/desk-hours\.ts (minuteMs|dayMinutes)/,
  /^web\/words\/(desk-text\.ts weekDays|event-days\.ts dayMs|moments\.ts minuteMs)/,
  /^settings\/\S+ (PORT|METRICS_PORT)/,
];

const isLimit = ({ file, name }: Pick<Limit, 'file' | 'name'>) =>
  !notLimits.some((pattern) => pattern.test(`${file} ${name}`));

/** Returns the limits of a file, and the large numbers in it that have no name. */
export function limitsIn(file: string, source: string): { limits: Limit[]; unnamed: string[] } {
  // Blank, so that all else stays at its place.
  let rest = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (text) => text.replace(/./g, ' '));
  const limits: Limit[] = [];
  for (const form of forms) {
    for (const match of rest.matchAll(form)) {
      const [, name = '', value = '', other] = match;
      const range = value.replace(', ', ' to ') + (other ? `, ${other} if not set` : '');
      const said = range.replaceAll('_', '');
      if (isLimit({ file, name }) && said !== '0' && said !== '1')
        limits.push({ file, name, value: said, at: placesOf(match) });
    }
  }
  for (const form of forms) rest = rest.replace(form, '');
  const unnamed = isLimit({ file, name: '' })
    ? rest.match(
        /.*(\b(\d+_\d{3}|\d+ \* (3600|1024))\b|(?<!Math)\.(max|min)\(\d|max-age=[1-9]|duration: \d).*/g,
      )
    : [];
  return {
    limits: unique(limits),
    unnamed: (unnamed ?? []).map((line) => `${file}: ${line.trim()}`),
  };
}

/** Of the value, which may be a range, and of the default of a setting. */
function placesOf({ indices = [], input = '' }: RegExpExecArray): Place[] {
  return indices.slice(2).flatMap((found) => {
    if (!found) return [];
    const [start, end] = found;
    const text = input.slice(start, end);
    const [first = ''] = text.split(', ');
    if (first === text) return [{ start, end, text }];
    const second = start + first.length + 2;
    return [
      { start, end: start + first.length, text: first },
      { start: second, end, text: input.slice(second, end) },
    ];
  });
}

function unique(limits: readonly Limit[]): Limit[] {
  return [...new Map(limits.map((limit) => [limit.name + limit.value, limit])).values()];
}

/** Returns those of all files of src. */
export function allLimits(): { limits: Limit[]; unnamed: string[] } {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
  const found = files.map((file) => limitsIn(file, readFileSync(`src/${file}`, 'utf8')));
  return {
    limits: found.flatMap(({ limits }) => limits),
    unnamed: found.flatMap(({ unnamed }) => unnamed),
  };
}
