// A copy of this project, for tests that change it as a contributor would.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Lifetime } from './child-app.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface ProjectCopy {
  readonly folder: string;
  write(path: string, content: string): void;
  replace(path: string, before: string, after: string): void;
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
}

export function copySources(to: string): void {
  const others = ['.git', 'node_modules', 'dist', '.env'];
  cpSync('.', to, { recursive: true, filter: (path) => !others.includes(basename(path)) });
}

/** The copy shares node_modules with the project, and is deleted at the end of `t`. */
export function copyProject(t: Lifetime): ProjectCopy {
  const copy = temporaryFolder(t);
  for (const name of readdirSync('.')) {
    if (name === 'node_modules') symlinkSync(resolve(name), join(copy, name));
    else if (name !== '.git') cpSync(name, join(copy, name), { recursive: true });
  }

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), content);
  }

  return {
    folder: copy,
    write,
    replace(path, before, after) {
      const content = readFileSync(join(copy, path), 'utf8');
      if (!content.includes(before)) throw new Error(`${path} has no ${before}`);
      write(
        path,
        content.replace(before, () => after),
      );
    },
    async run(program, args, env = {}) {
      const run = promisify(execFile)(program, args, {
        cwd: copy,
        // The copy's tests do not report to this test run, and run few repetitions even in `npm run
        // proof`.
        env: {
          ...process.env,
          NODE_TEST_CONTEXT: undefined,
          ROUNDS: undefined,
          TMPDIR: copy,
          ...env,
        },
        maxBuffer: 64 * 1024 * 1024,
      });
      const { stdout, stderr } = await run.catch((failure) => failure);
      return stdout + stderr;
    },
  };
}

export function testArguments(parts: readonly string[]): string[] {
  return ['test/tools/runner/main.ts', ...parts];
}
