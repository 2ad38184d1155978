// Where the files are that the test command compiled before it started the tests.
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The working directory of the tests. */
const project = resolve('.');

/**
 * Returns the compiled version of a source file (a path from the project root, or an absolute one),
 * or the absolute path of the source itself if it is not compiled.
 */
export function compiledFile(source: string): string {
  const { COMPILED_PROJECT } = process.env;
  const path = resolve(source);
  if (!COMPILED_PROJECT) return path;
  const compiled = join(COMPILED_PROJECT, relative(project, path).replace(/\.ts$/, '.js'));
  return existsSync(compiled) ? compiled : path;
}

/** Returns the source of a compiled file, or the path itself if it is not a compiled file. */
export function sourceFile(path: string): string {
  const { COMPILED_PROJECT } = process.env;
  if (!COMPILED_PROJECT || !path.startsWith(COMPILED_PROJECT)) return path;
  return join(project, relative(COMPILED_PROJECT, path).replace(/\.js$/, '.ts'));
}
