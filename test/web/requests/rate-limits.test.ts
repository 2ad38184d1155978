import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import type { Request, RequestHandler, Response } from 'express';
import request from 'supertest';
import { Pool } from 'undici';
import { createLog } from '../../../src/log/log.ts';
import { rateLimits } from '../../../src/web/requests/rate-limits.ts';
import { daytime } from '../../support/app/clocks.ts';
import { createAppAlone } from '../../support/app/create-app-alone.ts';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';
import { listen } from '../../support/machine/listen.ts';
import { sendJson, startScriptedPlatform } from '../../support/platform/scripted-platform.ts';

function visitors() {
  const { app, logLines } = createAppAlone({
    settings: { TRUST_PROXY: '1' },
    limits: { rates: { logins: 5 } },
  });
  const from = (address: string, path = '/login', headers = {}, method: 'get' | 'head' = 'get') =>
    request(app)
      [method](path)
      .set({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https', ...headers });

  /** Starts a login, and returns a function that finishes it with a denial. */
  async function start(address: string, headers = {}) {
    const { headers: sent, status } = await from(address);
    assert.equal(status, 303, 'the start of a login is not limited');
    const state = new URL(sent.location ?? '').searchParams.get('state');
    const cookie = String(sent['set-cookie']).split(';')[0];
    const callback = `/login/callback?error=access_denied&state=${state}`;
    return (method?: 'get' | 'head') => from(address, callback, { cookie, ...headers }, method);
  }

  async function logIn(address: string, headers = {}) {
    const finish = await start(address, headers);
    return finish();
  }

  async function statuses(address: string, count: number, ask = logIn): Promise<number[]> {
    const seen: number[] = [];
    for (let n = 0; n < count; n += 1) seen.push((await ask(address)).status);
    return seen;
  }

  return { from, start, logIn, statuses, logLines };
}

const fiveLogins = Array(5).fill(403);

test('P97 a network with too many logins gets a page that says how long to wait, and then a reload finishes the login', async (t) => {
  const { from, start, logIn, statuses } = visitors();
  t.mock.timers.enable({ apis: ['Date'], now: daytime });
  assert.deepEqual(await statuses('192.0.2.1', 5), fiveLogins);
  t.mock.timers.tick(9_500);
  const finish = await start('192.0.2.1');
  const { status, headers, text } = await finish();
  assert.equal(status, 429);
  assert.match(
    text,
    /<h1>Just a moment<\/h1>\s*<p>Too many pages were opened at once\. Wait 1 minute, then try again\.<\/p>/,
  );
  assert.equal(headers['retry-after'], '51', 'half a second is rounded up');
  assert.equal(headers['set-cookie'], undefined, 'the login is still pending');
  assert.equal((await from('192.0.2.1', '/')).status, 200, 'other pages are not limited');
  assert.equal((await logIn('192.0.2.2')).status, 403, 'other networks are not limited');
  t.mock.timers.tick(51_000);
  assert.equal((await finish()).status, 403);
});

test('P98 the first 64 bits of IPv6 are one network, and an IPv4 address is the same in both notations', async () => {
  const { statuses } = visitors();
  assert.deepEqual(await statuses('2001:db8:1:2::1', 3), [403, 403, 403]);
  assert.deepEqual(await statuses('2001:db8:1:2:a:b:c:d', 3), [403, 403, 429]);
  assert.deepEqual(await statuses('2001:db8:1:3::1', 1), [403]);
  assert.deepEqual(await statuses('2001:db8::9:9:9:9:9', 5), fiveLogins);
  assert.deepEqual(
    await statuses('2001:db8:0:9::1', 1),
    [429],
    'an address with written-out zeros is in the same network',
  );
  assert.deepEqual(await statuses('192.0.2.3', 5), fiveLogins);
  assert.deepEqual(await statuses('::ffff:192.0.2.3', 1), [429]);
});

test('P98 a proxy that adds the port of each connection to the address creates no new networks', async () => {
  const { logIn } = visitors();
  for (const write of [
    (port: number) => `192.0.2.4:${port}`,
    (port: number) => `[2001:db8:1:4::1]:${port}`,
    (port: number) => `made-up-${port}`,
  ]) {
    const seen: number[] = [];
    for (let port = 1; port <= 6; port += 1) seen.push((await logIn(write(port))).status);
    assert.deepEqual(seen, [...fiveLogins, 429], write(1));
  }
});

test('P97 starts, forged callbacks, images, frames, prefetches and HEAD use no logins of their network', async () => {
  const { from, start, logIn, statuses } = visitors();
  const forged = '/login/callback?code=a&state=b&cookies=set';
  const ask = (path: string, headers?: object) => (address: string) => from(address, path, headers);
  assert.deepEqual(new Set(await statuses('192.0.2.6', 20, ask('/login'))), new Set([303]));
  assert.deepEqual(new Set(await statuses('192.0.2.6', 20, ask(forged))), new Set([400]));
  for (const headers of [
    { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch' },
  ]) {
    for (const path of ['/login', forged])
      assert.equal((await from('192.0.2.6', path, headers)).status, 401);
    assert.equal((await logIn('192.0.2.6', headers)).status, 401);
  }
  const finish = await start('192.0.2.6');
  for (let n = 0; n < 6; n += 1) assert.equal((await finish('head')).status, 200);
  assert.deepEqual(await statuses('192.0.2.6', 6), [...fiveLogins, 429]);
});

test('P97 a login counts once, at its end', async (t) => {
  const { url } = await startApp(t, { limits: { rates: { logins: 5 } } });
  for (let n = 0; n < 5; n += 1) {
    const page = await logIn(visitor(), `${url}/profile`, { as: 'robin' });
    assert.equal(page.$('h1').text(), 'Your profile');
  }
  const sixth = await logIn(visitor(), `${url}/profile`, { as: 'robin' });
  assert.equal(sixth.status, 429);
});

test('the log says once which network has reached which limit, with no more of its IP address than necessary', async () => {
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

test('P97 an attendee who opens pages too often waits, logged in; other people, and the way out, are not blocked', async (t) => {
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
  assert.equal((await robin.press(profile, 'Log out')).$('h1').text(), 'You’re logged out');
  const warnings = logLines.filter((line) => line.includes('"limit":"pages"'));
  assert.equal(warnings.length, 1);
});

test('P97 a person who logs in again and again, in other browsers too, gets no more pages', async (t) => {
  const { url } = await startApp(t, { limits: { rates: { pages: 3 } } });
  const seen: number[] = [];
  for (let n = 0; n < 4; n += 1)
    seen.push((await logIn(visitor(), `${url}/roles`, { as: 'robin' })).status);
  assert.deepEqual(seen, [200, 200, 200, 429]);
});

test('P97 in production, 10,000 logins of a network finish in a minute, and a person opens 300 pages', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const { logins, pages } = rateLimits({ log: createLog('fatal'), hasPendingLogin: () => true });
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
    [logins, login, 10_000],
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

test('P97 one device that sends 84 requests a second blocks the login for none of 200 phones behind its IP address', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: daytime });
  const venue = await startVenue(t);
  for (let second = 0; second < 60; second += 1) {
    await Promise.all(Array.from({ length: 84 }, venue.startLogin));
    const phones = second % 3 === 2 ? 10 : 0;
    for (let phone = 0; phone < phones; phone += 1)
      assert.deepEqual(await venue.logIn(), { status: 303, location: '/profile' });
    t.mock.timers.tick(1000);
  }
  assert.equal(venue.tokenRequests.length, 200);
});

/** Starts the app with its default limits. All requests come from one IP address. */
async function startVenue(t: TestContext) {
  const { baseUrl, tokenRequests } = await startScriptedPlatform(t, (response) =>
    sendJson(response, { id: 7 }),
  );
  const host = '127.0.0.1:3000';
  const { app } = createAppAlone({
    settings: { TRUST_PROXY: '1', CONVENTION_URL: baseUrl.href, PUBLIC_URL: `http://${host}` },
  });
  const pool = new Pool(await listen(t, createServer(app)), { connections: 4 });
  t.after(() => pool.close());

  async function send(path: string, cookie = '') {
    const { statusCode, headers, body } = await pool.request({
      method: 'GET',
      path,
      headers: { host, 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https', cookie },
    });
    await body.dump();
    return { status: statusCode, location: String(headers.location), headers };
  }

  const startLogin = () => send('/login?return_to=/profile');
  return {
    tokenRequests,
    startLogin,
    async logIn() {
      const { location, headers } = await startLogin();
      const state = new URL(location).searchParams.get('state');
      const cookie = String(headers['set-cookie']).split(';')[0];
      const end = await send(`/login/callback?code=a-code&state=${state}`, cookie);
      return { status: end.status, location: end.location };
    },
  };
}
