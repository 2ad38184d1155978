// A server with Docker Engine for containers.proof.ts. It must be in a network of its own.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { selfSignedCertificate } from './certificate.ts';
import type { Lifetime } from './child-app.ts';
import { containerSteps } from './operate-guide.ts';
import { copySources } from './project-copy.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { readCommands, terminalOf } from './terminal.ts';
import { trustCertificate } from './tls-site.ts';

export interface ContainerServer {
  /** Runs commands in the one terminal of the server. Resolves to what they printed. */
  run(commands: string): Promise<string>;
  /** Replaces a text in a file of the project that can be cloned there, and commits it. */
  commit(path: string, before: string, after: string): void;
}

/**
 * Makes the server after step 1 of "In containers", which takes two minutes and 3 GB.
 * `outside` is the number of a process in the network that has what Debian and npm offer.
 */
export async function startContainerServer(
  t: Lifetime,
  { outside }: { outside: string },
): Promise<ContainerServer> {
  const folder = temporaryFolder(t);
  const { cert, key } = selfSignedCertificate();
  trustCertificate(t, cert);
  writeFileSync(join(folder, 'certificate.pem'), cert);
  const env = { FOLDER: folder, PROJECT: resolve('.'), INSTALL: containerSteps.get(1) };
  const roots = ['sh', resolve('test/deploy/container-roots.sh')];
  execFileSync('nsenter', [`--net=/proc/${outside}/ns/net`, ...roots], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const write = (path: string, content: string) =>
    writeFileSync(join(folder, 'server', path), content);
  write('srv/fullchain.pem', cert);
  write('srv/privkey.pem', key);
  const commit = makeOrigin(join(folder, 'origin'));
  const run = openTerminal(t, { folder, write });
  await run('true');
  return { run, commit };
}

/** Makes a repository with one commit of the project as it is here. */
function makeOrigin(origin: string): ContainerServer['commit'] {
  copySources(origin);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Proof', '-c', 'user.email=proof@example.org', ...args], {
      cwd: origin,
      stdio: 'ignore',
    });
  git('init', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--message=As it is');
  return (path, before, after) => {
    const file = join(origin, path);
    const content = readFileSync(file, 'utf8');
    if (!content.includes(before)) throw new Error(`${path} has no ${before}`);
    writeFileSync(file, content.replace(before, after));
    git('commit', '--all', '--message=A new version');
  };
}

/** Starts the server, with a shell that is its terminal. */
function openTerminal(
  t: Lifetime,
  { folder, write }: { folder: string; write: (path: string, content: string) => void },
): ContainerServer['run'] {
  const becomeServer = readFileSync('test/deploy/container-server.sh', 'utf8');
  const shell = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', `${becomeServer}\n${readCommands}`],
    { env: { PATH: process.env.PATH, FOLDER: folder }, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const over = once(shell, 'close');
  t.after(async () => {
    shell.kill('SIGKILL');
    await over;
  });
  return terminalOf(shell, (number, commands) => {
    write(`srv/commands-${number}.sh`, commands);
    return `/srv/commands-${number}.sh`;
  });
}
