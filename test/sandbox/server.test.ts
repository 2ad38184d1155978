import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { runProgram } from '../support/program.ts';

function start(env: NodeJS.ProcessEnv) {
  return runProgram('src/sandbox/server.ts', [], { env: { PATH: process.env.PATH, ...env } });
}

test('npm run sandbox prints its URL and the people to log in as, and ends on SIGTERM', async () => {
  const server = start({ SANDBOX_PORT: '0' });
  const lines: string[] = [];
  server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    lines.push(chunk);
    if (/mallory/.test(chunk)) server.kill('SIGTERM');
  });
  const [warnings, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')]);
  const printed = lines.join('');
  assert.equal(code, 0);
  assert.match(printed, /^Sandbox convention: http:\/\/127\.0\.0\.1:\d+\n/);
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
