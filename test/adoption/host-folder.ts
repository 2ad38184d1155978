// Creates folders outside the project for new apps, with packages from npm.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compiler, compilerEnv } from '../support/compiler.ts';

/** Installs packages with npm. `dependencies`: versions by name. */
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

/**
 * Links this project's packages, which is faster than installing them. Code in `folder` cannot
 * import any others.
 */
export function linkPackages(
  folder: string,
  names: readonly string[],
  type: 'module' | 'commonjs' = 'module',
): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type }));
  for (const name of names) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
}

/** All compiler options that make type checks stricter. */
const strictest = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  isolatedModules: true,
  erasableSyntaxOnly: true,
};

interface Compilation {
  readonly include: readonly string[];
  /** The folder for compiled files. Default: no output. */
  readonly outDir?: string;
  /** The compiler options for modules. */
  readonly modules?: Readonly<Record<string, unknown>>;
  /** Node's arguments for starting a compiler. Default: this project's compiler. */
  readonly program?: readonly string[];
}

/** Compiles `include` with the strictest checks. Returns the compiler's output. */
export function compile(
  folder: string,
  { include, outDir, modules = { module: 'nodenext' }, program = compiler }: Compilation,
): string {
  const compilerOptions = {
    ...strictest,
    ...modules,
    target: 'es2023',
    types: ['node'],
    // The types of packages are not under test.
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    ...(outDir ? { outDir, rootDir: '.' } : { noEmit: true }),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const options = { cwd: folder, env: compilerEnv, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, program, options).stdout;
}
