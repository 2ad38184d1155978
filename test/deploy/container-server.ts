// A Debian server with Docker Engine, for containers.proof.ts. It runs only in a separate network
// (own-network.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Lifetime } from '../support/machine/child-app.ts';
import { withOwnNames } from '../support/machine/own-network.ts';
import {
  type DebianServer,
  type Disk,
  type Installation,
  makeDisk,
  runOutside,
} from './debian-server.ts';
import { readCommands, terminalOf } from './terminal.ts';

export interface ContainerServer extends DebianServer, Pick<Disk, 'commit'> {}

export async function startContainerServer(
  t: Lifetime,
  installation: Installation,
): Promise<ContainerServer> {
  const disk = makeDisk(t, installation);
  runOutside('test/deploy/container-image.sh', { FOLDER: disk.folder });
  const run = openTerminal(t, disk);
  await run('true');
  return { run: (commands) => run(withOwnNames(commands)), commit: disk.commit };
}

function openTerminal(t: Lifetime, { folder, write }: Disk): ContainerServer['run'] {
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
