// Finds every limit in the source: each lifetime, timeout, size and count that has a name.
import { readdirSync, readFileSync } from 'node:fs';

export interface Limit {
  /** From src. */
  readonly file: string;
  readonly name: string;
  /** As in the source, without underscores. */
  readonly value: string;
}

const number = String.raw`\d[\d_.]*(?: \* \d[\d_.]*)*`;
const limitName = String.raw`\w*(?:Ms|Seconds|Timeout|Interval|Bytes|maxAge)|(?:most|max|longest|shortest|largest|fewest)[A-Z]\w*|commandsQueueMaxLength`;
const forms = [
  // A constant.
  new RegExp(String.raw`^(?:export )?const (\w+) = (${number}|\d+ \* \(.+\));`, 'gm'),
  // Two of them.
  /^const \[(\w+), \w+\] = \[(\d[\d_]*), \d[\d_]*\];/gm,
  /^const \[\w+, (\w+)\] = \[\d[\d_]*, (\d[\d_]*)\];/gm,
  // A field or a default, if its name says that it is a limit.
  new RegExp(String.raw`(?<!const )\b(${limitName})(?:: | = )(${number})(?=[,;} \n])`, 'g'),
  // How large a form may be.
  /\b(limit): '(\d+kb)'/g,
  // A setting.
  /^ {2}([A-Z_]+): (?:count|z\s*\.string\(\)\s*\.max)\((.+?)(?:, '.+?')?\)(?:\s*\.default\(([\d_]+)\))?/gm,
];

/** What draws, or is no limit: these files and these constants. */
const notLimits = [
  /^sandbox\//,
  /^demo\.ts/,
  /^contrast\.ts/,
  /^pages\/link-kit\//,
  /^pages\/badge-name\/(badge-card|badge-font|badge-text|card-foot|line-breaks)\.ts/,
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
  let rest = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const limits: Limit[] = [];
  for (const form of forms) {
    for (const [, name = '', value = '', other] of rest.matchAll(form)) {
      const range = value.replace(', ', ' to ') + (other ? `, ${other} if not set` : '');
      const said = range.replaceAll('_', '');
      if (isLimit({ file, name }) && said !== '0' && said !== '1')
        limits.push({ file, name, value: said });
    }
  }
  for (const form of forms) rest = rest.replace(form, '');
  const unnamed = isLimit({ file, name: '' })
    ? rest.match(/.*\b(\d+_\d{3}|\d+ \* (3600|1024))\b.*/g)
    : [];
  return {
    limits: unique(limits),
    unnamed: (unnamed ?? []).map((line) => `${file}: ${line.trim()}`),
  };
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
