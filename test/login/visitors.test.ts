import assert from 'node:assert/strict';
import test from 'node:test';
import { startLoginUntilCallback } from '../support/app/login-steps.ts';
import { type RawResponse, sendRaw } from '../support/app/raw-request.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { cookieHeader, logIn, storeCookie, type Visitor, visitor } from '../support/app/visitor.ts';
import { type Kind, site, type UserAgent, userAgents } from './user-agents.ts';

const cookieCheck = '/login/callback?cookies=set';
const addresses = ['/', '/login', 'callback', cookieCheck, '/profile'] as const;
type Answers = Readonly<Record<(typeof addresses)[number], string>>;
type Looker = Exclude<Kind, 'person'>;

const toLogin = '303 /login?return_to=%2Fprofile';
const followsLinks: Answers = {
  '/': '200',
  '/login': '303 to the convention',
  callback: `303 ${cookieCheck}`,
  [cookieCheck]: '400',
  '/profile': toLogin,
};
const noNavigation: Answers = {
  '/': '200',
  '/login': '401',
  callback: '401',
  [cookieCheck]: '401',
  '/profile': '401',
};
const looks: Readonly<Record<Looker, Answers>> = {
  robot: followsLinks,
  scanner: followsLinks,
  opener: { ...followsLinks, '/login': '200' },
  script: noNavigation,
  prefetcher: noNavigation,
  monitor: {
    '/': '200',
    '/login': '200',
    callback: '200',
    [cookieCheck]: '200',
    '/profile': toLogin,
  },
};
const loggedIn = { '/': '303 /badge-name', '/profile': '200' };

type Jar = Map<string, string>;

/** Sends this client's requests to the app, with the headers that the site's reverse proxy adds. */
function createClient(app: RunningApp, agent: UserAgent, jar: Jar = new Map()) {
  async function send(
    target: string,
    own: Readonly<Record<string, string>> = {},
    {
      method = agent.kind === 'monitor' ? 'HEAD' : 'GET',
      body,
    }: { method?: string; body?: string } = {},
  ): Promise<RawResponse> {
    const { 'X-Forwarded-For': before, ...headers } = { ...agent.always, ...own };
    const answer = await sendRaw(app.listensAt, {
      method,
      target,
      httpVersion: agent.httpVersion ?? '1.1',
      headers: {
        Host: new URL(site).host,
        ...headers,
        ...cookieHeader(jar),
        'X-Forwarded-For': before ? `${before}, 192.0.2.1` : '192.0.2.1',
        'X-Forwarded-Proto': 'https',
        ...(body !== undefined && {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': String(body.length),
        }),
      },
      body,
    });
    for (const line of answer.headers.getSetCookie()) storeCookie(jar, line);
    return answer;
  }
  return {
    open: (target: string) => send(target, agent.navigation),
    load: (target: string) => send(target, agent.subresource),
    sendForm: (target: string, fields: Record<string, string>) =>
      send(target, agent.form, {
        method: 'POST',
        body: String(new URLSearchParams(fields)),
      }),
  };
}

function describe(app: RunningApp, { status, headers }: RawResponse): string {
  const location = headers.get('location');
  if (location?.startsWith(app.sandbox.url)) return `${status} to the convention`;
  return location === null ? `${status}` : `${status} ${location}`;
}

interface Visit {
  readonly app: RunningApp;
  readonly agent: UserAgent;
  readonly robin: Visitor;
  readonly callback: URL;
  readonly sam: Visitor;
}

async function openAll(
  { app, callback }: Pick<Visit, 'app' | 'callback'>,
  open: (target: string) => Promise<RawResponse>,
  { expected, times = 1 }: { expected: Partial<Answers>; times?: number },
): Promise<void> {
  const got: Record<string, string> = {};
  for (let time = 0; time < times; time += 1) {
    for (const address of Object.keys(expected)) {
      const target = address === 'callback' ? callback.pathname + callback.search : address;
      got[address] = describe(app, await open(target));
    }
    assert.deepEqual(got, expected);
  }
}

/**
 * Robots, scanners and openers do not send cookies. Scripts, prefetchers and monitors may also run
 * in a person's browser and send that person's cookies.
 */
