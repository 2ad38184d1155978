// Visitors who are not logged in leave nothing in Redis, whatever they request.
import assert from 'node:assert/strict';
import test from 'node:test';
import { keysOfRequests } from '../support/redis.ts';
import { rounds, runConcurrently } from '../support/rounds.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { signedSessionCookie } from '../support/session-cookie.ts';
import { type TwoApps, twoApps } from '../support/two-apps.ts';
import { type RequestOptions, type Visitor, visitor } from '../support/visitor.ts';

let apps: TwoApps;

const paths = [
  '/',
  '/profile',
  '/badge-name',
  '/logged-out',
  '/login/expired',
  '/nowhere',
  '/healthz',
];
const starts = ['/login', '/login?return_to=/profile', '/login?return_to=https://evil.example'];
const callbacks = ['', '?code=x', '?state=x', '?code=x&state=y', '?error=access_denied'];

test('P30 anonymous visitors, bots, health checks, login starts and forged callbacks leave no key in Redis', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 100, full: 5000, of: 'anonymous hits' });
  const random = seededRandom(30);
  const oneOf = <Item>(items: readonly Item[]) =>
    items[Math.floor(items.length * random())] as Item;

  // A browser that started a login and arrives at a forged callback.
  const starter = visitor();
  const start = await starter.request(`${apps.url}/login`);
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const forged = `/login/callback?code=x&state=${state.slice(0, 8)}forged`;

  const secret = apps.settings.SESSION_SECRETS ?? '';
  const signed = signedSessionCookie({ publicUrl: apps.url, secret });
  const cookies = [
    signed,
    signed.replace('=', '=x'),
    signedSessionCookie({ publicUrl: apps.url, secret: 'not ours' }),
  ];
  const visits: (() => RequestOptions & { path: string; who?: Visitor })[] = [
    () => ({ path: oneOf(paths) }),
    () => ({
      path: oneOf(paths),
      headers: { 'user-agent': 'bot' },
      method: oneOf(['GET', 'HEAD', 'OPTIONS', 'POST']),
    }),
    () => ({
      path: oneOf(paths),
      headers: { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    }),
    () => ({ path: oneOf([...paths, ...starts]), headers: { cookie: oneOf(cookies) } }),
    () => ({ path: oneOf(starts) }),
    () => ({ path: `/login/callback${oneOf(callbacks)}` }),
    () => ({ path: forged, who: starter }),
    () => ({
      path: '/logout',
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', cookie: oneOf(cookies) },
    }),
  ];

  await runConcurrently({ lanes: 8, count }, async (hit) => {
    const { path, who = visitor(), ...options } = oneOf(visits)();
    const { status } = await who.request(apps.url + path, options);
    // On a busy machine the lookup of a planted cookie may time out, which is a legitimate 503.
    assert.ok(status < 500 || status === 503, `${status} for ${path}`);
    if (hit % 100 === 0) assert.deepEqual(await keysOfRequests(apps.redis), []);
  });
  assert.deepEqual(await keysOfRequests(apps.redis), []);
});
