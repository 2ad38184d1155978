// Compiles the programs that tests start as processes. Compiled, they start in half the time and
// run as in production.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compileInto } from '../support/compiler.ts';

/**
 * Compiles into a folder with the project's layout and returns its path. It is deleted when this
 * process exits.
 */
export function compilePrograms(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-programs-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  compileInto(folder, resolve('test/runner/tsconfig.programs.json'));
  for (const name of ['node_modules', 'package.json', 'public', 'views'])
    symlinkSync(resolve(name), join(folder, name));
  return folder;
}
