// What the process of a part tells the runner.

/** How one test ended. */
export interface TestResult {
  readonly name: string;
  /** The absolute path of the file that defines the test. */
  readonly file: string;
  readonly isPassed: boolean;
  /** Why the test did not run, where it was skipped or is unfinished. */
  readonly skipped?: string;
  readonly milliseconds: number;
  /** Whether it is part of another test, whose time includes its own. */
  readonly isNested: boolean;
  /** The error of a failed test, as text. */
  readonly error?: string;
}

/** A message from the process of a part: the result of a test, or a line that a test adds to the report. */
export type PartMessage = { readonly result: TestResult } | { readonly diagnostic: string };

/** The name of the first test of a part. It waits for all files to be loaded. */
export const beginning = 'all files are loaded';
const ending = ' leaves nothing behind';

/** The name of the test that ends a file. It checks what the file has left behind. */
export function endOf(file: string): string {
  return file + ending;
}

/** Returns the file that a test of this name ends, or undefined. */
export function fileEndedBy(testName: string): string | undefined {
  return testName.endsWith(ending) ? testName.slice(0, -ending.length) : undefined;
}
