// Maps positions in compiled files to the sources. Node can also do this (--enable-source-maps),
// but would read the source map of every loaded file.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceFile } from '../../support/compiled-file.ts';

const maps = new Map<string, SourceMap>();

export function withSourcePositions(text: string): string {
  return text.replace(
    /(file:\/\/)?(\/[^\s():]+\.js):(\d+):(\d+)/g,
    (position, scheme, path, line, column) => {
      const compiled = scheme ? fileURLToPath(scheme + path) : path;
      const source = sourceFile(compiled);
      if (source === compiled) return position;
      // Positions in a source map are zero-based.
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
