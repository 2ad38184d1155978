// An empty folder outside the project for a new app, with packages from npm.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compiler, compilerEnv } from '../support/compiler.ts';

/** Installs packages, given by name and version, with npm. */
export function installPackages(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
): void {
  const contents = { private: true, type: 'module', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(contents));
  const options = [
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--no-package-lock',
  ];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'pipe' });
}

/** Links packages of this project, which is faster. Nothing else can be imported in `folder`. */
export function linkPackages(folder: string, names: readonly string[]): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  for (const name of names) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
}

/** Compiles `include` in strict mode, to `outDir` if given. Returns the compiler's output. */
export function compile(
  folder: string,
  { include, outDir }: { include: string[]; outDir?: string },
): string {
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    // The types of packages are not under test.
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    ...(outDir ? { outDir, rootDir: '.' } : { noEmit: true }),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const options = { cwd: folder, env: compilerEnv, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, compiler, options).stdout;
}
