// The test runner compiles the project before it starts the tests. These functions map between
// sources and compiled files.
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const project = resolve('.');

/**
 * Returns the absolute path of the compiled version, or of the source if it is not compiled.
 * `source`: absolute, or relative to the project root.
 */
export function compiledFile(source: string): string {
  const { COMPILED_PROJECT } = process.env;
  const path = resolve(source);
  if (!COMPILED_PROJECT) return path;
  const compiled = join(COMPILED_PROJECT, relative(project, path).replace(/\.ts$/, '.js'));
  return existsSync(compiled) ? compiled : path;
}

export function sourceFile(path: string): string {
  const { COMPILED_PROJECT } = process.env;
  if (!COMPILED_PROJECT || !path.startsWith(COMPILED_PROJECT)) return path;
  return join(project, relative(COMPILED_PROJECT, path).replace(/\.js$/, '.ts'));
}
