// Forgetting is final: whatever a person's browsers have under way at either instance, nothing of theirs is left afterwards.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { to } from '../support/front-proxy.ts';
import { copyOf, leadToCallback, visitorKnownToSandbox } from '../support/login-steps.ts';
import { inLanes, rounds } from '../support/rounds.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type TwoApps, twoApps } from '../support/two-apps.ts';
import type { RequestOptions, SeenPage, Visitor } from '../support/visitor.ts';

let apps: TwoApps;

test('P31 P97 whoever is forgotten while they log in, share more, stop sharing and look at pages leaves no session and no list', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 5, full: 200, of: 'random interleavings' });
  const robin = await visitorKnownToSandbox({ url: apps.url, as: 'robin' });
  const delays = seededRandom(5);
  apps.slowRedis.before = () => (delays() < 0.3 ? sleep(20 * delays()) : undefined);
  const answers = new Map<string, number>();
  let decided = 0;
  await inLanes({ lanes: 1, count }, async (round) => {
    await apps.redis.command('FLUSHALL');
    const came = await forgetInTheMiddle(robin, seededRandom(round));
    for (const answer of came) answers.set(answer, (answers.get(answer) ?? 0) + 1);
    assert.deepEqual(await apps.keysWithoutEnd(), []);
    // Where Redis missed its deadline for both, the person was told so (503).
    if (!came.includes('forget 303') && !came.includes('stop 303')) return;
    decided += 1;
    assert.deepEqual(await apps.redis.command('KEYS', '[si]:*'), [], `round ${round}: ${came}`);
  });
  assert.ok(decided >= 0.9 * count, `only ${decided} of ${count} rounds were decided`);
  // Each of them has really happened, and has really been overtaken.
  for (const seen of ['forget 303', 'stop 303', 'share 303', 'login 303', 'login 400']) {
    assert.ok(count < 50 || answers.has(seen), `${seen} in ${JSON.stringify([...answers])}`);
  }
});

/** One round with three browsers of one person. Answers what each request came to. */
async function forgetInTheMiddle(robin: Visitor, chance: () => number): Promise<string[]> {
  const [phone, desk, laptop] = [1, 2, 3].map(() => copyOf(robin, apps.sandbox.url)) as [Visitor, Visitor, Visitor];
  const phonePage = await phone.open(`${apps.url}/login?scope=pii:basic&return_to=/sharing`);
  const deskPage = await desk.open(`${apps.url}/sharing`);
  const login = await leadToCallback(laptop, { url: apps.url, returnTo: '/profile' });
  const share = await leadToMore(phone);

  const later = async (name: string, who: Visitor, url: string | URL, options: RequestOptions = {}) => {
    await sleep(80 * chance());
    const headers = { ...to(Math.floor(2 * chance())), ...options.headers };
    return `${name} ${(await who.request(url, { ...options, headers })).status}`;
  };
  const looks = ['/profile', '/sharing', '/sharing/download'].flatMap((path) =>
    [phone, desk].map((who) => later('look', copyOf(who, apps.url), apps.url + path)),
  );
  return await Promise.all([
    ...looks,
    later('login', laptop, login),
    later('share', phone, share),
    later('stop', desk, `${apps.url}/sharing/stop`, formOf(deskPage, { scope: 'pii:phone' })),
    later('forget', copyOf(phone, apps.url), `${apps.url}/sharing/forget`, formOf(phonePage)),
  ]);
}

/** Starts sharing more, up to the moment at which the browser comes back. */
async function leadToMore(who: Visitor): Promise<URL> {
  const asked = await who.request(`${apps.url}/login?scope=pii:email&return_to=/sharing`);
  const authorized = await who.request(asked.headers.get('location') ?? '');
  return new URL(authorized.headers.get('location') ?? '');
}

function formOf({ $ }: SeenPage, fields: Record<string, string> = {}): RequestOptions {
  const form_token = String($('input[name=form_token]').first().val());
  return {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ form_token, ...fields }),
  };
}
