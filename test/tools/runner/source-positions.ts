// Shows where an error is in the sources, although the compiled files run. Node can do this too
// (--enable-source-maps), but then reads the map of every file that it loads.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceFile } from '../../support/compiled-file.ts';

const maps = new Map<string, SourceMap>();

/** Returns the text with each position in a compiled file replaced by that in its source. */
export function withSourcePositions(text: string): string {
  return text.replace(
    /(file:\/\/)?(\/[^\s():]+\.js):(\d+):(\d+)/g,
    (position, scheme, path, line, column) => {
      const compiled = scheme ? fileURLToPath(scheme + path) : path;
      const source = sourceFile(compiled);
      if (source === compiled) return position;
      // Zero-based, as in the map.
      const entry = mapOf(compiled).findEntry(Number(line) - 1, Number(column) - 1);
      const sourceLine = 'originalLine' in entry ? entry.originalLine + 1 : line;
      return `${relative('.', source)}:${sourceLine}`;
    },
  );
}

function mapOf(compiled: string): SourceMap {
  const map =
    maps.get(compiled) ?? new SourceMap(JSON.parse(readFileSync(`${compiled}.map`, 'utf8')));
  maps.set(compiled, map);
  return map;
}
