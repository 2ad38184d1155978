import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compiler, compilerEnv } from '../support/machine/compiler.ts';

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
 * import other packages.
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
  readonly outDir?: string;
  readonly modules?: Readonly<Record<string, unknown>>;
  /** Node's arguments for starting a compiler. Default: this project's compiler. */
  readonly program?: readonly string[];
}

/** Returns the compiler's output, which is empty if there are no errors. */
export function compile(
  folder: string,
  { include, outDir, modules = { module: 'nodenext' }, program = compiler }: Compilation,
): string {
  const compilerOptions = {
    ...strictest,
    ...modules,
    target: 'es2023',
    types: ['node'],
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    ...(outDir ? { outDir, rootDir: '.' } : { noEmit: true }),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const options = { cwd: folder, env: compilerEnv, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, program, options).stdout;
}
