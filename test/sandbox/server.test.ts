import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { runProgram } from '../support/machine/program.ts';

function start(env: NodeJS.ProcessEnv, args: string[] = []) {
  return runProgram('src/sandbox/server.ts', args, { env: { PATH: process.env.PATH, ...env } });
}

async function outputOf(server: ReturnType<typeof start>): Promise<string> {
  let printed = '';
  server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    // A second signal would end the process at once.
    if (/oauth\/logout first/.test(printed) && !server.killed) server.kill('SIGTERM');
  });
  await once(server, 'exit');
  return printed;
}

test('npm run sandbox prints its URL and the people to log in as, and ends on SIGTERM', async () => {
  const server = start({ SANDBOX_PORT: '0' });
  const [printed, warnings] = await Promise.all([outputOf(server), text(server.stderr)]);
  assert.equal(server.exitCode, 0);
  assert.match(printed, /^Sandbox convention: http:\/\/127\.0\.0\.1:\d+\n/);
  assert.match(printed, /^ALL PEOPLE HERE ARE INVENTED/m);
  assert.match(printed, /^Mode: tolerant\./m);
  assert.match(printed, /robin.*sam.*mallory/);
  assert.equal(warnings, '', 'no package prints a warning');
  assert.doesNotMatch(printed, /oidc-provider/);
});

test('npm run sandbox with invalid settings names the faults and ends with 1', async () => {
  const server = start({ SANDBOX_PORT: 'x', SANDBOX_LATENCY_MS: 'y' });
  const [printed, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')]);
  assert.equal(code, 1);
  assert.match(printed, /SANDBOX_PORT: .*\n.*SANDBOX_LATENCY_MS: /);
});

test('npm run sandbox starts in strict mode with --strict or SANDBOX_STRICT=on, and knows no other option', async () => {
  const port = { SANDBOX_PORT: '0' };
  for (const server of [start(port, ['--strict']), start({ ...port, SANDBOX_STRICT: 'on' })])
    assert.match(await outputOf(server), /^Mode: strict\./m);
  const server = start(port, ['--stict']);
  const [printed, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')]);
  assert.equal(code, 1);
  assert.match(printed, /^Unknown option '--stict'/);
});
