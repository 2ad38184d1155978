// The project's TypeScript compiler lacks an API, so it runs as a separate process.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/** Arguments for Node. The compiler uses one core, because tests use the others. */
export const compiler: readonly string[] = [path, '--singleThreaded'];

/** The compiler runs only for seconds, so garbage collection would cost more than it saves. */
export const compilerEnv = { ...process.env, GOGC: 'off' };

export function compileInto(folder: string, settings: string): void {
  const args = [...compiler, '-p', settings, '--outDir', folder];
  execFileSync(process.execPath, args, { env: compilerEnv, stdio: 'inherit' });
}
