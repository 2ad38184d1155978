import { spawnSync } from 'node:child_process';

export function needProgram(name: string, debianPackage: string): void {
  if (spawnSync('sh', ['-c', `command -v ${name}`]).status === 0) return;
  throw new Error(`this proof needs ${name}. Please run:  sudo apt-get install ${debianPackage}`);
}
