import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Lifetime } from '../support/machine/child-app.ts';
import type { Certificates } from '../support/machine/own-network.ts';
import { copySources } from '../support/machine/project-copy.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

export interface Disk {
  /** Contains `server` (the disk) and `origin` (the repository that the server clones). */
  readonly folder: string;
  /** `path` is relative to the root of the disk. */
  write(path: string, content: string): void;
  commit(path: string, before: string, after: string): void;
}

export interface DebianServer {
  run(commands: string): Promise<string>;
}

export interface Installation {
  readonly install: string;
  readonly certificates: Certificates;
}

/** Takes two minutes and up to 3 GB of disk space. The disk is deleted at the end of `t`. */
export function makeDisk(t: Lifetime, { install, certificates }: Installation): Disk {
  const folder = temporaryFolder(t);
  const write = (path: string, content: string) =>
    writeFileSync(join(folder, 'server', path), content);
  mkdirSync(join(folder, 'certificates'));
  for (const [name, { cert }] of Object.entries(certificates))
    writeFileSync(join(folder, 'certificates', `${name}.crt`), cert);
  runOutside('test/deploy/debian-disk.sh', { FOLDER: folder, INSTALL: install });
  write('etc/hosts', '127.0.0.1 localhost\n');
  for (const [name, { cert, key }] of Object.entries(certificates)) {
    mkdirSync(join(folder, 'server/srv/certificates', name), { recursive: true });
    write(`srv/certificates/${name}/fullchain.pem`, cert);
    write(`srv/certificates/${name}/privkey.pem`, key);
  }
  return { folder, write, commit: makeOrigin(join(folder, 'origin')) };
}

/** Runs a script in the outer network, from which Debian and npm packages can be downloaded. */
export function runOutside(script: string, env: Record<string, string>): void {
  const { OUTSIDE = '' } = process.env;
  execFileSync('nsenter', [`--net=/proc/${OUTSIDE}/ns/net`, 'sh', resolve(script)], {
    env: { ...process.env, PROJECT: resolve('.'), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * The commands must end with three readiness checks: one for each instance, and one through nginx.
 */
export async function expectReady(server: DebianServer, commands: string): Promise<void> {
  const printed = await server.run(commands);
  assert.match(printed, /(\{"status":"ready"\}){3}$/, printed);
}

function makeOrigin(origin: string): Disk['commit'] {
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
