import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { respondingInstance } from '../support/app/front-proxy.ts';
import { chooseGuest, retryWhileUnavailable } from '../support/app/login-steps.ts';
import { pagesWithRecords } from '../support/app/page-paths.ts';
import { type TwoApps, twoApps } from '../support/app/two-apps.ts';
import { logIn, type Visitor, visitor, withoutBreaks } from '../support/app/visitor.ts';
import { rounds, runConcurrently } from '../support/machine/rounds.ts';
import { seededRandom } from '../support/machine/seeded-random.ts';

let apps: TwoApps;

const others = [
  '/',
  '/login',
  '/login/callback?code=x&state=y',
  '/nowhere',
  '/logged-out',
  '/healthz',
];
const allPaths = [...pagesWithRecords, ...others];

test('P52 no page shows anything about another person, whatever many people request from both instances at once', async (t) => {
  apps = await twoApps();
  const people = rounds(t, { short: 5, full: 100, of: 'people' });
  const requests = rounds(t, { short: 8, full: 50, of: 'mixed requests each' });
  const guests: { key: string; who: Visitor; own: Map<string, string> }[] = [];
  await runConcurrently({ lanes: 4, count: people }, async (person) => {
    const key = `guest-${person + 1}`;
    const who = await logInAsGuest(key);
    const own = new Map<string, string>();
    for (const path of pagesWithRecords) own.set(path, (await openPage(who, apps.url + path)).html);
    guests.push({ key, who, own });
  });
  for (const { key, own } of guests) {
    assert.ok(own.get('/profile')?.includes(`${key}@example.org`));
    assert.equal(
      new Set([...own.values()].map(visitorNameIn)).size,
      1,
      'every page shows the same name',
    );
  }
  assert.equal(new Set(guests.map(({ own }) => own.get('/profile'))).size, people);

  await Promise.all(
    guests.map(async ({ key, who, own }, person) => {
      const random = seededRandom(person);
      for (let request = 0; request < requests; request += 1) {
        const paths = random() < 0.8 ? pagesWithRecords : others;
        const path = paths[Math.floor(paths.length * random())] ?? '/';
        const { html } = await openPage(who, apps.url + path);
        for (const [named] of html.matchAll(/\bguest-\d+/g)) assert.equal(named, key);
        if (own.has(path)) assert.equal(html, own.get(path), `${path} of ${key}`);
      }
    }),
  );
});

test('P32 parallel requests at both instances lose nothing: the session in Redis has the same bytes afterwards', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 1, full: 20, of: 'times 50 parallel requests' });
  await apps.redis.command('FLUSHALL');
  const robin = visitor();
  const expected = new Map<string, string>();
  await logIn(robin, `${apps.url}/profile`, { as: 'robin' });
  for (const path of pagesWithRecords)
    expected.set(path, (await openPage(robin, apps.url + path)).html);
  const before = await sessionDigest();
  const delays = seededRandom(28);
  apps.slowRedis.before = () => (delays() < 0.5 ? sleep(10 * delays()) : undefined);

  for (let round = 0; round < count; round += 1) {
    const random = seededRandom(round);
    const instances = await Promise.all(
      Array.from({ length: 50 }, async (_, request) => {
        const path = allPaths[request % allPaths.length] ?? '/';
        const isForged = random() < 0.1;
        if (isForged) {
          const { status } = await robin.request(apps.url + path, { method: 'POST' });
          assert.equal(status, path.startsWith('/login/callback') ? 405 : 403);
        }
        const { response, html } = await openPage(robin, apps.url + path);
        if (expected.has(path)) assert.equal(html, expected.get(path));
        return respondingInstance(response);
      }),
    );
    assert.deepEqual(new Set(instances), new Set([0, 1]));
    assert.equal(await sessionDigest(), before);
  }
});

test('P92 when Redis is emptied under load everybody is logged out, no page is an error, no token is used again, and a login works', async (t) => {
  apps = await twoApps();
  const people = rounds(t, { short: 3, full: 50, of: 'people while Redis is emptied' });
  const guests: Visitor[] = [];
  await runConcurrently({ lanes: 4, count: people }, async (person) => {
    guests.push(await logInAsGuest(`guest-${person + 1}`));
  });
  apps.sandbox.calls.length = 0;
  let responses = 0;
  let emptied: Promise<unknown> | undefined;
  const statuses = await Promise.all(
    guests.map(async (who, person) => {
      const seen: number[] = [];
      while (seen.filter((status) => status === 303).length < 5 && seen.length < 1000) {
        const path = pagesWithRecords[(person + seen.length) % pagesWithRecords.length];
        seen.push((await who.request(apps.url + path)).status);
        responses += 1;
        if (responses > 4 * people) emptied ??= apps.redis.command('FLUSHALL');
      }
      return seen;
    }),
  );
  await emptied;
  assert.deepEqual([...new Set(statuses.flat())].sort(), [200, 303]);
  for (const seen of statuses) assert.deepEqual(seen.slice(-5), Array(5).fill(303));
  assert.deepEqual(
    apps.sandbox.calls.filter(({ status }) => status === 400 || status === 401),
    [],
  );
  const [first = visitor()] = guests;
  const profile = await first.open(`${apps.url}/login?return_to=/profile`);
  assert.deepEqual([profile.status, profile.url.pathname], [200, '/profile']);
});

/** Removes the times, which differ between two views of the page. */
async function openPage(who: Visitor, url: string): Promise<{ response: Response; html: string }> {
  const response = await retryWhileUnavailable(() => who.request(url));
  const html = withoutBreaks(await response.text());
  // The template contains the time at which the session ends.
  return { response, html: html.replace(/<time .*?<\/time>|<template>.*?<\/template>/gs, '') };
}

function visitorNameIn(html: string): string | undefined {
  return /<details class="site-menu">.*?<bdi translate="no">(.*?)<\/bdi>/.exec(html)?.[1];
}

async function logInAsGuest(key: string): Promise<Visitor> {
  const who = visitor();
  await chooseGuest(who, await who.open(`${apps.url}/profile`), key);
  await retryWhileUnavailable(() => who.open(`${apps.url}/profile`));
  return who;
}

async function sessionDigest(): Promise<string> {
  const keys = (await apps.redis.command('KEYS', 's:*')) as string[];
  assert.equal(keys.length, 1);
  return String(
    await apps.redis.command(
      'EVAL',
      "return redis.sha1hex(redis.call('GET', KEYS[1]))",
      '1',
      ...keys,
    ),
  );
}
