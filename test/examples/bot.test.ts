import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { openServiceClient } from '../../src/convention/convention.ts';
import { sandboxFor } from '../sandbox/visitor.ts';
import { nodeArguments } from '../support/program.ts';

const run = promisify(execFile);

async function runBot(env: Record<string, string>) {
  const { PATH = '' } = process.env;
  const args = nodeArguments(resolve('examples/bot.ts'));
  const ended = run(process.execPath, args, { env: { PATH, ...env } });
  return ended.then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    (failure: { stdout: string; stderr: string; code: number }) => failure,
  );
}

async function startConvention(t: TestContext) {
  const sandbox = await sandboxFor(t, { attendees: 30 });
  const service = openServiceClient({
    baseUrl: new URL(sandbox.url),
    clientId: 'lanyard',
    clientSecret: 'sandbox-secret',
    scopes: ['registration:read', 'user:read', 'user:roles:update'],
  });
  t.after(() => service.close());
  return { CONVENTION_URL: sandbox.url, service };
}

test('the bot gives the role to everybody who has paid, removes it from others, and has nothing to do at the second run', async (t) => {
  const { CONVENTION_URL, service } = await startConvention(t);
  const paid: string[] = [];
  const unpaid: string[] = [];
  for await (const { user, status } of service.registrations())
    (status === 'paid' ? paid : unpaid).push(user.id);
  const [first = '', second = ''] = unpaid;
  await service.addRole({ userId: first, roleId: '2', scope: 'convention' });

  const env = { CONVENTION_URL, ROLE: 'Signed the NDA' };
  const { stdout, stderr, code } = await runBot(env);
  assert.deepEqual([stderr, code], ['', 0]);
  const [read, changed] = stdout.split('\n');
  assert.equal(read, `${paid.length + unpaid.length} registrations read`);
  const [, given, taken, done] =
    /: (\d+) given, (\d+) taken, (\d+) unchanged/.exec(changed ?? '') ?? [];
  assert.ok(Number(given) > 0);
  assert.equal(taken, '1');
  assert.equal(Number(given) + Number(taken) + Number(done), paid.length + unpaid.length);
  assert.ok(!stdout.includes('\r'), 'progress is shown only in a terminal');

  for (const [userId, isHeld] of [
    [paid[0] ?? '', true],
    [first, false],
    [second, false],
  ] as const) {
    const roles = await service.userRoles({ userId });
    assert.equal(JSON.stringify(roles).includes('Signed the NDA'), isHeld, userId);
  }
  const again = await runBot(env);
  assert.match(
    again.stdout,
    new RegExp(`: 0 given, 0 taken, ${paid.length + unpaid.length} unchanged`),
  );
});

test('a rejected credential and an unknown role are reported in one line', async (t) => {
  const { CONVENTION_URL } = await startConvention(t);
  const refused = await runBot({ CONVENTION_URL, SERVICE_CLIENT_SECRET: 'wrong' });
  assert.deepEqual(
    [refused.stderr, refused.code],
    [
      'The bot has stopped: Request service token: the convention issued no token (invalid_client)\n',
      1,
    ],
  );
  const unknown = await runBot({ CONVENTION_URL, ROLE: 'Captain' });
  assert.equal(unknown.stderr, 'The bot has stopped: the convention has no role called Captain\n');
});
