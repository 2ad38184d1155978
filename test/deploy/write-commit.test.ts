import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

function build(folder: string, env: Record<string, string> = {}): string {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const { PATH = '' } = process.env;
  execFileSync('sh', ['deploy/write-commit.sh'], { cwd: folder, env: { PATH, ...env } });
  return readFileSync(join(folder, 'dist/commit'), 'utf8').trim();
}

test('the commit of a build comes from the folder, from its archive, or from COMMIT, or is unknown', (t) => {
  const [repository, archive, bare] = [1, 2, 3].map(() => temporaryFolder(t)) as [
    string,
    string,
    string,
  ];
  for (const folder of [repository, bare])
    cpSync('deploy/write-commit.sh', join(folder, 'deploy/write-commit.sh'));
  cpSync('.gitattributes', join(repository, '.gitattributes'));
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  const git = (...words: string[]) =>
    execFileSync('git', [...author, ...words], { cwd: repository, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'A commit');
  const commit = git('rev-parse', 'HEAD').slice(0, 12);

  assert.equal(build(repository), commit);
  writeFileSync(join(repository, '.gitattributes'), 'deploy/write-commit.sh  export-subst\n');
  assert.equal(build(repository), `${commit}-changed`, 'the version names uncommitted changes');
  const tar = execFileSync('git', ['archive', 'HEAD'], { cwd: repository });
  execFileSync('tar', ['-x', '-C', archive], { input: tar });
  assert.equal(build(archive), commit);
  assert.equal(build(bare), 'unknown');
  assert.equal(build(bare, { COMMIT: 'ab'.repeat(20) }), 'ab'.repeat(6));
});

test('each build records its commit: that of the guide, and that of the image', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.match(scripts.build, /&& sh deploy\/write-commit\.sh$/);
  assert.match(
    readFileSync('Dockerfile', 'utf8'),
    /^COPY deploy\/build\.ts deploy\/write-commit\.sh .*\n(#.*\n)*ARG COMMIT\nRUN npm run build/m,
  );
  assert.match(readFileSync('.dockerignore', 'utf8'), /^!deploy\/write-commit\.sh$/m);
});

test('a checkout on Windows has no CR in files that a shell, Redis or nginx reads', (t) => {
  const [repository, checkout] = [temporaryFolder(t), join(temporaryFolder(t), 'checkout')];
  for (const path of [
    '.gitattributes',
    'deploy',
    'test/tools/scripts/setup.sh',
    'public/favicon.ico',
  ])
    cpSync(path, join(repository, path), { recursive: true });
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  const git = (...words: string[]) =>
    execFileSync('git', [...author, ...words], { cwd: repository, stdio: 'pipe' });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'A commit');
  git('clone', '--quiet', '--config', 'core.autocrlf=true', repository, checkout);
  for (const file of ['users.acl', 'nginx.conf', 'write-commit.sh', 'lanyard.service'])
    assert.doesNotMatch(readFileSync(join(checkout, 'deploy', file), 'utf8'), /\r/, file);
  assert.doesNotMatch(readFileSync(join(checkout, 'test/tools/scripts/setup.sh'), 'utf8'), /\r/);
  const icon = 'public/favicon.ico';
  assert.deepEqual(readFileSync(join(checkout, icon)), readFileSync(icon), 'the file is unchanged');
});
