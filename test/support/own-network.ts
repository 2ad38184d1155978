// Runs a proof that follows docs/operate.md in a separate network, where every port is free.
import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { type Certificate, selfSignedCertificate } from './certificate.ts';
import type { Lifetime } from './child-app.ts';
import { nodeArguments, resultOf } from './program.ts';
import { needProgram } from './programs-of-debian.ts';
import { trustCertificate } from './tls-site.ts';

/**
 * Local names that replace the guide's names. The sandbox is the platform, and a public site
 * refuses to start with a platform on its own computer.
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
 * Runs a program in a network namespace, which requires root. Rejects with its output if it fails.
 * The environment variable OUTSIDE contains the id of a process in the network from which packages
 * can be downloaded.
 */
export async function runInOwnNetwork(t: TestContext, file: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('this proof needs root: it makes namespaces');
  needProgram('debootstrap', 'debootstrap');
  needProgram('ip', 'iproute2');
  const inOwnNetwork = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const child = spawn('unshare', [...inOwnNetwork, process.execPath, ...nodeArguments(file)], {
    env: { ...process.env, OUTSIDE: String(process.pid) },
  });
  const { stdout, stderr, exitCode } = await resultOf(child);
  if (exitCode !== 0) throw new Error(stdout + stderr);
  for (const done of stdout.match(/^\d+ s: .*/gm) ?? []) t.diagnostic(done);
}

const startedAt = performance.now();

/** Prints a completed step and the seconds since the start. */
export function say(done: string): void {
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${done}`);
}

export type Certificates = Readonly<Record<string, Certificate>>;

/** Certificates by name. All requests from this process trust them. */
export function trustedCertificates(t: Lifetime): Certificates {
  const names = Object.values(ownNames);
  const certificates = names.map((name) => [name, selfSignedCertificate(name)] as const);
  trustCertificate(t, certificates.map(([, { cert }]) => cert).join(''));
  return Object.fromEntries(certificates);
}
