import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { to } from '../support/app/front-proxy.ts';
import {
  copyBrowser,
  startLoginUntilCallback,
  startSharingMore,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { type TwoApps, twoApps } from '../support/app/two-apps.ts';
import type { LoadedPage, RequestOptions, Visitor } from '../support/app/visitor.ts';
import { rounds, runConcurrently } from '../support/machine/rounds.ts';
import { seededRandom } from '../support/machine/seeded-random.ts';

let apps: TwoApps;

test('P34 P39 a person who is erased while they log in, share more, stop sharing and open pages keeps no session and no list', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 5, full: 200, of: 'random interleavings' });
  const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
  const delays = seededRandom(5);
  apps.slowRedis.before = () => (delays() < 0.3 ? sleep(20 * delays()) : undefined);
  const counts = new Map<string, number>();
  let decided = 0;
  await runConcurrently({ lanes: 1, count }, async (round) => {
    await apps.redis.command('FLUSHALL');
    const outcomes = await forgetInTheMiddle(robin, seededRandom(round));
    for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    assert.deepEqual(await apps.keysWithoutExpiry(), []);
    // If Redis timed out for both requests, the person got a 503, and the site did not promise
    // anything.
    if (!outcomes.includes('forget 303') && !outcomes.includes('stop 303')) return;
    decided += 1;
    assert.deepEqual(await apps.redis.command('KEYS', '[si]:*'), [], `round ${round}: ${outcomes}`);
  });
  assert.ok(decided >= 0.9 * count, `only ${decided} of ${count} rounds were decided`);
  // With enough rounds, each outcome must have occurred, including a login that was overtaken by
  // the deletion.
  for (const seen of ['forget 303', 'stop 303', 'share 303', 'login 303', 'login 400']) {
    assert.ok(count < 50 || counts.has(seen), `${seen} in ${JSON.stringify([...counts])}`);
  }
});

/**
 * One person's three browsers send requests at random times. Resolves to the outcome of each
 * request.
 */
async function forgetInTheMiddle(robin: Visitor, random: () => number): Promise<string[]> {
  const [phone, desk, laptop] = [1, 2, 3].map(() => copyBrowser(robin, apps.sandbox.url)) as [
    Visitor,
    Visitor,
    Visitor,
  ];
  const phonePage = await phone.open(
    `${apps.url}/login?scope=pii:basic&return_to=/sharing`,
    apps.url,
  );
  const deskPage = await desk.open(`${apps.url}/sharing`);
  const login = await startLoginUntilCallback(laptop, { url: apps.url, returnTo: '/profile' });
  const share = await startSharingMore(phone, apps.url);

  const later = async (
    name: string,
    who: Visitor,
    url: string | URL,
    options: RequestOptions = {},
  ) => {
    await sleep(80 * random());
    const headers = { ...to(Math.floor(2 * random())), ...options.headers };
    return `${name} ${(await who.request(url, { ...options, headers })).status}`;
  };
  const pageRequests = ['/profile', '/sharing', '/sharing/download'].flatMap((path) =>
    [phone, desk].map((who) => later('look', copyBrowser(who, apps.url), apps.url + path)),
  );
  return await Promise.all([
    ...pageRequests,
    later('login', laptop, login),
    later('share', phone, share),
    later('stop', desk, `${apps.url}/sharing/stop`, formOf(deskPage, { scope: 'pii:phone' })),
    later('forget', copyBrowser(phone, apps.url), `${apps.url}/sharing/forget`, formOf(phonePage)),
  ]);
}

function formOf({ $ }: LoadedPage, fields: Record<string, string> = {}): RequestOptions {
  const form_token = String($('input[name=form_token]').first().val());
  return {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ form_token, ...fields }),
  };
}
