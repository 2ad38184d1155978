// The table of docs/properties.md: each property, the test that proves it and the source that holds
// it.
import { readFileSync } from 'node:fs';

export interface Property {
  /** `P24`. */
  readonly name: string;
  /** The paths of both files from the project's root. */
  readonly testFile: string;
  readonly sourceFile: string;
}

const table = readFileSync('docs/properties.md', 'utf8');
const row = /^\| (P\d+) \| .* \| \[[^\]]+\]\(\.\.\/([^)]+)\) \| \[[^\]]+\]\(\.\.\/([^)]+)\) \|$/gm;

/** Every property of the table. Throws an Error if a row cannot be read. */
export const properties: readonly Property[] = [...table.matchAll(row)].map(
  ([, name = '', testFile = '', sourceFile = '']) => ({ name, testFile, sourceFile }),
);
const rowCount = table.match(/^\| P\d+ /gm)?.length;
if (properties.length !== rowCount)
  throw new Error(`docs/properties.md: ${properties.length} of ${rowCount} rows can be read`);
