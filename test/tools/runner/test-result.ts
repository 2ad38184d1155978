export interface TestResult {
  readonly name: string;
  readonly file: string;
  readonly isPassed: boolean;
  readonly skipped?: string;
  readonly milliseconds: number;
  /** Whether this is a subtest. Its parent's time includes the time of the subtest. */
  readonly isNested: boolean;
  readonly error?: string;
}

/**
 * A part's process sends these messages to the runner: the start of a test, its result, or a line
 * for the report.
 */
export type PartMessage =
  | { readonly begins: string }
  | { readonly result: TestResult }
  | { readonly diagnostic: string };

/** The name of a part's first test, which waits until all files are loaded. */
export const beginning = 'all files are loaded';
const ending = ' leaves nothing behind';

export function endOf(file: string): string {
  return file + ending;
}

export function fileEndedBy(testName: string): string | undefined {
  return testName.endsWith(ending) ? testName.slice(0, -ending.length) : undefined;
}
