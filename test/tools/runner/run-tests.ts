import { relative } from 'node:path';
import { propertiesIn } from '../../support/rounds.ts';
import type { Part, Selection } from './parts.ts';
import { isTest, printEnd, printFile, printPart } from './report.ts';
import { runPart } from './run-part.ts';
import { beginning, endOf, fileEndedBy, type TestResult } from './test-result.ts';

export interface TestRun {
  readonly selection: Selection;
  readonly concurrency: number;
  readonly silenceMs: number;
  readonly onResult?: (result: TestResult) => void;
  readonly onDiagnostic?: (message: string) => void;
}

/**
 * Runs every selected test file. Resolves to false if a test failed or was skipped, if a file or
 * property ran no test, if a part left something behind, or if nothing ran.
 */
export async function runTests(run: TestRun): Promise<boolean> {
  const startedAt = performance.now();
  const { parts, properties, seed } = run.selection;
  const files = parts.flatMap((part) => part.files);
  console.log(
    `${files.length} files in ${parts.length} parts, ${run.concurrency} at a time, --seed=${seed}`,
  );

  const results: TestResult[] = [];
  const problems: string[] = [];
  const waiting = [...parts];
  const runWaiting = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      problems.push(...(await runAndPrint(part, { run, results, fileCount: files.length })));
    }
  };
  await Promise.all(Array.from({ length: run.concurrency }, runWaiting));

  const tests = results.filter(isTest);
  problems.push(...skipped(tests));
  problems.push(
    ...(properties.length > 0
      ? propertiesWithoutTest(properties, tests)
      : filesWithoutTest(files, tests)),
  );
  if (tests.length === 0) problems.push('no test was run');
  printEnd({ results, problems, seconds: (performance.now() - startedAt) / 1000 });
  return problems.length === 0 && results.every(({ isPassed }) => isPassed);
}

async function runAndPrint(
  part: Part,
  { run, results, fileCount }: { run: TestRun; results: TestResult[]; fileCount: number },
): Promise<string[]> {
  const startedAt = performance.now();
  printPart(part, 'begins');
  let resultsOfFile: TestResult[] = [];
  const problems = await runPart(part, {
    namePatterns: namePatterns(run.selection.properties),
    silenceMs: run.silenceMs,
    onResult(result) {
      // Node 20 also reports each test that the pattern excludes.
      if (result.skipped === 'test name does not match pattern') return;
      results.push(result);
      resultsOfFile.push(result);
      run.onResult?.(result);
    },
    onFileEnd(file, printed) {
      const done = results.filter(({ name }) => fileEndedBy(name) !== undefined).length;
      printFile(file, { results: resultsOfFile, printed, progress: `${done}/${fileCount}` });
      resultsOfFile = [];
    },
    onDiagnostic: (message) => run.onDiagnostic?.(message),
  });
  printPart(part, `ended after ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return problems.map((problem) => `part ${part.name}: ${problem}`);
}

/** Includes the runner's own tests, which every run needs. */
function namePatterns(properties: readonly string[]): string[] {
  if (properties.length === 0) return [];
  return [...properties.map((property) => `^(P\\d+ )*${property}\\b`), beginning, endOf('.*')];
}

function skipped(tests: readonly TestResult[]): string[] {
  return tests
    .filter((test) => test.skipped !== undefined)
    .map(({ file, name }) => `skipped: ${relative('test', file)}: ${name}`);
}

function propertiesWithoutTest(
  properties: readonly string[],
  tests: readonly TestResult[],
): string[] {
  return properties
    .filter((property) => !tests.some(({ name }) => propertiesIn(name).includes(property)))
    .map((property) => `no test of ${property} was run`);
}

function filesWithoutTest(files: readonly string[], tests: readonly TestResult[]): string[] {
  const withTest = new Set(
    tests.filter((test) => test.skipped === undefined).map(({ file }) => file),
  );
  return files
    .filter((file) => !withTest.has(file))
    .map((file) => `not run: ${relative('test', file)}`);
}
