// Sentinels name a new master. redis-connection.proof.ts has the long form: every kind of group, lost
// in each way, under load.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRedisKeys } from '../../../src/login/store/redis-keys.ts';
import { startSentinels } from '../../support/redis-groups.ts';

/**
 * Longer than one try to connect (3 s), in milliseconds: meanwhile sentinels name the lost master, so
 * that the first try fails.
 */
const lostAfterMs = 4000;
/** Sentinels take a few seconds more to elect a master. */
const longestWaits = 600;

test('P82 when the master that sentinels watch is killed, its replica takes over with what it has, and nothing is restarted', async (t) => {
  const group = await startSentinels(t, { sentinels: 1, replicas: 1, lostAfterMs });
  const states: boolean[] = [];
  const keys = openRedisKeys(group.url, { onStateChange: (isUp) => void states.push(isUp) });
  t.after(() => keys.close());
  const storedValue = () => keys.get('a').then(String, () => 'unavailable');

  await waitFor(async () => states.includes(true));
  await keys.setIfAbsent('a', Buffer.from('1'), 600);
  const [master, replica] = group.servers;
  assert.ok(master && replica);
  await waitFor(async () => (await replica.command('GET', 'a')) === '1');

  master.process.kill('SIGKILL');
  await waitFor(async () => (await storedValue()) === 'unavailable');
  await waitFor(async () => (await storedValue()) === '1');
  assert.equal(await keys.setIfPresent('a', Buffer.from('2'), 600), true, 'it can be written to');
  assert.equal(await storedValue(), '2');
  await waitFor(async () => states.at(-1) === true);
  assert.ok(states.includes(false), 'both are told');
});

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  for (let waits = 0; waits < longestWaits; waits += 1) {
    if (await condition()) return;
    await sleep(50);
  }
  assert.fail(`not so after ${longestWaits} waits: ${condition}`);
}
