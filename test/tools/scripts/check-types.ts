import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { compiler, compilerEnv } from '../../support/machine/compiler.ts';
import { typedTemplates, writeTypedTemplates } from './type-templates.ts';

writeTypedTemplates();
check('all', []);
// The files that `npm run build` compiles must not depend on the tests' types.
check('src', ['-p', 'src/tsconfig.build.json']);

function check(name: string, settings: readonly string[]): void {
  const cache = ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/${name}.tsbuildinfo`];
  const args = [...compiler, '--noEmit', ...cache, ...settings];
  const { stdout, status } = spawnSync(process.execPath, args, {
    env: compilerEnv,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(withTemplatePositions(stdout));
  if (status !== 0) process.exit(1);
}

function withTemplatePositions(text: string): string {
  const position = new RegExp(`^${typedTemplates}/(.+)\\.ts\\((\\d+),\\d+\\)`, 'gm');
  return text.replace(position, (_, name: string, line: string) => {
    const before = readFileSync(`${typedTemplates}/${name}.ts`, 'utf8')
      .split('\n')
      .slice(0, Number(line));
    // Each part of a compiled template starts by setting its line number.
    const [, lineOfTemplate = 1] = /.*__eta\.line=(\d+)/s.exec(before.join('\n')) ?? [];
    return `views/${name}.eta:${lineOfTemplate}`;
  });
}
