// The messages from the process of a part to the runner.

/** The result of one test. */
export interface TestResult {
  readonly name: string;
  /** The absolute path of the file that defines the test. */
  readonly file: string;
  readonly isPassed: boolean;
  /** The reason, if the test was skipped or is a todo. */
  readonly skipped?: string;
  readonly milliseconds: number;
  /** Whether it is a subtest, whose time is included in that of its parent. */
  readonly isNested: boolean;
  /** The error of a failed test, as text. */
  readonly error?: string;
}

/** A message to the runner: a test begins, its result, or a line that it adds to the report. */
export type PartMessage =
  | { readonly begins: string }
  | { readonly result: TestResult }
  | { readonly diagnostic: string };

/** The name of the first test of a part, which waits until all files are loaded. */
export const beginning = 'all files are loaded';
const ending = ' leaves nothing behind';

/** Returns the name of the test that ends a file and checks what the file left behind. */
export function endOf(file: string): string {
  return file + ending;
}

/** Returns the file that the test with this name ends, or undefined. */
export function fileEndedBy(testName: string): string | undefined {
  return testName.endsWith(ending) ? testName.slice(0, -ending.length) : undefined;
}
