import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '../../src/sandbox/app.ts';
import { type LoadedPage, logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { freePort } from '../support/machine/free-port.ts';
import { isProof } from '../support/machine/rounds.ts';
import { sharedRedis, type TestRedis } from '../support/redis/redis.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis/redis-proxy.ts';

const logOuts = isProof ? 4 : 2;
/**
 * Overrides the shop's deadline for Redis, if it has such a setting. On a busy machine, responses
 * may take longer than the default. `npm run proof` uses the default.
 */
const redisDeadline: Record<string, string> = isProof ? {} : { REDIS_DEADLINE_MS: '3000' };

interface ShopOptions {
  readonly isSealed: boolean;
  readonly prefix?: string;
  readonly sessionCookie?: string;
  /** Whether public pages work while Redis is down. Default: true. */
  readonly toleratesFailure?: boolean;
  start(t: TestContext, env: Record<string, string>): Promise<void>;
}

interface Shop {
  readonly url: string;
  readonly redis: TestRedis;
  readonly redisProxy: RedisProxy;
  readonly isSealed: boolean;
  readonly prefix: string;
  readonly sessionCookie: string;
}

export function testShop(name: string, options: ShopOptions): void {
  const {
    isSealed,
    prefix = '/account',
    sessionCookie = 'shop',
    toleratesFailure = true,
    start,
  } = options;
  test(`attendees log in to a shop with a cart: ${name}`, async (t) => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const redis = await sharedRedis();
    const redisProxy = await startRedisProxy(t, redis.url);
    const sandbox: Sandbox = await startSandbox({
      redirectUris: [`${url}${prefix}/login/callback`],
    });
    t.after(() => sandbox.close());
    await start(t, {
      PORT: String(port),
      REDIS_URL: redisProxy.url,
      CONVENTION_URL: sandbox.url,
      ...redisDeadline,
    });

    const shop: Shop = { url, redis, redisProxy, isSealed, prefix, sessionCookie };
    for (const [behaviour, check] of Object.entries(behaviours))
      await t.test(behaviour, () => check(shop));
    await t.test(
      isSealed ? 'Redis holds nothing readable' : 'a store of its own is not sealed',
      () => readRedis(shop),
    );
    if (!toleratesFailure) return;
    await t.test(
      'while Redis is down, public pages work, and others return 503 without a stack',
      () => loseRedis(shop),
    );
    await t.test(
      'a login whose session cannot be stored returns 503 without a stack, and sets no cookie',
      () => refuseSession(shop),
    );
  });
}

const behaviours: Record<string, (shop: Shop) => Promise<void>> = {
  async 'a page reads who is logged in, and pages write into the session'({ url }) {
    const robin = visitor();
    const page = await logIn(robin, `${url}/account?tab=orders`, { as: 'robin' });
    assert.equal(page.url.href, `${url}/account?tab=orders`, 'the login adds nothing to the URL');
    assert.equal(readAccount(page).attendee.userId, '1001');
    assert.equal(readAccount(page).outcome.result, 'logged-in');
    await addTowel(robin, url);
    await addTowel(robin, url);
    const after = readAccount(await robin.open(`${url}/account`));
    assert.equal(after.cart.length, 2);
    assert.equal(after.attendee.userId, '1001');
  },

  async 'the cart from before the login survives it, under a new session id, and nothing else does'({
    url,
    sessionCookie,
  }) {
    const robin = visitor();
    await addTowel(robin, url);
    const before = robin.cookies(url).get(sessionCookie);
    assert.equal(JSON.parse((await robin.open(url)).html).visits, 1);
    const page = readAccount(await logIn(robin, `${url}/account`, { as: 'robin' }));
    assert.deepEqual(page.cart, ['CANARY-towel']);
    assert.equal(page.visits, undefined);
    assert.notEqual(robin.cookies(url).get(sessionCookie), before);
  },

  async 'the shop is told which scope the attendee has left out, as a value and not in an address'({
    url,
  }) {
    const page = await logIn(visitor(), `${url}/account`, { as: 'sam', untick: ['pii:email'] });
    assert.equal(page.url.href, `${url}/account`);
    const { outcome, attendee } = readAccount(page);
    assert.deepEqual(outcome.refused, ['pii:email']);
    assert.deepEqual(outcome.granted, ['pii:basic']);
    assert.deepEqual(attendee.grantedScopes, ['pii:basic']);
  },

  async 'the shop is told that the attendee has denied, and keeps its session'({ url }) {
    const noa = visitor();
    await addTowel(noa, url);
    const consent = await noa.press(await noa.open(`${url}/account`), 'noa');
    const page = await noa.press(consent, 'Deny');
    assert.equal(page.url.href, `${url}/`);
    const { cart, outcome } = JSON.parse(page.html);
    assert.equal(outcome.result, 'denied');
    assert.deepEqual(cart, ['CANARY-towel']);
  },

  async 'a log-out ends the session: its cookie opens nothing'(shop) {
    const { url, sessionCookie } = shop;
    const robin = visitor();
    const page = await logIn(robin, `${url}/account`, { as: 'robin' });
    const cookie = cookieOf(robin, shop);
    assert.equal(await opens(shop, cookie), true);
    const afterwards = await robin.press(page, 'Log out');
    assert.equal(afterwards.url.href, `${url}/`);
    assert.equal(robin.cookies(url).get(sessionCookie), undefined);
    assert.equal(await opens(shop, cookie), false);
  },

  async 'no write that is under way brings back a session that was logged out of'(shop) {
    const { url, redis, isSealed } = shop;
    for (let round = 0; round < logOuts; round += 1) {
      await redis.command('FLUSHALL');
      const robin = visitor();
      const page = await logIn(robin, `${url}/account`, { as: 'robin' });
      const cookie = cookieOf(robin, shop);
      // Three requests have read the session, and write it only after the log-out. Three more
      // requests write it during the log-out.
      const late = [1, 2, 3].map(() => robin.request(`${url}/slow-cart`, { method: 'POST' }));
      while ((await (await visitor().request(`${url}/waiting`)).json()) < late.length)
        await sleep(5);
      const parallel = [1, 2, 3].map(() => robin.request(`${url}/cart`, { method: 'POST' }));
      await robin.press(page, 'Log out');
      await visitor().request(`${url}/go-on`, { method: 'POST' });
      const responses = await Promise.all([...late, ...parallel]);

      assert.equal(await opens(shop, cookie), false, 'the old cookie no longer works');
      await visitor().request(`${url}/cart`, { method: 'POST', headers: { cookie } });
      assert.equal(
        await opens(shop, cookie),
        false,
        'the old cookie does not work after another write',
      );
      for (const response of responses) {
        const [given = ''] = response.headers.getSetCookie();
        assert.equal(
          await opens(shop, given.split(';')[0] ?? ''),
          false,
          'a cookie from a write does not log anybody in',
        );
      }
      if (isSealed) assert.deepEqual(await sessionsIn(redis), [], 'Redis stores no session');

      const again = await robin.open(`${url}${shop.prefix}/login?return_to=/account`, url);
      assert.equal(again.status, 200, again.html);
      assert.equal(readAccount(again).attendee.userId, '1001');
      assert.equal(
        await opens(shop, cookie),
        false,
        'the old cookie does not work after another login',
      );
    }
  },
};

