// If Redis cannot store a new session: a 503 page, no cookie, and no effect on other visitors.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { to } from '../support/front-proxy.ts';
import { startLoginUntilCallback } from '../support/login-steps.ts';
import { rounds } from '../support/rounds.ts';
import { sessionCookieName } from '../support/session-cookie.ts';
import { type TwoApps, twoApps } from '../support/two-apps.ts';
import { logIn, visitor } from '../support/visitor.ts';

let apps: TwoApps;

/** What fails before a key is written, how to undo it, and what other visitors get meanwhile. */
const failures = {
  'Redis is full': {
    begin: () => apps.redis.command('CONFIG', 'SET', 'maxmemory', '1'),
    end: () => apps.redis.command('CONFIG', 'SET', 'maxmemory', '0'),
    others: { '/profile': 200, '/': 303 },
  },
  'Redis is gone': {
    begin: async () => apps.slowRedis.cut(),
    end: async () => apps.slowRedis.mend(),
    others: { '/profile': 503, '/': 200 },
  },
};

for (const [failure, { begin, end, others }] of Object.entries(failures)) {
  test(`P27 ${failure}: a login is 503 without a session cookie, and the next visitor on that connection is served`, async (t) => {
    apps = await twoApps();
    const count = rounds(t, { short: 3, full: 30, of: `logins while ${failure}` });
    const [robin, sam] = [visitor(), visitor()];
    await logIn(robin, `${apps.url}/profile`, { as: 'robin' });
    await logIn(sam, `${apps.url}/profile`, { as: 'sam' });

    for (let round = 0; round < count; round += 1) {
      robin.cookies(apps.url).clear();
      const callback = await startLoginUntilCallback(robin, {
        url: apps.url,
        returnTo: '/profile',
      });
      // The replay marker (u:) is written first; in every other round, that write fails.
      const fatal = round % 2 === 0 ? 's:' : 'u:';
      apps.slowRedis.before = ([command, key = '']) =>
        command === 'SET' && key.startsWith(fatal) ? begin() : undefined;

      const instance = to(round % 2);
      const answer = await robin.request(callback, { headers: instance });
      assert.equal(answer.status, 503);
      assert.ok(!robin.cookies(apps.url).has(sessionCookieName(apps.url)));
      assert.match(await answer.text(), /Your login is not complete/);
      // The proxy reuses the connection while it is open; a reset would make it respond with 502.
      for (const [path, status] of Object.entries(others)) {
        assert.equal((await sam.request(apps.url + path, { headers: instance })).status, status);
      }
      apps.slowRedis.before = () => undefined;
      await end();
      for (const number of [0, 1]) {
        while ((await sam.request(`${apps.url}/profile`, { headers: to(number) })).status !== 200)
          await sleep(50);
      }
    }
  });
}
