// Follows docs/operate.md in a separate network namespace, where every port is free.
import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { type Certificate, selfSignedCertificate } from './certificate.ts';
import type { Lifetime } from './child-app.ts';
import { resultOf } from './program.ts';
import { needProgram } from './programs-of-debian.ts';
import { trustCertificate } from './tls-site.ts';

/**
 * Local names that replace the guide's. With a public name, the site would refuse to start, because
 * its platform is a local sandbox.
 */
const ownNames = { 'lanyard.example': 'localhost', 'foxcon.example': '127.0.0.1' };

export const lanyardUrl = `https://${ownNames['lanyard.example']}`;
export const foxconUrl = `https://${ownNames['foxcon.example']}`;

export function withOwnNames(commands: string): string {
  return Object.entries(ownNames).reduce(
    (text, [name, own]) => text.replaceAll(name, own),
    commands,
  );
}

/**
 * Requires root. Rejects with the program's output if it fails. OUTSIDE is the id of a process in
 * the outer network, where the program can download packages.
 */
export async function runInOwnNetwork(t: TestContext, file: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('this proof needs root to create namespaces');
  needProgram('debootstrap', 'debootstrap');
  needProgram('ip', 'iproute2');
  const inOwnNetwork = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const child = spawn('unshare', [...inOwnNetwork, process.execPath, file], {
    env: { ...process.env, OUTSIDE: String(process.pid) },
  });
  const { stdout, stderr, exitCode } = await resultOf(child);
  if (exitCode !== 0) throw new Error(stdout + stderr);
  for (const done of stdout.match(/^\d+ s: .*/gm) ?? []) t.diagnostic(done);
}

const startedAt = performance.now();

export function say(done: string): void {
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${done}`);
}

export type Certificates = Readonly<Record<string, Certificate>>;

export function trustedCertificates(t: Lifetime): Certificates {
  const names = Object.values(ownNames);
  const certificates = names.map((name) => [name, selfSignedCertificate(name)] as const);
  trustCertificate(t, certificates.map(([, { cert }]) => cert).join(''));
  return Object.fromEntries(certificates);
}
