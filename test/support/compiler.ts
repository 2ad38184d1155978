// The TypeScript compiler of this project. It has no API, so it runs as a program of its own.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** The arguments of Node that start it, on one core: others are busy with tests. */
export const compiler: readonly string[] = [path, '--singleThreaded'];

/** Its environment. It runs for seconds only: a garbage collection costs more than it gains. */
export const compilerEnv = { ...process.env, GOGC: 'off' };

/** Compiles what a tsconfig file names into a folder, and prints what is wrong with it. */
export function compileInto(folder: string, settings: string): void {
  const args = [...compiler, '-p', settings, '--outDir', folder];
  execFileSync(process.execPath, args, { env: compilerEnv, stdio: 'inherit' });
}
