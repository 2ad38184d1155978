// Decides which test files run, and in which order. Each part runs in its own process; there are
// two, because loading the app, the OAuth server and the browser driver takes seconds.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { seededRandom } from '../../support/seeded-random.ts';

/** Test files that run one after the other in one process. */
export interface Part {
  readonly name: string;
  /** Absolute paths, in the order in which they run. */
  readonly files: readonly string[];
}

/** The choices from the command line. */
export interface Wanted {
  /** Run only files whose path contains one of these. */
  readonly paths: readonly string[];
  /** Run only tests of these properties: `P24`. */
  readonly properties: readonly string[];
  /** Determines the order of the files; the same seed repeats it. */
  readonly seed: number;
}

/** The folders of test/ in each part. Both take about the same time. */
const folders: Record<string, readonly string[]> = {
  pages: ['states', 'browser', 'pages', 'leaks', 'convention'],
};
/** The part for all other folders. */
const rest = 'rest';

/** Parses the command line: `login/session P24 --seed=7`. Throws an Error for an unknown option. */
function readArguments(args: readonly string[]): Wanted {
  const options = args.filter((arg) => arg.startsWith('-'));
  const names = args.filter((arg) => !arg.startsWith('-'));
  const unknown = options.find((option) => !/^--seed=\d+$/.test(option));
  if (unknown)
    throw new Error(
      `${unknown} is not known: npm test -- [part of a path] [property: P24] [--seed=7]`,
    );
  const [seed] = options.map((option) => Number(option.split('=')[1]));
  return {
    paths: names.filter((name) => !isProperty(name)),
    properties: names.filter(isProperty),
    seed: seed ?? Math.floor(Math.random() * 1_000_000),
  };
}

/** Parses the command line. On an error, prints it and exits the process with code 1. */
export function readArgumentsOrExit(args: readonly string[]): Wanted {
  try {
    return readArguments(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/**
 * Returns the parts with every wanted test file on disk. `suffixes`: the endings of test files,
 * such as `.test.ts`.
 */
export function findParts(wanted: Wanted, suffixes: readonly string[]): Part[] {
  const parts = new Map<string, string[]>();
  for (const path of readdirSync('test', { recursive: true, encoding: 'utf8' }).sort()) {
    const isTest = suffixes.some((suffix) => path.endsWith(suffix));
    if (!isTest || !isWanted(path, wanted)) continue;
    const name = partOf(path);
    parts.set(name, [...(parts.get(name) ?? []), resolve('test', path)]);
  }
  return [...Object.keys(folders), rest].flatMap((name) => {
    const files = parts.get(name);
    return files ? [{ name, files: shuffle(files, wanted.seed) }] : [];
  });
}

function isProperty(name: string): boolean {
  return /^P\d+$/.test(name);
}

function isWanted(path: string, { paths, properties }: Wanted): boolean {
  const hasPath = paths.length === 0 || paths.some((part) => join('test', path).includes(part));
  if (!hasPath || properties.length === 0) return hasPath;
  const text = readFileSync(join('test', path), 'utf8');
  return properties.some((property) => new RegExp(`\\b${property}\\b`).test(text));
}

function partOf(path: string): string {
  const folder = path.includes('/') ? (path.split('/')[0] ?? '') : '';
  const named = Object.entries(folders).find(([, own]) => own.includes(folder));
  return named ? named[0] : rest;
}

/** Shuffles (Fisher–Yates); the same seed gives the same order. */
function shuffle(files: readonly string[], seed: number): string[] {
  const random = seededRandom(seed);
  const shuffled: string[] = [];
  const left = [...files];
  while (left.length > 0) shuffled.push(...left.splice(Math.floor(random() * left.length), 1));
  return shuffled;
}
