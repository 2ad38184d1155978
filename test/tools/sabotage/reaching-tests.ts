// Finds the tests that reach a source file, by what each imports: those about it first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { limitWords } from '../../support/limit-words.ts';

const importLine = /\bfrom '(\.[^']+)'|\bimport '(\.[^']+)'/g;

/** Returns functions that remember what they know: what a file imports itself, and all in all. */
function createImports() {
  const direct = new Map<string, readonly string[]>();
  const importsOf = (file: string) => {
    const known =
      direct.get(file) ??
      [...readFileSync(file, 'utf8').matchAll(importLine)]
        .map(([, from, alone]) => join(dirname(file), from ?? alone ?? ''))
        // Some tests write programs, with imports of their own.
        .filter((path) => path.endsWith('.ts') && existsSync(path));
    direct.set(file, known);
    return known;
  };
  const closureOf = (file: string): ReadonlySet<string> => {
    const all = new Set([file]);
    for (const each of all) for (const imported of importsOf(each)) all.add(imported);
    return all;
  };
  return { importsOf, closureOf };
}

/**
 * Returns a function that lists the test files that reach a source file: its own, those that
 * docs/limits.md names for its limits, those of the files that import it, then the closest.
 */
export function reachingTests(): (file: string) => string[] {
  const { importsOf, closureOf } = createImports();
  const sources = filesIn('src', '.ts');
  const tests = filesIn('test', '.test.ts')
    .filter((path) => !/^test\/(browser|tools|states|adoption)\//.test(path))
    .map((path) => ({ path, reached: closureOf(path) }));

  return (file) => {
    const importers = sources.filter((source) => importsOf(source).includes(file));
    const folder = testOf(dirname(file));
    const steps = (path: string) => stepsBetween(folder, dirname(path));
    const reaching = tests
      .filter(({ reached }) => reached.has(file))
      .sort((a, b) => steps(a.path) - steps(b.path) || a.reached.size - b.reached.size)
      .map(({ path }) => path);
    const named = (sourceFiles: readonly string[]) => {
      const wanted = sourceFiles.map((source) => testOf(source).replace(/ts$/, 'test.ts'));
      return reaching.filter((path) => wanted.includes(path));
    };
    return [
      ...new Set([...named([file]), ...testsOfLimits(file), ...named(importers), ...reaching]),
    ];
  };
}

function filesIn(folder: string, end: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end))
    .map((path) => join(folder, path));
}

/** Where the test of a source file or folder stands. */
function testOf(path: string): string {
  return path.replace(/^src/, 'test');
}

/** Returns how many folders one has to leave and to enter. */
function stepsBetween(from: string, to: string): number {
  const [here, there] = [from.split('/'), to.split('/')];
  const differs = here.findIndex((name, index) => there[index] !== name);
  const shared = differs < 0 ? here.length : differs;
  return here.length - shared + (there.length - shared);
}

/** Those that docs/limits.md names for the limits of a file. */
function testsOfLimits(file: string): string[] {
  return [...limitWords]
    .filter(([key, { test }]) => test && `src/${key}`.startsWith(`${file} `))
    .map(([, { test }]) => `test/${test}.test.ts`);
}
