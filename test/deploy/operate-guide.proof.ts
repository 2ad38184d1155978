// The first deployment and the upgrade of docs/operate.md, as they are printed there: two instances
// of the built app behind nginx with TLS, and Redis with its users. debian.sh plays the machine.
import assert from 'node:assert/strict';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { upgradeCommands } from '../support/operate-guide.ts';
import { firstDeployment, newMachine } from '../support/played-debian.ts';
import { startPlatform } from '../support/registered-platform.ts';
import { logIn, visitor } from '../support/visitor.ts';

test('who follows docs/operate.md from step 3 to step 9, and upgrades, has two instances behind nginx, with nothing for the doctor to find', async (t) => {
  const machine = await newMachine(t);
  const { url } = machine;
  const { edit } = await startPlatform(t, url, '/etc/lanyard.env');
  const first = await machine.run(firstDeployment(edit));
  const upgrade = await machine.run(upgradeCommands);

  assert.match(first, /^yours: redis:\/\/operator:\w{64}@/m);
  for (const part of [first, upgrade]) assert.match(part, /^All is well\.$/m, 'the doctor');
  assert.match(first, /(\{"status":"ready"\}){3}$/m, 'each instance, and through nginx');
  assert.match(readlinkSync(join(machine.root, 'opt/lanyard')), /lanyard-20\d\d-/);
  const starts = machine.journal().match(/"msg":"Lanyard is up"|"msg":"stopped"/g) ?? [];
  assert.deepEqual(
    starts.map((start) => start.slice(7, -1)),
    [
      ...['Lanyard is up', 'Lanyard is up'],
      ...['stopped', 'Lanyard is up', 'stopped', 'Lanyard is up'],
    ],
  );
  const profile = await logIn(visitor(), `${url}/profile`, { as: 'robin' });
  assert.equal(`${profile.status} ${profile.url}`, `200 ${url}/profile`);
  assert.match(profile.text, /Robin/);
});
