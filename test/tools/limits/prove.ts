// Changes each limit a little, up and down, in a copy of this project, and sees its test fail.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLifetime } from '../../support/child-app.ts';
import { limitWords } from '../../support/limit-words.ts';
import { allLimits, type Limit } from '../../support/limits.ts';
import { copyProject, type ProjectCopy } from '../../support/project-copy.ts';
import { changesOf } from './changes.ts';

const longestTestMs = 60_000;

/**
 * Resolves to the changes that no test noticed. With `parts` it tries only limits whose file, name
 * or test contains one of these.
 */
export function proveLimits(parts: readonly string[]): Promise<string[]> {
  return withLifetime(async (lifetime) => {
    const copy = copyProject(lifetime);
    const isRight = rememberedByTest((test) => passes(test, copy));
    return allLimits().limits.flatMap((limit) => {
      const { unit, test } = wordsOf(limit);
      const line = `${limit.file} ${limit.name} ${test}`;
      if (!test || !(parts.length === 0 || parts.some((part) => line.includes(part)))) return [];
      if (isRight(test)) return unnoticedOf(limit, { unit, test, copy });
      return [told(`${test} fails without a change`, false)];
    });
  });
}

function wordsOf({ file, name }: Limit) {
  return limitWords.get(`${file} ${name}`) ?? { unit: '', test: '' };
}

function unnoticedOf(
  limit: Limit,
  { unit, test, copy }: { unit: string; test: string; copy: ProjectCopy },
): string[] {
  const path = `src/${limit.file}`;
  // Of the copy: here it may change meanwhile.
  const source = readFileSync(join(copy.folder, path), 'utf8');
  const unnoticed = changesOf(limit, unit).flatMap(({ name, apply }) => {
    copy.write(path, apply(source));
    const isNoticed = !passes(test, copy);
    const what = told(`${limit.file} ${limit.name}: ${name}`, isNoticed);
    return isNoticed ? [] : [what];
  });
  copy.write(path, source);
  return unnoticed;
}

function told(what: string, isGood: boolean): string {
  console.log(`${isGood ? '✔' : '✖'} ${what}`);
  return what;
}

function rememberedByTest(isTrue: (test: string) => boolean): (test: string) => boolean {
  const known = new Map<string, boolean>();
  return (test) => {
    const answer = known.get(test) ?? isTrue(test);
    known.set(test, answer);
    return answer;
  };
}

function passes(test: string, { folder: cwd }: ProjectCopy): boolean {
  const file = `test/${test}.test.ts`;
  const args = ['--import', 'tsx', '--test', `--test-timeout=${longestTestMs}`, file];
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  return spawnSync(process.execPath, args, { cwd, env, timeout: 2 * longestTestMs }).status === 0;
}
