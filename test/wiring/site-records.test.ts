import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import request from 'supertest';
import { createApp } from '../../src/app.ts';
import type { Convention } from '../../src/convention/convention.ts';
import { isReload } from '../../src/wiring/site-records.ts';
import { callsOfPages } from '../support/app/calls-of-pages.ts';
import { daytime } from '../support/app/clocks.ts';
import { withCache } from '../support/app/limits.ts';
import { copyBrowser } from '../support/app/login-steps.ts';
import { pagesWithRecords } from '../support/app/page-paths.ts';
import { calls, startScriptedApp } from '../support/app/scripted-app.ts';
import { allServiceScopes, type RunningApp, startApp } from '../support/app/start-app.ts';
import {
  allow,
  type LoadedPage,
  logIn,
  type Visitor,
  visitor,
  withoutBreaks,
} from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';
import { validResponses } from '../support/platform/valid-responses.ts';

const cached = { SERVICE_SCOPES: allServiceScopes };
const paths = [...pagesWithRecords, '/sharing', '/sharing/download'];

async function startCachedApp(t: TestContext, settings: Record<string, string> = {}) {
  let clock = daytime;
  const app = await startApp(t, {
    settings: { ...cached, ...settings },
    limits: withCache,
    now: () => clock,
  });
  return {
    app,
    passSeconds(seconds: number) {
      clock += 1000 * seconds;
    },
    takeCalls(): string[] {
      const all = app.sandbox.calls.splice(0).map(({ method, path }) => `${method} ${path}`);
      return all.filter((call) => /\/api\/(v0|users)\//.test(call));
    },
  };
}

async function openAll(who: Visitor, { url }: RunningApp): Promise<void> {
  for (const path of paths) assert.equal((await who.open(url + path)).status, 200, path);
}

test('the convention gets 0 calls within 60 s of the last one, and otherwise at most 1 for each record', async (t) => {
  const { app, passSeconds, takeCalls } = await startCachedApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/dealer`, { as: 'robin' });
  passSeconds(60);
  takeCalls();
  await openAll(robin, app);
  const first = takeCalls();
  assert.equal(first.length, 6, first.join(', '));
  assert.equal(new Set(first).size, first.length, 'one call for each record');
  passSeconds(59);
  await openAll(robin, app);
  assert.deepEqual(takeCalls(), []);
  passSeconds(1);
  await openAll(robin, app);
  assert.deepEqual(takeCalls().sort(), first.sort());
});

test('"Check again" requests new data, and the page says when that was', async (t) => {
  const { app, passSeconds, takeCalls } = await startCachedApp(t);
  const checked = ({ $ }: LoadedPage) => $('.badge-checked time').attr('datetime');
  for (const as of ['sam', 'noa']) {
    const who = visitor();
    const page = await logIn(who, `${app.url}/badge-name`, { as });
    passSeconds(30);
    takeCalls();
    assert.equal(
      checked(await who.open(page.url)),
      checked(page),
      'the page shows when the record was read, not when the page was opened',
    );
    assert.deepEqual(takeCalls(), []);
    const again = await who.follow(page, 'Check again');
    assert.equal(again.status, 200);
    assert.equal(takeCalls().length, 2, as);
    if (as === 'sam') assert.notEqual(checked(again), checked(page));
  }
});

type End = (who: Visitor, app: RunningApp) => Promise<unknown>;

const press =
  (path: string, button: string): End =>
  async (who, { url }) =>
    who.press(await who.open(url + path), button);
const stopSharing = press('/sharing/stop?scope=pii:phone', 'Stop sharing');
const shareMore: End = async (who, { url }) =>
  allow(who, await who.open(`${url}/login?scope=pii:email&return_to=/profile`, `${url}/sharing`));
const switchAccount: End = async (who, { url }) => {
  const asked = await who.follow(await who.open(`${url}/sharing`), 'Switch account');
  return allow(who, await who.press(asked, asked.$('button[value=sam] strong').text()));
};

const ends: { what: string; end: End; settings?: Record<string, string>; everywhere?: true }[] = [
  { what: 'a log-out', end: press('/profile', 'Log out') },
  { what: 'a log-out everywhere', end: press('/sharing', 'Log out everywhere'), everywhere: true },
  { what: 'stopping to share', end: stopSharing, everywhere: true },
  {
    what: 'deleting the data',
    end: press('/sharing/forget', 'Delete your data'),
    everywhere: true,
  },
  { what: 'sharing more', end: shareMore },
  { what: 'switching account', end: switchAccount, settings: { OAUTH_PROMPT_LOGIN: 'on' } },
];

for (const { what, end, settings, everywhere } of ends)
  test(`P28 ${what} drops the records from memory${everywhere ? ', also those of other devices' : ''}`, async (t) => {
    const { app, passSeconds, takeCalls } = await startCachedApp(t, settings);
    const [phone, laptop] = [visitor(), visitor()];
    for (const device of [phone, laptop])
      await logIn(device, `${app.url}/badge-name`, { as: 'robin', untick: ['pii:email'] });
    const copies = [phone, laptop].map((device) => copyBrowser(device, app.url));
    const putBack = await copySessions(app);
    await end(phone, app);
    // Once the sessions are restored, only records that are still in memory could be shown without
    // a call.
    await putBack();
    const dropped: boolean[] = [];
    for (const copy of copies) {
      takeCalls();
      await copy.request(`${app.url}/profile`);
      dropped.push(takeCalls().length > 0);
    }
    assert.deepEqual(dropped, [true, everywhere === true]);
    passSeconds(60);
    await setFaults(app.sandbox, [{ fault: 'server-error', route: '*' }]);
    const badges = copies.map(async (copy) => (await copy.request(`${app.url}/badge-name`)).status);
    assert.deepEqual(await Promise.all(badges), [502, everywhere ? 502 : 200]);
  });

test('P28 P52 a page that is loading at the log-out leaves nothing in memory, and the next person sees only their own data', async (t) => {
  const { app, passSeconds, takeCalls } = await startCachedApp(t);
  const browser = visitor();
  const page = await logIn(browser, `${app.url}/profile`, { as: 'robin' });
  const copy = copyBrowser(browser, app.url);
  const putBack = await copySessions(app);
  passSeconds(60);
  takeCalls();
  await setFaults(app.sandbox, [{ fault: 'slow', route: '*', ms: 500 }]);
  const loading = copy.request(`${app.url}/profile`);
  while (app.sandbox.calls.length === 0) await sleep(5);
  await browser.press(page, 'Log out');
  assert.match(withoutBreaks(await (await loading).text()), /robin@example\.org/);
  await setFaults(app.sandbox, []);

  browser.cookies(app.sandbox.url).clear();
  await logIn(browser, `${app.url}/profile`, { as: 'sam' });
  for (const path of paths)
    assert.doesNotMatch(await (await browser.request(app.url + path)).text(), /robin/i, path);
  await putBack();
  takeCalls();
  await copy.request(`${app.url}/profile`);
  assert.equal(takeCalls().length, 1, 'the response that arrived after the log-out is not cached');
});

test('P24 P52 a new login in the same browser shows only the new person’s data, and ends the session before', async (t) => {
  const { app } = await startCachedApp(t, { OAUTH_PROMPT_LOGIN: 'on' });
  const browser = visitor();
  const before: Visitor[] = [];
  for (const as of ['robin', 'sam', 'robin', 'kit']) {
    await logIn(browser, `${app.url}/login?prompt=login&return_to=/profile`, { as });
    await openAll(browser, app);
    const { text } = await browser.open(`${app.url}/profile`);
    assert.deepEqual(text.match(/\w+@example\.org/g), [`${as}@example.org`]);
    for (const copy of before)
      assert.equal((await copy.request(`${app.url}/profile`)).status, 303, 'over');
    before.push(copyBrowser(browser, app.url));
  }
});

test('no page changes a record: the next one gets the same record', async (t) => {
  let clock = daytime;
  const frozen: typeof createApp = (dependencies) => {
    const convention = withFrozenRecords(dependencies.convention);
    return createApp({ ...dependencies, convention, limits: withCache, now: () => clock });
  };
  const app = await startScriptedApp(t, validResponses, {}, frozen);
  clock += 60_000;
  for (const path of [...callsOfPages.map(([page]) => page), '/sharing', '/badge-name.svg']) {
    const views = [await app.open(path), await app.open(path)];
    for (const { status } of views) assert.equal(status, 200, path);
  }
  const asked = app.requests.filter(({ path }) => path === calls.user.split(' ')[1]);
  assert.equal(asked.length, 1);
});

function withFrozenRecords(convention: Convention): Convention {
  const freezing = <Client extends object>(client: Client): Client =>
    Object.fromEntries(
      Object.entries(client).map(([name, operation]) => [
        name,
        (...words: unknown[]) => {
          const response = operation(...words);
          return response instanceof Promise ? response.then(deepFrozen) : response;
        },
      ]),
    ) as Client;
  return {
    ...convention,
    onBehalfOf: (attendee) => freezing(convention.onBehalfOf(attendee)),
    asService(person) {
      const service = convention.asService(person);
      return service && freezing(service);
    },
  };
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) deepFrozen(inner);
  return Object.freeze(value);
}

async function copySessions({ redis }: RunningApp): Promise<() => Promise<void>> {
  const keys = (await redis.command('KEYS', 's:*')) as string[];
  for (const key of keys) await redis.command('COPY', key, `copy-of-${key}`);
  return async () => {
    for (const key of keys) {
      await redis.command('COPY', `copy-of-${key}`, key, 'REPLACE');
      await redis.command('DEL', key.replace('s:', 'x:'));
    }
  };
}

const reloadApp = express().get('/', (req, res) => void res.json(isReload(req)));

async function answerTo(path: string, cacheControl?: string): Promise<unknown> {
  const asking = request(reloadApp).get(path);
  if (cacheControl !== undefined) asking.set('Cache-Control', cacheControl);
  return (await asking).body;
}

test('a reload requests new data, with or without the browser’s cache', async () => {
  for (const header of ['max-age=0', 'no-cache', 'No-Cache', 'no-transform, max-age=0'])
    assert.equal(await answerTo('/', header), true, header);
});

test('a link to check again requests new data', async () => {
  for (const path of ['/?again', '/?again=1', '/?try=x&again'])
    assert.equal(await answerTo(path), true, path);
});

test('no other request asks for new data', async () => {
  for (const header of [undefined, '', 'max-age=05', 'max-age=60', 'no-store', 'private'])
    assert.equal(await answerTo('/', header), false, header);
  assert.equal(await answerTo('/?try=again'), false);
});
