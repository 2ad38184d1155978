// Finds the tests that reach a source file, by what each imports: those about it first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { limitWords } from '../../support/limit-words.ts';

const importLine = /\bfrom '(\.[^']+)'|\bimport '(\.[^']+)'/g;

/** Returns everything that a file imports, directly or not, and itself. Remembers what it knows. */
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
  return (file: string): ReadonlySet<string> => {
    const all = new Set([file]);
    for (const each of all) for (const imported of importsOf(each)) all.add(imported);
    return all;
  };
}

/** Returns a function that lists the test files that reach a source file, the closest first. */
export function reachingTests(): (file: string) => string[] {
  const closureOf = createImports();
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !/^(browser|tools|states|adoption)\//.test(path))
    .map((path) => ({ path: join('test', path), reached: closureOf(join('test', path)) }));

  return (file) => {
    const name = basename(file, '.ts');
    const folder = dirname(file).replace(/^src/, 'test');
    const distance = ({ path, reached }: (typeof tests)[number]) =>
      (basename(path) === `${name}.test.ts` ? 0 : 1000) +
      (path.startsWith(`${folder}/`) ? 0 : 500) +
      reached.size;
    const reaching = tests
      .filter(({ reached }) => reached.has(file))
      .sort((a, b) => distance(a) - distance(b))
      .map(({ path }) => path);
    const [own = [], others = []] =
      basename(reaching[0] ?? '') === `${name}.test.ts`
        ? [reaching.slice(0, 1), reaching.slice(1)]
        : [[], reaching];
    return [...new Set([...own, ...testsOfLimits(file), ...others])];
  };
}

/** Those that docs/limits.md names for the limits of a file. */
function testsOfLimits(file: string): string[] {
  return [...limitWords]
    .filter(([key, { test }]) => test && `src/${key}`.startsWith(`${file} `))
    .map(([, { test }]) => `test/${test}.test.ts`);
}
