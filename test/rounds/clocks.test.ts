import assert from 'node:assert/strict';
import test from 'node:test';
import { to } from '../support/app/front-proxy.ts';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { type TwoApps, twoApps } from '../support/app/two-apps.ts';
import type { Visitor } from '../support/app/visitor.ts';
import { rounds } from '../support/machine/rounds.ts';
import { setFaults } from '../support/platform/set-faults.ts';

let apps: TwoApps;

const clocks = [
  [5, 0],
  [0, -5],
  [2.5, -2.5],
] as const;

test('P20 with clocks that differ by five minutes a login is made once, lasts, and is repeated once when the token ends', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 1, full: 30, of: 'logins for each of three pairs of clocks' });
  const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });

  for (const pair of clocks) {
    await setClocks(pair);
    for (let round = 0; round < count; round += 1) {
      robin.cookies(apps.url).clear();
      assert.equal(await loginsWhile(() => seeProfile(robin)), 1);
      assert.equal(await loginsWhile(() => seeProfile(robin, 4)), 0);

      await setFaults(apps.sandbox, [
        { fault: 'expired-token', route: 'GET /api/users/current', times: 1 },
      ]);
      const before = countRefusals();
      assert.equal(await loginsWhile(() => seeProfile(robin)), 1);
      assert.equal(countRefusals(), before + 1, 'a rejected token is not used again');
    }
  }

  // The token lasts an hour, so it has expired according to at least one clock.
  await setClocks([65, 60]);
  assert.ok((await loginsWhile(() => seeProfile(robin, 20))) <= 1);
  assert.equal(await loginsWhile(() => seeProfile(robin, 4)), 0);
});

const smallDifferences = [
  [2, 0],
  [0, 2],
  [-2, 0],
  [150, -150],
] as const;

for (const path of ['/sharing/forget', '/logout/everywhere']) {
  test(`P34 P20 with clocks that differ, POST ${path} ends the logins that started before it, and none that started after`, async () => {
    apps = await twoApps();
    const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
    for (const [first, second] of smallDifferences) {
      const differ = `${first} s and ${second} s ahead`;
      await setClocks([first / 60, second / 60]);
      const [phone, laptop] = [1, 2].map(() => copyBrowser(robin, apps.sandbox.url)) as [
        Visitor,
        Visitor,
      ];
      const page = await phone.open(`${apps.url}/sharing`);
      const begin = (instance: number) =>
        startLoginUntilCallback(laptop, {
          url: apps.url,
          returnTo: '/profile',
          headers: to(instance),
        });
      const begunBefore = [await begin(0), await begin(1)];
      const form_token = String(page.$('input[name=form_token]').first().val());
      const goodbye = await phone.request(apps.url + path, {
        method: 'POST',
        headers: { ...to(1), 'sec-fetch-site': 'same-origin' },
        form: new URLSearchParams({ form_token }),
      });
      assert.equal(goodbye.status, 303, differ);
      for (const callback of begunBefore)
        assert.equal((await laptop.request(callback, { headers: to(1) })).status, 400, differ);
      for (const instance of [0, 1]) {
        const again = await laptop.request(await begin(instance), { headers: to(1 - instance) });
        assert.equal(again.status, 303, differ);
        laptop.cookies(apps.url).clear();
      }
    }
  });
}

async function setClocks([first, second]: readonly [number, number]): Promise<void> {
  await Promise.all([apps.instances[0].setClock(first), apps.instances[1].setClock(second)]);
}

async function seeProfile(who: Visitor, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const page = await who.open(`${apps.url}/profile`);
    assert.equal(`${page.status} ${page.url.pathname}`, '200 /profile', page.text);
  }
}

async function loginsWhile(act: () => Promise<void>): Promise<number> {
  const logins = () => apps.sandbox.calls.filter(({ path }) => path === '/oauth/authorize').length;
  const before = logins();
  await act();
  return logins() - before;
}

function countRefusals(): number {
  return apps.sandbox.calls.filter(({ status }) => status === 401).length;
}
