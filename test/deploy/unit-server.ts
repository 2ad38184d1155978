// A Debian server with systemd, for units.proof.ts. It runs only in a separate network
// (own-network.ts).
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lifetime } from '../support/machine/child-app.ts';
import { withOwnNames } from '../support/machine/own-network.ts';
import { type DebianServer, type Installation, makeDisk, runOutside } from './debian-server.ts';
import { readCommands, terminalOf } from './terminal.ts';

export interface UnitServer extends DebianServer {
  /** Kills all processes, then restarts the server with a new terminal. */
  losePower(): Promise<void>;
}

export async function startUnitServer(
  t: Lifetime,
  installation: Installation,
): Promise<UnitServer> {
  const disk = makeDisk(t, installation);
  mkdirSync(join(disk.folder, 'npm-cache'));
  runOutside('test/deploy/npm-cache.sh', { CACHE: join(disk.folder, 'npm-cache') });
  const writeCommands = (number: number, commands: string) => {
    disk.write(`srv/commands-${number}.sh`, commands);
    return `/srv/commands-${number}.sh`;
  };

  async function start() {
    const machine = await startMachine(disk.folder);
    return { machine, run: terminalOf(machine.terminal, writeCommands) };
  }
  let current = await start();
  t.after(() => current.machine.end());
  return {
    run: (commands) => current.run(withOwnNames(commands)),
    async losePower() {
      await current.machine.end();
      current = await start();
    },
  };
}

async function startMachine(folder: string) {
  const findGroups = ['--noheadings', '--first-only', '--types=cgroup2', '--output=TARGET'];
  const groups = execFileSync('findmnt', findGroups, { encoding: 'utf8' }).trim();
  const group = join(groups, basename(folder));
  mkdirSync(group, { recursive: true });
  const enterGroup = 'echo $$ > "$GROUP/cgroup.procs" && exec unshare "$@"';
  const namespaces = ['--mount', '--pid', '--uts', '--cgroup', '--fork', '--kill-child'];
  const becomeServer = readFileSync('test/deploy/unit-server.sh', 'utf8');
  const machine = spawn('sh', ['-c', enterGroup, 'sh', ...namespaces, 'sh', '-c', becomeServer], {
    env: { PATH: process.env.PATH, FOLDER: folder, GROUP: group },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const over = once(machine, 'close');
  const inServer = await whenStarted(machine);
  const terminal = spawn('nsenter', [...inServer, 'sh', '-c', readCommands], {
    env: {
      ...{ PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LANG: 'C.UTF-8' },
      ...{ npm_config_cache: '/srv/npm-cache', npm_config_offline: 'true' },
      // The proof's certificate is in Debian's store, which Node's official builds do not use by
      // default.
      NODE_USE_SYSTEM_CA: '1',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return {
    terminal,
    async end() {
      machine.kill('SIGKILL');
      await over;
      const events = join(group, 'cgroup.events');
      while (readFileSync(events, 'utf8').includes('populated 1')) await wait(20);
      execFileSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', '+']);
    },
  };
}

async function whenStarted(machine: ChildProcess): Promise<string[]> {
  const children = `/proc/${machine.pid}/task/${machine.pid}/children`;
  const isStarted = 'test -d /srv/certificates && systemctl is-system-running --wait';
  while (machine.exitCode === null) {
    const [first = ''] = readFileSync(children, 'utf8').split(' ');
    const inServer = ['--target', first, '--mount', '--pid', '--uts', '--cgroup'];
    const state = spawnSync('nsenter', [...inServer, 'sh', '-c', isStarted], { encoding: 'utf8' });
    // `degraded` means that some units failed, because they need hardware that this server lacks.
    if (/^(running|degraded)$/m.test(state.stdout)) return inServer;
    await wait(200);
  }
  throw new Error('systemd did not start');
}
