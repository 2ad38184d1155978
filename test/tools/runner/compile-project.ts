// Compiles the project once for all processes of a test run, which then load it in half the time
// and run it as in production.
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compileInto } from '../../support/compiler.ts';

/** Tests and programs read these files at paths relative to their own. */
const copied = [
  ...['src', 'test', 'examples', 'deploy', 'views', 'public'],
  ...['package.json', 'tsconfig.json', '.env.example', 'LICENSE'],
];

/**
 * Copies the project to a folder, with a compiled file next to each source. Sets COMPILED_PROJECT
 * to this folder, for `compiledFile`. The folder is deleted when this process exits.
 */
export function compileProject(): void {
  delete process.env.COMPILED_PROJECT;
  // Without these handlers, a signal would skip the exit handlers here and in run-part.ts.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  // The tests of the runner run it in a folder that has no project.
  if (!existsSync('src')) return;
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-compiled-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  // Copies the files rather than linking to them, because a test may change its own copy of this
  // copy.
  for (const name of copied) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  try {
    compileInto(folder, resolve('test/tools/runner/tsconfig.compiled.json'));
  } catch {
    process.exit(1);
  }
  process.env.COMPILED_PROJECT = folder;
}
