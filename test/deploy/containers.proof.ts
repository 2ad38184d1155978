// "In containers" of docs/operate.md, as it is printed there: Docker Engine and Compose of Debian 13,
// two instances of the image behind nginx with TLS, and Redis in a container.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import test from 'node:test';
import { nodeArguments, resultOf } from '../support/program.ts';
import { needProgram } from '../support/programs-of-debian.ts';

test('who follows docs/operate.md in containers has two healthy instances, and keeps every login through an upgrade and a restart of the server', async (t) => {
  assert.equal(process.getuid?.(), 0, 'this proof needs root: it makes namespaces');
  needProgram('debootstrap', 'debootstrap');
  needProgram('ip', 'iproute2');
  // In a network of its own every port is free. That of this process is where packages come from.
  const inOwnNetwork = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const child = spawn(
    'unshare',
    [...inOwnNetwork, process.execPath, ...nodeArguments('test/deploy/follow-containers.ts')],
    { env: { ...process.env, OUTSIDE: String(process.pid) } },
  );
  const { stdout, stderr, exitCode } = await resultOf(child);
  assert.equal(exitCode, 0, stdout + stderr);
  for (const done of stdout.match(/^\d+ s: .*/gm) ?? []) t.diagnostic(done);
});
