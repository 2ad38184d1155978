// Prints a line for each test file, the failures, the slowest tests, and for `npm run proof` the
// counts that tests report. Everything except a passed test is a failure.
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { isProof } from '../../support/machine/rounds.ts';
import type { Part, Selection } from './select.ts';

interface Result {
  readonly name: string;
  readonly file: string;
  readonly milliseconds: number;
  /** Whether this is a subtest. Its parent's time includes its own. */
  readonly isNested: boolean;
  readonly failure?: string;
}

const ending = ' leaves nothing behind';
const slowestCount = 10;
/** The counts that Node's runner prints when it ends. */
const ofNode = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/;
const maxErrorLines = 40;

/** Returns the name of the test that follows a file's tests. */
export const endOf = (file: string) => file + ending;

export function createReport({ parts, seed, properties }: Selection) {
  const startedAt = performance.now();
  const results: Result[] = [];
  const problems: string[] = [];
  /** Lines such as `300 logins`, from `t.diagnostic(…)`. */
  const counted: string[] = [];
  const files = parts.flatMap((part) => part.files.map((file) => relative('test', file)));
  const notEnded = new Set(files);
  console.log(`${files.length} files in ${parts.length} processes, --seed=${seed}`);

  /** Returns a function that handles this part's events. */
  function begin({ name: part }: Part): (event: TestEvent) => void {
    let ofFile: Result[] = [];
    /** The output of the file's tests. */
    let printed = '';

    function complete(test: Completed): void {
      if (isPart(test)) return void problems.push(...crashOf(part, test));
      const result = resultOf(test);
      const endedFile = fileEndedBy(result);
      if (endedFile === undefined) {
        results.push(result);
        ofFile.push(result);
      } else if (notEnded.delete(endedFile)) {
        endFile(endedFile, { results: ofFile, printed });
        ofFile = [];
        printed = '';
      }
      if (endedFile && result.failure) problems.push(`${result.name}\n${indented(result.failure)}`);
    }

    return ({ type, data }) => {
      if (type === 'test:stdout' || type === 'test:stderr') printed += data.message;
      if (type === 'test:diagnostic') hearDiagnostic(data.message);
      // The types of Node 20 lack this event, which is sent as soon as a test ends.
      if ((type as string) === 'test:complete') complete(data as unknown as Completed);
    };
  }

  function endFile(file: string, ended: EndedFile): void {
    if (ended.results.length === 0) problems.push(`no test in ${file}`);
    printFile(file, ended, `${files.length - notEnded.size}/${files.length}`);
  }

  function hearDiagnostic(message: string): void {
    if (message.includes('asynchronous activity after the test ended')) problems.push(message);
    else if (!ofNode.test(message)) counted.push(message);
  }

  /** Prints the summary, and returns whether every test passed. */
  function end(): boolean {
    problems.push(...[...notEnded].map((file) => `${file} did not end`));
    const missing = properties.filter(
      (property) => !results.some(({ name }) => new RegExp(`^(P\\d+ )*${property}\\b`).test(name)),
    );
    problems.push(...missing.map((property) => `no test of ${property} was run`));
    if (results.length === 0) problems.push('no test was run');
    const failed = results.filter(({ failure }) => failure);
    for (const { name, file, failure = '' } of failed)
      console.log(`\n✖ ${file}: ${name}\n${indented(failure)}`);
    for (const problem of problems) console.log(`\n✖ ${problem}`);
    printSlowest(results);
    if (isProof) console.log(`\n${counted.join('\n')}`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const failures = failed.length + problems.length;
    console.log(
      `\nafter ${seconds} s:\n${results.length - failed.length} passed, ${failures} failed`,
    );
    return failures === 0;
  }

  return {
    begin,
    end,
    add: (problem: string) => void problems.push(problem),
  };
}

interface Completed {
  readonly name: string;
  readonly file?: string;
  readonly nesting: number;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: {
    readonly passed: boolean;
    readonly duration_ms: number;
    readonly error?: Error & { exitCode?: number; signal?: string };
  };
}

/** Node's runner reports each part's process as a test named after its file. */
const isPart = ({ name, file }: Completed) => name === file;

function crashOf(part: string, { details: { error } }: Completed): string[] {
  const outcomes = [error?.exitCode, error?.signal].filter((outcome) => outcome && outcome !== 1);
  return outcomes.map((outcome) => `the process of ${part} ended with ${outcome}`);
}

function fileEndedBy({ name }: Result): string | undefined {
  return name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
}

function resultOf({ name, file = '', nesting, skip, todo, details }: Completed): Result {
  const { passed, error, duration_ms: milliseconds } = details;
  const isMarked = Boolean(skip ?? todo);
  const reason = isMarked
    ? 'it is marked as skipped or unfinished'
    : inspect(error?.cause ?? error);
  return {
    name,
    file: relative('test', file),
    milliseconds,
    isNested: nesting > 0,
    ...((isMarked || !passed) && { failure: reason }),
  };
}

interface EndedFile {
  readonly results: readonly Result[];
  readonly printed: string;
}

/** Prints errors at once, because somebody may stop a long run early. */
function printFile(file: string, { results, printed }: EndedFile, progress: string): void {
  const failed = results.filter(({ failure }) => failure);
  const count = `${results.length} tests`;
  const time = results.reduce((sum, each) => sum + (each.isNested ? 0 : each.milliseconds), 0);
  const mark = failed.length > 0 ? '✖' : '✔';
  console.log(
    `${mark} ${progress.padStart(7)}  ${file.padEnd(44)} ${count.padStart(9)} ${seconds(time)}`,
  );
  for (const { name, failure = '' } of failed) console.log(`  ✖ ${name}\n${indented(failure)}`);
  if (failed.length > 0 && printed) console.log(indented(printed.slice(-3000)));
}

function printSlowest(results: readonly Result[]): void {
  const whole = results.filter(({ isNested }) => !isNested);
  console.log(`\nthe slowest of ${results.length} tests`);
  for (const { name, file, milliseconds } of whole
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, slowestCount))
    console.log(`${seconds(milliseconds)}  ${file}: ${name}`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`.padStart(8);
}

function indented(text: string): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines.length > maxErrorLines ? [...lines.slice(0, maxErrorLines), '…'] : lines;
  return shown.map((line) => `    ${line}`).join('\n');
}
