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

/** Every check that makes the types of a host stricter. */
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
  /** Where the compiled files go. Default: nowhere. */
  readonly outDir?: string;
  /** How the host resolves and writes modules. */
  readonly modules?: Readonly<Record<string, unknown>>;
  /** The arguments of Node that start another compiler than that of this project. */
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
