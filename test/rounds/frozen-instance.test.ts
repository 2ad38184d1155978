// An instance freezes in the middle of a login, and continues after another instance has changed
// the data. The writes do not rely on a lock that could expire: each write to Redis carries its own
// condition.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { to } from '../support/app/front-proxy.ts';
import {
  copyBrowser,
  sendForm,
  startSharingMore,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { startTwoApps, type TwoApps, twoApps } from '../support/app/two-apps.ts';
import { isProof } from '../support/machine/rounds.ts';

/** In `npm run proof`, the instance is frozen for longer than any Redis deadline. */
const [redisDeadlineMs, frozenMs] = [500, isProof ? 2500 : 0];

test('P95 an instance that is frozen in a login overwrites nothing that another wrote meanwhile, and then works', async (t) => {
  const apps = isProof ? await startTwoApps(t, { redisDeadlineMs }) : await twoApps();
  const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
  for (const key of isProof ? ['u:', 's:', 'x:'] : ['s:', 'x:']) {
    const phone = copyBrowser(robin, apps.sandbox.url);
    const page = await phone.open(`${apps.url}/login?scope=pii:basic&return_to=/sharing`, apps.url);
    const callback = await startSharingMore(phone, apps.url);
    const before = copyBrowser(phone, apps.url);
    const { isFrozen, thaw } = freezeAtWrite(t, { apps, key });
    const login = phone.request(callback, { headers: to(0) });
    await isFrozen;
    const goodbye = await sendForm(`${apps.url}/logout`, { as: before, page });
    assert.equal(goodbye.headers.get('location'), '/logged-out');
    await sleep(frozenMs);
    thaw();
    const { status } = await login;
    assert.ok([303, 400, 503].includes(status), `${status} when frozen at ${key}`);

    for (const instance of [0, 1])
      for (const who of [phone, before])
        assert.equal(
          (await who.request(`${apps.url}/profile`, { headers: to(instance) })).status,
          303,
          `frozen at ${key}`,
        );
    const again = copyBrowser(robin, apps.sandbox.url);
    const profile = await again.open(`${apps.url}/profile`);
    assert.equal(profile.status, 200);
  }
});

function freezeAtWrite(t: TestContext, { apps, key: prefix }: { apps: TwoApps; key: string }) {
  const { pid } = apps.instances[0];
  let isStopped = false;
  const thaw = () => {
    if (isStopped) process.kill(pid, 'SIGCONT');
    isStopped = false;
  };
  t.after(thaw);
  const isFrozen = new Promise<void>((resolve) => {
    apps.slowRedis.before = ([verb, key = '']) => {
      if (verb !== 'SET' || !key.startsWith(prefix)) return undefined;
      apps.slowRedis.before = () => undefined;
      isStopped = true;
      process.kill(pid, 'SIGSTOP');
      resolve();
      return undefined;
    };
  });
  return { isFrozen, thaw };
}