async function look(kind: Looker, { app, agent, robin, callback, sam }: Visit): Promise<void> {
  const stored = () => app.redis.dump().then((keys) => keys.map(({ key, value }) => [key, value]));
  const before = await stored();
  const anybody = createClient(app, agent, new Map());
  const times = kind === 'scanner' ? 2 : 1;
  const open = (target: string) => createClient(app, agent).open(target);
  await openAll({ app, callback }, open, { expected: looks[kind], times });
  if (agent.form) {
    for (const form of ['/logout', '/language'])
      assert.equal((await anybody.sendForm(form, { language: 'de' })).status, 403);
  }
  if (!['robot', 'scanner', 'opener'].includes(kind)) {
    const about = createClient(app, agent, robin.cookies(site));
    await openAll({ app, callback }, about.open, { expected: looks[kind] });
    const inside = createClient(app, agent, sam.cookies(site));
    await openAll({ app, callback }, inside.open, { expected: { ...looks[kind], ...loggedIn } });
  }
  assert.deepEqual(await stored(), before);
  if (kind === 'opener') await openInBrowser(open, robin);
}

async function openInBrowser(
  open: (target: string) => Promise<RawResponse>,
  browser: Visitor,
): Promise<void> {
  let address = new URL(`${site}/profile`);
  for (let hops = 0; address.origin === site && hops < 5; hops += 1) {
    const { headers } = await open(address.pathname + address.search);
    const location = headers.get('location');
    if (location === null) break;
    address = new URL(location, address);
  }
  assert.equal((await browser.open(address)).$('h1').text(), 'Your profile');
}

async function logInAndOut({ app, agent, robin }: Visit): Promise<void> {
  const { open, load, sendForm } = createClient(app, agent);
  const answerTo = async (target: string) => describe(app, await open(target));
  assert.deepEqual([await answerTo('/'), await answerTo('/profile')], ['200', toLogin]);
  const start = await open('/login?return_to=/profile');
  const authorized = await robin.request(start.headers.get('location') ?? '');
  const callback = new URL(authorized.headers.get('location') ?? '');
  if (agent.subresource) await openAll({ app, callback }, load, { expected: noNavigation });
  assert.equal(await answerTo(callback.pathname + callback.search), '303 /profile');
  const expected = { ...loggedIn, '/login': '303 /', callback: '303 /profile' };
  await openAll({ app, callback }, open, { expected });
  if (agent.subresource)
    await openAll({ app, callback }, load, { expected: { ...noNavigation, ...loggedIn } });

  const language = await sendForm('/language', { language: 'de' });
  assert.equal(describe(app, language), '303 /');
  const profile = await open('/profile');
  assert.match(profile.body, /<html lang="de"/);
  const form_token = /name="form_token" value="([^"]+)"/.exec(profile.body)?.[1] ?? '';
  assert.equal(describe(app, await sendForm('/logout', { form_token })), '303 /logged-out');
  assert.equal(await answerTo('/profile'), '303 /logged-out?return_to=%2Fprofile');
}

test('P12 P42 every visitor in the gallery gets the responses for its kind, and costs nobody a login, a session or a code', async (t) => {
  const app = await startApp(t, { settings: { PUBLIC_URL: site, TRUST_PROXY: '1' } });
  const proxy = { origin: site, listensAt: app.listensAt };
  const robin = visitor(proxy);
  const sam = visitor(proxy);
  await logIn(robin, `${site}/profile`, { as: 'robin' });
  await logIn(sam, `${site}/profile`, { as: 'sam' });
  for (const agent of userAgents) {
    await t.test(`P12 P42 ${agent.name}, a ${agent.kind}`, async () => {
      robin.cookies(site).clear();
      const callback = await startLoginUntilCallback(robin, { url: site, returnTo: '/profile' });
      const visit: Visit = { app, agent, robin, callback, sam };
      await (agent.kind === 'person' ? logInAndOut(visit) : look(agent.kind, visit));
      const finished = await robin.open(callback);
      assert.equal(finished.$('h1').text(), 'Your profile', 'robin finishes the login');
      assert.equal((await sam.request(`${site}/profile`)).status, 200, 'sam is still logged in');
    });
  }
});
