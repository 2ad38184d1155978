// Decides which test files run, and in which order. Each part runs in its own process. There are
// only four parts, because each process takes seconds to load the app and the OAuth server.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { seededRandom } from '../../support/seeded-random.ts';

export interface Part {
  readonly name: string;
  readonly files: readonly string[];
}

export interface Selection {
  readonly parts: readonly Part[];
  /**
   * Only tests of these properties run, such as `P24`. If the list is empty, all tests in the files
   * run.
   */
  readonly properties: readonly string[];
  readonly seed: number;
}

/** The folders in test/ for each part, longest part first. */
const folders: Record<string, readonly string[]> = {
  browser: ['states', 'browser'],
  login: ['login', 'adoption', 'tools'],
  pages: ['pages', 'leaks', 'convention', 'web'],
};
const rest = 'rest';

export function selectOrExit(args: readonly string[], suffixes: readonly string[]): Selection {
  try {
    return select(args, suffixes);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/**
 * Selects test files on disk by arguments such as `login/session P24 --seed=7`. `suffixes`: endings
 * of test files, such as `.test.ts`. Throws an Error with one line per argument that is unknown or
 * selects nothing.
 */
export function select(args: readonly string[], suffixes: readonly string[]): Selection {
  const options = args.filter((arg) => arg.startsWith('-'));
  const names = args.filter((arg) => !arg.startsWith('-'));
  const usage = 'npm test -- [part of a path] [property: P24] [--seed=7]';
  checkEach(
    options,
    (option) => /^--seed=\d+$/.test(option),
    () => `is not known: ${usage}`,
  );
  const [seed = Math.floor(Math.random() * 1_000_000)] = options.map((option) =>
    Number(option.split('=')[1]),
  );
  const properties = names.filter(isProperty);
  const paths = names.filter((name) => !isProperty(name));
  const files = selectFiles(testFiles(suffixes), { paths, properties });
  return { parts: partsOf(files, seed), properties, seed };
}

function testFiles(suffixes: readonly string[]): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => suffixes.some((suffix) => path.endsWith(suffix)))
    .map((path) => join('test', path))
    .sort();
}

function selectFiles(
  files: readonly string[],
  { paths, properties }: { paths: readonly string[]; properties: readonly string[] },
): readonly string[] {
  checkEach(
    paths,
    (part) => files.some((file) => file.includes(part)),
    (part) => `is in the path of no test file${suggestion(part, files)}`,
  );
  const onPath = files.filter((file) => hasOneOf(paths, (part) => file.includes(part)));
  checkEach(
    properties,
    (property) => onPath.some((file) => hasTestOf(property, file)),
    () => `is the property of no test${paths.length > 0 ? ` in ${paths.join(', ')}` : ''}`,
  );
  const selected = onPath.filter((file) =>
    hasOneOf(properties, (property) => hasTestOf(property, file)),
  );
  checkEach(
    paths,
    (part) => selected.some((file) => file.includes(part)),
    () => `has no test of ${properties.join(', ')}`,
  );
  return selected;
}

function checkEach(
  args: readonly string[],
  isAccepted: (arg: string) => boolean,
  problemOf: (arg: string) => string,
): void {
  const wrong = args.filter((arg) => !isAccepted(arg));
  if (wrong.length > 0) throw new Error(wrong.map((arg) => `${arg} ${problemOf(arg)}`).join('\n'));
}

function hasOneOf(wanted: readonly string[], isAccepted: (one: string) => boolean): boolean {
  return wanted.length === 0 || wanted.some(isAccepted);
}

function suggestion(part: string, files: readonly string[]): string {
  const moved = files.find((file) => basename(file).startsWith(basename(part)));
  return moved ? `: did you mean ${moved}?` : '';
}

function isProperty(name: string): boolean {
  return /^P\d+$/.test(name);
}

function hasTestOf(property: string, file: string): boolean {
  return new RegExp(`['"\`](P\\d+ )*${property}[ :]`).test(readFileSync(file, 'utf8'));
}

function partsOf(files: readonly string[], seed: number): Part[] {
  return [...Object.keys(folders), rest].flatMap((name) => {
    const own = files.filter((file) => partOf(file) === name).map((file) => resolve(file));
    return own.length > 0 ? [{ name, files: shuffle(own, seed) }] : [];
  });
}

function partOf(path: string): string {
  const [, folder = ''] = path.split('/');
  const named = Object.entries(folders).find(([, own]) => own.includes(folder));
  return named ? named[0] : rest;
}

function shuffle(files: readonly string[], seed: number): string[] {
  const random = seededRandom(seed);
  const shuffled: string[] = [];
  const left = [...files];
  while (left.length > 0) shuffled.push(...left.splice(Math.floor(random() * left.length), 1));
  return shuffled;
}