async function readRedis({ url, redis, isSealed, sessionCookie }: Shop): Promise<void> {
  await redis.command('FLUSHALL');
  const robin = visitor();
  await logIn(robin, `${url}/account`, { as: 'robin' });
  await addTowel(robin, url);
  const { attendee } = readAccount(await robin.open(`${url}/account`));
  const sessionId =
    /^s:([^.]+)\./.exec(decodeURIComponent(robin.cookies(url).get(sessionCookie) ?? ''))?.[1] ?? '';
  assert.ok(sessionId);

  const dump = await redis.dump();
  assert.ok(dump.every(({ ttl }) => ttl > 0));
  const text = dump.map(({ key, value }) => `${key} ${value}`).join('\n');
  const sensitiveValues = [attendee.accessToken, sessionId, 'pii:basic', 'CANARY-towel', 'userId'];
  assert.deepEqual(
    sensitiveValues.filter((value) => text.includes(value)),
    isSealed ? [] : sensitiveValues,
  );
  if (isSealed) assert.equal((await sessionsIn(redis)).length, 1);
}

async function loseRedis({ url, redisProxy, isSealed }: Shop): Promise<void> {
  const robin = visitor();
  await logIn(robin, `${url}/account`, { as: 'robin' });

  async function checkPages(state: string): Promise<void> {
    assert.equal((await robin.open(url)).status, 200, state);
    checkIsPlain503(await robin.open(`${url}/account`), state);
  }

  // Redis accepts commands but does not respond. The encrypted sessions time out, but the shop's
  // own store would wait forever.
  if (isSealed) {
    let response = () => {};
    redisProxy.before = () => new Promise<void>((resolve) => (response = resolve));
    await checkPages('frozen');
    redisProxy.before = () => undefined;
    response();
  }
  redisProxy.cut();
  await checkPages('away');
  redisProxy.mend();
  while ((await robin.open(`${url}/account`)).status === 503) await sleep(50);
  assert.equal(readAccount(await robin.open(`${url}/account`)).attendee.userId, '1001');
}

async function refuseSession({ url, redisProxy, sessionCookie }: Shop): Promise<void> {
  redisProxy.before = ([verb, key = '']) => {
    if (verb === 'SET' && /^s(ess)?:/.test(key)) redisProxy.cut();
    return undefined;
  };
  const robin = visitor();
  checkIsPlain503(await logIn(robin, `${url}/account`, { as: 'robin' }), 'the callback');
  assert.equal(robin.cookies(url).get(sessionCookie), undefined);
  redisProxy.before = () => undefined;
  redisProxy.mend();
}

/** NODE_ENV is not set, so Express's own error page would show the stack of the error. */
function checkIsPlain503({ status, html }: LoadedPage, what: string): void {
  assert.equal(status, 503, `${what}: ${html}`);
  assert.doesNotMatch(html, /\.[jt]s\b|node_modules|&nbsp;at |host-of-login/, what);
}

interface Account {
  readonly attendee: { userId: string; accessToken: string; grantedScopes: string[] };
  readonly cart: string[];
  readonly visits?: number;
  readonly outcome: { result: string; granted: string[]; refused: string[] };
}

function readAccount(page: LoadedPage): Account {
  return JSON.parse(page.$('pre').text());
}

async function addTowel(who: Visitor, url: string): Promise<void> {
  const response = await who.request(`${url}/cart`, { method: 'POST' });
  assert.equal(response.status, 200);
}

function cookieOf(who: Visitor, { url, sessionCookie }: Shop): string {
  return `${sessionCookie}=${who.cookies(url).get(sessionCookie)}`;
}

async function opens({ url, prefix }: Shop, cookie: string): Promise<boolean> {
  const response = await visitor().request(`${url}/account`, { headers: { cookie } });
  if (response.status === 200) return true;
  assert.equal(response.status, 303);
  assert.ok(response.headers.get('location')?.startsWith(`${prefix}/login?`));
  return false;
}

async function sessionsIn(redis: TestRedis): Promise<string[]> {
  return (await redis.dump()).map(({ key }) => key).filter((key) => key.startsWith('s:'));
}
