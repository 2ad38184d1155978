import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request, RequestHandler, Response } from 'express';
import request from 'supertest';
import { createLog } from '../../../src/log/log.ts';
import { rateLimits } from '../../../src/web/requests/rate-limits.ts';
import { createAppAlone } from '../../support/create-app-alone.ts';
import { startLoginUntilCallback } from '../../support/login-steps.ts';
import { startApp } from '../../support/start-app.ts';
import { logIn, visitor } from '../../support/visitor.ts';

function visitors() {
  const { app, logLines } = createAppAlone({
    settings: { TRUST_PROXY: '1' },
    limits: { rates: { logins: 5 } },
  });
  const from = (address: string, path = '/login', headers = {}) =>
    request(app)
      .get(path)
      .set({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https', ...headers });
  const statuses = async (address: string, count: number, path?: string, headers?: object) => {
    const seen: number[] = [];
    for (let n = 0; n < count; n += 1) seen.push((await from(address, path, headers)).status);
    return seen;
  };
  return { from, statuses, logLines };
}

const fiveLogins = Array(5).fill(303);

test('P90 a network with too many logins gets a page that says how long to wait, until the minute is over', async (t) => {
  const { from, statuses } = visitors();
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  assert.deepEqual(await statuses('192.0.2.1', 6), [...fiveLogins, 429]);
  t.mock.timers.tick(9_500);
  const { status, headers, text } = await from('192.0.2.1');
  assert.equal(status, 429);
  assert.match(
    text,
    /<h1>Just a moment<\/h1>\s*<p>You opened many pages at once\. Wait 1 minute, then try again\.<\/p>/,
  );
  assert.equal(headers['retry-after'], '51', 'half a second is rounded up');
  assert.equal(headers['set-cookie'], undefined, 'no login has started');
  assert.equal((await from('192.0.2.1', '/')).status, 200, 'other pages are not limited');
  assert.equal((await from('192.0.2.2')).status, 303, 'other networks are not limited');
});

test('P91 the first 64 bits of IPv6 are one network, and an IPv4 address is the same in both notations', async () => {
  const { statuses } = visitors();
  assert.deepEqual(await statuses('2001:db8:1:2::1', 3), [303, 303, 303]);
  assert.deepEqual(await statuses('2001:db8:1:2:a:b:c:d', 3), [303, 303, 429]);
  assert.deepEqual(await statuses('2001:db8:1:3::1', 1), [303]);
  assert.deepEqual(await statuses('2001:db8::9:9:9:9:9', 5), fiveLogins);
  assert.deepEqual(
    await statuses('2001:db8:0:9::1', 1),
    [429],
    'an address with written-out zeros is in the same network',
  );
  assert.deepEqual(await statuses('192.0.2.3', 5), fiveLogins);
  assert.deepEqual(await statuses('::ffff:192.0.2.3', 1), [429]);
});

test('P91 a proxy that adds the port of each connection to the address creates no new networks', async () => {
  const { from } = visitors();
  for (const write of [
    (port: number) => `192.0.2.4:${port}`,
    (port: number) => `[2001:db8:1:4::1]:${port}`,
    (port: number) => `made-up-${port}`,
  ]) {
    const seen: number[] = [];
    for (let port = 1; port <= 6; port += 1) seen.push((await from(write(port))).status);
    assert.deepEqual(seen, [...fiveLogins, 429], write(1));
  }
});

test('P90 failed callbacks block nobody else in their network from the login', async () => {
  const { statuses } = visitors();
  const guesses = await statuses('192.0.2.5', 100, '/login/callback?code=a&state=b&cookies=set');
  assert.deepEqual([...new Set(guesses)], [400]);
  assert.deepEqual(await statuses('192.0.2.5', 6), [...fiveLogins, 429]);
});

test('P15 P90 another site with our URLs as images, frames or prefetches blocks nobody from the login', async () => {
  const { statuses } = visitors();
  for (const headers of [
    { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch' },
  ])
    for (const path of ['/login', '/login/callback?code=a&state=b&cookies=set'])
      assert.deepEqual([...new Set(await statuses('192.0.2.6', 20, path, headers))], [401]);
  assert.deepEqual(await statuses('192.0.2.6', 6), [...fiveLogins, 429]);
});

test('P90 a monitor that requests the login with HEAD uses no logins of its network', async (t) => {
  const { url } = await startApp(t, { limits: { rates: { logins: 2 } } });
  for (let n = 0; n < 5; n += 1)
    assert.equal((await visitor().request(`${url}/login`, { method: 'HEAD' })).status, 200);
  assert.equal((await visitor().request(`${url}/login`)).status, 303);
});

test('P90 a login counts once, from its start to its end', async (t) => {
  const { url } = await startApp(t, { limits: { rates: { logins: 5 } } });
  for (let n = 0; n < 5; n += 1) {
    const page = await logIn(visitor(), `${url}/profile`, { as: 'robin' });
    assert.equal(page.$('h1').text(), 'Your profile');
  }
  const { status } = await visitor().request(`${url}/login`);
  assert.equal(status, 429);
});

test('P90 a login that has started may finish, even if the limit is reached meanwhile', async (t) => {
  const { url } = await startApp(t, { limits: { rates: { logins: 2 } } });
  const robin = visitor();
  await logIn(robin, `${url}/profile`, { as: 'robin' });
  robin.cookies(url).clear();
  const callback = await startLoginUntilCallback(robin, { url, returnTo: '/profile' });
  assert.equal((await visitor().request(`${url}/login`)).status, 429);
  assert.equal((await robin.open(callback)).$('h1').text(), 'Your profile');
});

test('the log says once which network has reached which limit, with no more of its address than necessary', async () => {
  const { statuses, logLines } = visitors();
  await statuses('198.51.100.77', 20);
  await statuses('2001:db8:1:2:3:4:5:6', 20);
  const warnings = logLines.map((line) => JSON.parse(line)).filter(({ limit }) => limit);
  assert.deepEqual(
    warnings.map(({ limit, most, network }) => ({ limit, most, network })),
    [
      { limit: 'logins', most: 5, network: '198.51.100.0/24' },
      { limit: 'logins', most: 5, network: '2001:db8:1::/48' },
    ],
  );
  assert.doesNotMatch(logLines.join(), /100\.77|1:2:3/);
});

test('P90 an attendee who opens pages too often waits, logged in; other people, and the way out, are not blocked', async (t) => {
  const { url, logLines } = await startApp(t, { limits: { rates: { pages: 3 } } });
  const [robin, sam] = [visitor(), visitor()];
  const profile = await logIn(robin, `${url}/profile`, { as: 'robin' });
  const open = async (path: string) => (await robin.request(url + path)).status;
  assert.deepEqual(
    [await open('/profile'), await open('/roles'), await open('/profile')],
    [200, 200, 429],
  );
  const page = await robin.open(`${url}/badge-name`);
  assert.equal(page.$('h1').text(), 'Just a moment');
  assert.ok(page.$('form[action="/logout"]').length > 0, 'still logged in');
  const samsPage = await logIn(sam, `${url}/profile`, { as: 'sam' });
  assert.equal(samsPage.$('h1').text(), 'Your profile');
  assert.equal((await robin.press(profile, 'Log out')).$('h1').text(), 'You are logged out');
  const warnings = logLines.filter((line) => line.includes('"limit":"pages"'));
  assert.equal(warnings.length, 1);
});

test('P90 a person who logs in again and again, in other browsers too, gets no more pages', async (t) => {
  const { url } = await startApp(t, { limits: { rates: { pages: 3 } } });
  const seen: number[] = [];
  for (let n = 0; n < 4; n += 1)
    seen.push((await logIn(visitor(), `${url}/roles`, { as: 'robin' })).status);
  assert.deepEqual(seen, [200, 200, 200, 429]);
});

test('P90 in production, 5,000 logins of a network start in a minute, and a person opens 300 pages', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const { logins, pages } = rateLimits(createLog('fatal'));
  const visit = async (limit: RequestHandler, req: object): Promise<boolean> => {
    try {
      await limit(req as Request, {} as Response, () => {});
      return true;
    } catch {
      return false;
    }
  };
  const login = { ip: '192.0.2.1', headers: {} };
  const page = { ip: '192.0.2.1', headers: {}, attendee: { userId: '7' } };
  for (const [limit, req, most] of [
    [logins, login, 5000],
    [pages, page, 300],
  ] as const) {
    for (let count = 0; count < most; count += 1) assert.ok(await visit(limit, req));
    assert.equal(await visit(limit, req), false, 'the next request is rejected');
    t.mock.timers.tick(59_999);
    assert.equal(
      await visit(limit, req),
      false,
      'requests are rejected until the minute has passed',
    );
    t.mock.timers.tick(2);
    assert.ok(await visit(limit, req));
  }
});
