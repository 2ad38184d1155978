// Reads the tables in docs/properties.md: each property, its test, and the source that enforces it.
import { readFileSync } from 'node:fs';

export interface Property {
  readonly name: string;
  readonly testFile: string;
  readonly sourceFile: string;
}

const table = readFileSync('docs/properties.md', 'utf8');
const row = /^\| (P\d+) \| .* \| \[[^\]]+\]\(\.\.\/([^)]+)\)<br>\[[^\]]+\]\(\.\.\/([^)]+)\) \|$/gm;

/** Importing this file throws an Error if a row cannot be parsed. */
export const properties: readonly Property[] = [...table.matchAll(row)].map(
  ([, name = '', testFile = '', sourceFile = '']) => ({ name, testFile, sourceFile }),
);
const rowCount = table.match(/^\| P\d+ /gm)?.length;
if (properties.length !== rowCount)
  throw new Error(`docs/properties.md: ${properties.length} of ${rowCount} rows can be read`);
