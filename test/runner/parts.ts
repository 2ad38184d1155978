// Which test files are run, and in which order. Each part has a process of its own: loading the app, the OAuth server and the browser
// driver takes seconds, so there are few parts.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { seededRandom } from '../support/seeded-random.ts';

/** Test files that run one after the other in one process. */
export interface Part {
  readonly name: string;
  /** Absolute paths, in the order in which they run. */
  readonly files: readonly string[];
}

/** What was asked for on the command line. */
export interface Wanted {
  /** Parts of paths: only files whose path contains one of them. */
  readonly paths: readonly string[];
  /** Only tests of these properties: `P24`. */
  readonly properties: readonly string[];
  /** Repeats the order of another run. */
  readonly seed: number;
}

/** The parts by the folders of test/ that belong to them; '' for the files in test/ itself. Those that take longest begin. */
const folders: Record<string, readonly string[]> = {
  processes: ['', 'rounds', 'attack', 'examples', 'adoption'],
  states: ['states'],
  browser: ['browser'],
  pages: ['pages'],
};
/** All other folders. */
const rest = 'rest';

/** Reads the command line: `login/session P24 --seed=7`. Throws an Error for an option that does not exist. */
function readArguments(args: readonly string[]): Wanted {
  const options = args.filter((arg) => arg.startsWith('-'));
  const names = args.filter((arg) => !arg.startsWith('-'));
  const unknown = options.find((option) => !/^--seed=\d+$/.test(option));
  if (unknown) throw new Error(`${unknown} is not known: npm test -- [part of a path] [property: P24] [--seed=7]`);
  const [seed] = options.map((option) => Number(option.split('=')[1]));
  return {
    paths: names.filter((name) => !isProperty(name)),
    properties: names.filter(isProperty),
    seed: seed ?? Math.floor(Math.random() * 1_000_000),
  };
}

/** For the test command: prints what is wrong with its arguments, and ends it with exit code 1. */
export function readArgumentsOrExit(args: readonly string[]): Wanted {
  try {
    return readArguments(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Returns the parts with every wanted test file on disk. `suffixes` are the endings of test files: `.test.ts`. */
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

/** The same order for the same seed (Fisher and Yates). */
function shuffle(files: readonly string[], seed: number): string[] {
  const random = seededRandom(seed);
  const shuffled: string[] = [];
  const rest = [...files];
  while (rest.length > 0) shuffled.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return shuffled;
}
