// Galleries: folders whose files each hold one example.
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compiledFile } from './compiled-file.ts';

/** Resolves to the exports of every file of a folder (a path from the project root). */
export function importFolder<Exports>(folder: string): Promise<Exports[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return Promise.all(
    files.map((file) => import(pathToFileURL(compiledFile(`${folder}/${file}`)).href)),
  );
}
