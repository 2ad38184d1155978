import { relative } from 'node:path';
import type { Part } from './parts.ts';
import { fileEndedBy, type TestResult } from './test-result.ts';

const slowestCount = 10;
const maxErrorLines = 40;

export function printPart({ name, files }: Part, what: string): void {
  console.log(`  part ${name} ${what} (${files.length} files)`);
}

/** Prints errors at once, because somebody may stop a long run early. */
export function printFile(
  file: string,
  ended: { results: TestResult[]; printed: string; progress: string },
): void {
  const { results, printed, progress } = ended;
  const failed = results.filter(({ isPassed }) => !isPassed);
  const count = `${results.filter(isTest).length} tests`;
  const mark = failed.length > 0 ? '✖' : '✔';
  console.log(
    `${mark} ${progress.padStart(7)}  ${file.padEnd(44)} ${count.padStart(9)} ${timeOf(results)}`,
  );
  for (const { name, error } of failed) {
    console.log(`          ✖ ${name}\n${indented(error ?? '')}`);
  }
  if (failed.length > 0 && printed) console.log(indented(printed.slice(-3000)));
}

export function printEnd(ended: {
  results: TestResult[];
  problems: readonly string[];
  seconds: number;
}): void {
  const { results, problems, seconds } = ended;
  const failed = results.filter(({ isPassed }) => !isPassed);
  for (const { name, file, error } of failed) {
    console.log(`\n✖ ${relative('test', file)}: ${name}\n${indented(error ?? '')}`);
  }
  const tests = results.filter(isTest);
  console.log(`\nthe slowest of ${tests.length} tests`);
  for (const { name, file, milliseconds } of slowest(tests)) {
    console.log(`${inSeconds(milliseconds)}  ${relative('test', file)}: ${name}`);
  }
  console.log('');
  for (const problem of problems) console.log(`✖ ${problem}`);
  const outcome = outcomeOf(failed.length, problems);
  console.log(`${outcome}: ${tests.length} tests in ${Math.round(seconds)} s`);
}

function outcomeOf(failedCount: number, problems: readonly string[]): string {
  const wrong = failedCount > 0 ? [`${failedCount} failed`, ...problems] : problems;
  const [first, ...others] = wrong.map((text) => text.split('\n')[0]);
  if (first === undefined) return '✔ all passed';
  const more = others.length === 1 ? '1 more problem' : `${others.length} more problems`;
  return `✖ ${first}${others.length > 0 ? `, and ${more}` : ''}`;
}

export function isTest({ name, file }: TestResult): boolean {
  return fileEndedBy(name) === undefined && !/\/runner\/part\.[jt]s$/.test(file);
}

function slowest(tests: readonly TestResult[]): TestResult[] {
  const whole = tests.filter(({ isNested }) => !isNested);
  return whole.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, slowestCount);
}

function timeOf(results: readonly TestResult[]): string {
  const whole = results.filter(({ isNested }) => !isNested);
  return inSeconds(whole.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`.padStart(8);
}

function indented(text: string): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines.length > maxErrorLines ? [...lines.slice(0, maxErrorLines), '…'] : lines;
  return shown.map((line) => `    ${line}`).join('\n');
}
