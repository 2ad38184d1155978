import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { to } from '../support/app/front-proxy.ts';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { type TwoApps, twoApps } from '../support/app/two-apps.ts';
import { type RequestOptions, type Visitor, visitor } from '../support/app/visitor.ts';
import { rounds, runConcurrently } from '../support/machine/rounds.ts';
import { seededRandom } from '../support/machine/seeded-random.ts';

let apps: TwoApps;

const pages = ['/profile', '/badge-name', '/roles'];

test('P28 P27 after a log-out no copy of the cookie is logged in at either instance, whatever was in progress, and every key expires', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 10, full: 200, of: 'random interleavings' });
  const people = await Promise.all(
    ['robin', 'sam'].map((as) => visitorWithSandboxLogin({ url: apps.url, as })),
  );
  await apps.redis.command('FLUSHALL');
  const delays = seededRandom(24);
  apps.slowRedis.before = () => (delays() < 0.3 ? sleep(25 * delays()) : undefined);

  let undisturbed = 0;
  await runConcurrently({ lanes: people.length, count }, async (round, lane) => {
    const person = people[lane] ?? visitor();
    const isUndisturbed = await logOutInTheMiddle(person, seededRandom(round));
    if (isUndisturbed) undisturbed += 1;
    person.cookies(apps.url).clear();
    assert.deepEqual(await apps.keysWithoutExpiry(), []);
  });
  const sessionsLeft = (await apps.redis.command('KEYS', 's:*')) as string[];
  assert.ok(
    sessionsLeft.length <= count - undisturbed,
    `${sessionsLeft.length} sessions are left in Redis`,
  );
  assert.ok(undisturbed >= 0.9 * count, `only ${undisturbed} of ${count} rounds were undisturbed`);
});

/** Returns false if a step got a 503 because Redis timed out on a busy machine. */
async function logOutInTheMiddle(person: Visitor, random: () => number): Promise<boolean> {
  const atEither = () => to(Math.floor(2 * random()));
  const profile = await person.open(`${apps.url}/profile`);
  if (profile.status === 503) return false;
  const copies = [1, 2, 3].map(() => copyBrowser(person, apps.url));
  const otherTab = random() < 0.5 ? await tabReturningFromLogin(person) : undefined;

  const inFlight = Array.from({ length: 6 }, () => {
    const path = pages[Math.floor(pages.length * random())];
    return requestAfter(100 * random(), {
      who: copyBrowser(person, apps.url),
      url: `${apps.url}${path}`,
      headers: atEither(),
    });
  });
  const login = otherTab && requestAfter(60 * random(), { ...otherTab, headers: atEither() });
  const logoutResponse = await requestAfter(50 * random(), {
    who: person,
    url: `${apps.url}/logout`,
    method: 'POST',
    headers: { ...atEither(), 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ form_token: String(profile.$('input[name=form_token]').val()) }),
  });

  const checkAllCopies = () =>
    Promise.all(copies.flatMap((copy) => [statusAt(copy, 0), statusAt(copy, 1)]));
  const during = await checkAllCopies();
  await Promise.all(inFlight);
  const loggedIn = await login;
  const afterwards = await checkAllCopies();
  if (logoutResponse.status === 303)
    assert.ok(![...during, ...afterwards].includes(200), 'no copy is logged in again');
  else assert.equal(logoutResponse.status, 503);

  if (!otherTab) return logoutResponse.status === 303;
  // The other tab's login replaces the session that is being logged out. That login may be
  // rejected, end with the session, or survive.
  if (loggedIn?.status !== 303) return logoutResponse.status === 303 && loggedIn?.status === 400;
  const [here, there] = await Promise.all(
    [0, 1].map((instance) => statusAt(otherTab.who, instance)),
  );
  if (here === 503 || there === 503) return false;
  assert.equal(here, there, 'both instances agree');
  if (here === 303) return logoutResponse.status === 303;
  const ended = await otherTab.who.press(await otherTab.who.open(`${apps.url}/profile`), 'Log out');
  return logoutResponse.status === 303 && ended.status === 200;

  async function statusAt(who: Visitor, instance: number): Promise<number> {
    return (await who.request(`${apps.url}/profile`, { headers: to(instance) })).status;
  }
}

async function requestAfter(
  ms: number,
  { who, url, ...options }: RequestOptions & { who: Visitor; url: string | URL },
): Promise<Response> {
  await sleep(ms);
  return who.request(url, options);
}

async function tabReturningFromLogin(person: Visitor): Promise<{ who: Visitor; url: URL }> {
  const who = copyBrowser(person, apps.sandbox.url);
  const url = await startLoginUntilCallback(who, { url: apps.url, returnTo: '/profile' });
  for (const [name, value] of person.cookies(apps.url)) who.cookies(apps.url).set(name, value);
  return { who, url };
}
