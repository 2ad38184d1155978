// Decides which test files run, and in which order.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { seededRandom } from '../../support/machine/seeded-random.ts';

export interface Part {
  readonly name: string;
  readonly files: readonly string[];
}

export interface Selection {
  readonly parts: readonly Part[];
  readonly seed: number;
  /** Properties such as `P28`. If empty, all tests in the files run. */
  readonly properties: readonly string[];
  readonly namePatterns: readonly RegExp[];
}

/**
 * Path prefixes in test/ for each process, the slowest part first. The slowest browser files run
 * with the states, so that the two parts with a browser take equally long.
 */
const beginnings: Record<string, readonly string[]> = {
  states: [
    'states/',
    'browser/kept-badge',
    'browser/picture',
    'browser/session-end',
    'browser/theme',
  ],
  browser: ['browser/'],
  pages: ['pages/', 'leaks/', 'convention/', 'web/'],
  login: ['login/', 'adoption/', 'examples/', 'sandbox/', 'tools/'],
  rest: [''],
};

/**
 * Selects test files by arguments such as `login/session P28 --seed=7`. `suffixes`: endings of test
 * files, such as `.test.ts`. Throws an Error with one line per argument that does not select
 * anything.
 */
export function select(args: readonly string[], suffixes: readonly string[]): Selection {
  const [seedOption] = args.filter((arg) => /^--seed=\d+$/.test(arg));
  const seed = Number(seedOption?.split('=')[1] ?? Math.floor(Math.random() * 1_000_000));
  const properties = args.filter((arg) => /^P\d+$/.test(arg));
  const paths = args.filter((arg) => arg !== seedOption && !properties.includes(arg));
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => suffixes.some((suffix) => path.endsWith(suffix)))
    .map((path) => join('test', path))
    .sort();
  const onPath = files.filter((file) => paths.length === 0 || paths.some((p) => file.includes(p)));
  const selected = onPath.filter((file) => {
    return properties.length === 0 || properties.some((property) => hasTestOf(property, file));
  });
  const useless = [
    ...paths.filter((path) => !selected.some((file) => file.includes(path))),
    ...properties.filter((property) => !onPath.some((file) => hasTestOf(property, file))),
  ];
  if (useless.length > 0) {
    const usage = 'npm test -- [part of a path] [property: P28] [--seed=7]';
    throw new Error([...useless.map((arg) => `${arg} selects no test`), usage].join('\n'));
  }
  return {
    parts: partsOf(shuffle(selected, seed)),
    seed,
    properties,
    namePatterns: namePatterns(properties),
  };
}

function hasTestOf(property: string, file: string): boolean {
  return new RegExp(`['"\`](P\\d+ )*${property}[ :]`).test(readFileSync(file, 'utf8'));
}

/** Includes the runner's own tests, which every run needs. */
function namePatterns(properties: readonly string[]): RegExp[] {
  const ofTests = properties.map((property) => new RegExp(`^(P\\d+ )*${property}\\b`));
  return properties.length > 0 ? [...ofTests, / leaves nothing behind$/] : [];
}

function partsOf(files: readonly string[]): Part[] {
  return Object.keys(beginnings).flatMap((name) => {
    const own = files.filter((file) => partOf(file) === name);
    return own.length > 0 ? [{ name, files: own.map((file) => resolve(file)) }] : [];
  });
}

function partOf(file: string): string | undefined {
  return Object.keys(beginnings).find((name) =>
    beginnings[name]?.some((beginning) => file.startsWith(`test/${beginning}`)),
  );
}

function shuffle(files: readonly string[], seed: number): string[] {
  const random = seededRandom(seed);
  const keyed = files.map((file) => ({ file, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ file }) => file);
}
