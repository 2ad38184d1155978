import assert from 'node:assert/strict';
import test from 'node:test';
import type { Finding } from '../../src/checks/finding.ts';
import { causeWithCode } from '../../src/log/causes.ts';
import { createLog } from '../../src/log/log.ts';
import { watchPlatform } from '../../src/server/platform-watch.ts';

function startWatch() {
  const seen = { looks: 0, lines: [] as string[], takesLogins: undefined as boolean | undefined };
  const warning: Finding = { level: 'warning', about: 'Platform', what: 'its clock differs' };
  let found: Finding[] = [];
  let now = 1_000_000;
  const look = watchPlatform({
    log: createLog('info', { write: (line) => void seen.lines.push(JSON.parse(line)) }),
    clock: () => now,
    onChange: (takesLogins) => Object.assign(seen, { takesLogins }),
    async check() {
      seen.looks++;
      return [warning, ...found];
    },
  });
  return {
    look,
    seen,
    set: (code?: string) => {
      found = code ? [{ level: 'error', about: 'Platform', what: 'is away', code }] : [];
    },
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test('a check counts for ten seconds, for any number of monitors, and reports each cause once', async () => {
  const { look, seen, set, wait } = startWatch();
  const away = causeWithCode('platform-away');
  set('platform-away');
  assert.deepEqual(await Promise.all([look(), look()]), [away, away]);
  set();
  wait(9999);
  assert.deepEqual([await look(), seen.looks, seen.takesLogins], [away, 1, false]);
  wait(1);
  assert.deepEqual([await look(), seen.looks, seen.takesLogins], [undefined, 2, true]);
  wait(9999);
  await look();
  assert.equal(seen.looks, 2);
  wait(1);
  await look();
  assert.equal(seen.looks, 3);
  assert.deepEqual(
    seen.lines.map((line) => (line as unknown as { msg: string }).msg),
    [
      'the platform accepts no logins: nobody can log in until it does',
      'the platform accepts logins again',
    ],
  );
});

test('a platform that asks to wait is checked again after a minute', async () => {
  const { look, seen, set, wait } = startWatch();
  set('platform-slow-down');
  assert.equal((await look())?.code, 'platform-slow-down');
  wait(59_999);
  await look();
  assert.equal(seen.looks, 1);
  wait(1);
  await look();
  assert.equal(seen.looks, 2);
});
