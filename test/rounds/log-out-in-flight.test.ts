// Logs out during a login that shares more. The login pauses before one of its Redis commands until
// the log-out has completed, and each round pauses it at a later command.
import assert from 'node:assert/strict';
import test from 'node:test';
import { markerKey } from '../../src/server/redis-watch.ts';
import { to } from '../support/app/front-proxy.ts';
import {
  copyBrowser,
  sendForm,
  startSharingMore,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { type TwoApps, twoApps } from '../support/app/two-apps.ts';
import type { Visitor } from '../support/app/visitor.ts';
import { isProof } from '../support/machine/rounds.ts';

let apps: TwoApps;

function holdCommand(number: number) {
  let count = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isHeld = new Promise<boolean>((resolve) => {
    apps.slowRedis.before = ([verb, key]) => {
      // These commands may belong to an earlier request that does not wait for them.
      if (verb === 'PING' || verb === 'EXPIRE') return undefined;
      // Both instances read this key at intervals. If the command came from the instance that
      // serves the log-out, pausing it would pause the log-out as well.
      if (key === markerKey) return undefined;
      count += 1;
      if (count !== number) return undefined;
      resolve(true);
      return released;
    };
  });
  return { isHeld, release };
}

async function statusesOf(browsers: readonly Visitor[]): Promise<number[]> {
  const asked = browsers.flatMap((who) =>
    [0, 1].map((instance) => who.request(`${apps.url}/profile`, { headers: to(instance) })),
  );
  return (await Promise.all(asked)).map(({ status }) => status);
}

const forms = [
  { path: '/logout', leadsTo: '/logged-out', ends: 'this browser' },
  { path: '/logout/everywhere', leadsTo: '/logged-out', ends: 'every browser' },
  { path: '/sharing/forget', leadsTo: '/logged-out?why=forgotten', ends: 'every browser' },
];

for (const [number, { path, leadsTo, ends }] of forms.entries()) {
  test(`P28 P34 POST ${path} ends ${ends}, at any moment of a login that shares more`, async () => {
    apps = await twoApps();
    const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
    // `npm test` tries every fifth command, starting at a different one for each form.
    const step = isProof ? 1 : 5;
    let commands = isProof ? 0 : number;
    for (let isOver = false; !isOver; commands += step) {
      const [phone, desk] = [1, 2].map(() => copyBrowser(robin, apps.sandbox.url)) as [
        Visitor,
        Visitor,
      ];
      const page = await phone.open(
        `${apps.url}/login?scope=pii:basic&return_to=/sharing`,
        apps.url,
      );
      await desk.open(`${apps.url}/sharing`);
      const callback = await startSharingMore(phone, apps.url);
      const before = copyBrowser(phone, apps.url);
      const copy = copyBrowser(phone, apps.url);

      const { isHeld, release } = holdCommand(commands + 1);
      const login = phone.request(callback, { headers: to(0) });
      isOver = !(await Promise.race([isHeld, login.then(() => false)]));
      apps.slowRedis.before = () => undefined;
      const response = await sendForm(apps.url + path, { as: before, page });
      release();
      await login;

      const moment = `command ${commands + 1}`;
      assert.deepEqual([response.status, response.headers.get('location')], [303, leadsTo], moment);
      const ended = ends === 'every browser' ? [phone, copy, desk] : [phone, copy];
      const statuses = await statusesOf(ended);
      assert.ok(!statuses.includes(200), `${moment}: ${statuses}`);
      if (ends === 'this browser') assert.deepEqual(await statusesOf([desk]), [200, 200], moment);
    }
    assert.ok(commands > 8, `${commands} moments were tried`);
  });
}
