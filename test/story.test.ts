import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { allServiceScopes, startApp } from './support/app/start-app.ts';
import { type LoadedPage, logIn, type Visitor, visitor } from './support/app/visitor.ts';
import { setFaults } from './support/platform/set-faults.ts';

interface Platform {
  readonly mode: 'tolerant' | 'strict';
  readonly settings: Record<string, string>;
}

/** The two modes of the sandbox, each with all settings that it needs (docs/sandbox.md). */
const platforms: readonly Platform[] = [
  { mode: 'tolerant', settings: {} },
  { mode: 'strict', settings: { OAUTH_PKCE: 'off' } },
];

function startAt({ mode, settings }: Platform, t: TestContext, more: Record<string, string> = {}) {
  return startApp(t, {
    sandbox: { strict: mode === 'strict' },
    settings: { ...settings, ...more },
  });
}

/**
 * On a platform where attendees can only allow all scopes or none, they choose before the login.
 */
async function askForAllButThePhone(
  robin: Visitor,
  home: LoadedPage,
  { mode }: Platform,
): Promise<LoadedPage> {
  if (mode === 'tolerant') return robin.follow(home, 'Log in with Testcon');
  const choice = await robin.follow(home, 'Choose what to share before you log in');
  const ticked = '?chosen=&scope=pii:email&scope=pii:address';
  const chosen = await robin.open(choice.url.href + ticked, choice.url.href);
  return robin.open(new URL(chosen.$('main a.button').attr('href') ?? '', home.url), home.url.href);
}

for (const platform of platforms)
  test(`an attendee logs in with a ${platform.mode} platform, sees what they share on their profile, and logs out`, async (t) => {
    const app = await startAt(platform, t);
    const robin = visitor();

    // Steps 1 and 2 in src/README.md: the browser opens a page, and nobody is logged in.
    const home = await robin.open(app.url);
    assert.match(home.text, /^Check your Testcon badge/);
    assert.deepEqual(
      await app.redis.dump(),
      [],
      'Redis stores nothing for a visitor who is not logged in',
    );

    // Step 3: the platform asks who is logging in, and which scopes to share.
    const chooseAttendee = await askForAllButThePhone(robin, home, platform);
    assert.equal(chooseAttendee.url.origin, app.sandbox.url);
    const consent = await robin.press(chooseAttendee, 'robin');

    // Step 4: the browser returns with a code, gets a session, and is redirected to the badge page.
    const badge = await robin.press(consent, 'Allow', ['pii:phone']);
    assert.equal(badge.url.pathname, '/badge-name');
    if (platform.mode === 'tolerant')
      assert.match(badge.text, /Not shared: your phone number\. Your badge/);

    // Step 5: Redis stores the session under one key, encrypted and with an expiry time.
    const sessions = (await app.redis.dump()).filter(({ key }) => key.startsWith('s:'));
    assert.equal(sessions.length, 1);
    assert.ok((sessions[0]?.ttl ?? 0) > 0);
    assert.ok(!JSON.stringify(sessions).includes('robin'));

    // Steps 6 to 8: the profile shows the shared part of the record.
    const profile = await robin.follow(badge, 'Profile');
    assert.equal(profile.status, 200);
    assert.match(profile.text, /Robin @robin_banks/);
    assert.match(profile.text, /Email robin@example\.org/);
    assert.match(
      profile.text,
      /See your phone number here too\? You haven’t shared it with us\. Your registration isn’t affected\. Share/,
    );
    assert.doesNotMatch(profile.html, /202 ?555 ?1001/);

    const goodbye = await robin.press(profile, 'Log out');
    assert.match(goodbye.text, /^You’re logged out/);
    assert.deepEqual(
      (await app.redis.dump()).filter(({ key }) => key.startsWith('s:')),
      [],
    );
    assert.equal(
      (await robin.request(`${app.url}/profile`)).headers.get('location'),
      '/logged-out?return_to=%2Fprofile',
    );

    const log = app.logLines.join('');
    assert.match(log, /"route":"\/login\/callback"/);
    assert.doesNotMatch(log, /robin|code=|state=/i);
  });

for (const platform of platforms)
  test(`with its service credential, every page shows the attendee's own records of a ${platform.mode} platform`, async (t) => {
    const app = await startAt(platform, t, { SERVICE_SCOPES: allServiceScopes });
    const robin = visitor();
    const badge = await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
    assert.match(badge.text, /Badge: Robin Redbreast/);
    for (const [path, shown] of [
      ['/roles', /Staff/],
      ['/volunteering', /Registration|Safety|Art show/],
      ['/dealer', /Robin's Nest Boxes/],
      ['/desk', /No\. 1001/],
    ] as const) {
      const page = await robin.open(app.url + path);
      assert.equal(page.status, 200, path);
      assert.match(page.text, shown);
    }
    assert.deepEqual(
      app.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40),
      [],
      'nothing is missing or odd',
    );
  });

test('P3 a platform that refuses PKCE fails the login with its own cause, and no later login leaves PKCE out', async (t) => {
  const app = await startApp(t);
  const route = 'POST /api/oauth/token';
  await setFaults(app.sandbox, [{ fault: 'unknown-parameters', route }]);
  const robin = visitor();
  const failed = await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  assert.equal(failed.status, 502);
  const line = app.logLines.find((each) => each.includes('platform-request')) ?? '{}';
  assert.match(JSON.parse(line).cause, /a parameter that it does not know/);
  assert.match(JSON.parse(line).fix, /doctor\.js.*OAUTH_PKCE/);
  const exchanges = app.sandbox.calls.filter(({ path }) => path === '/api/oauth/token');
  assert.equal(exchanges.length, 1, 'the code is not sent again without the verifier');
  const { headers } = await robin.request(`${app.url}/login`);
  assert.match(headers.get('location') ?? '', /code_challenge=/);
});
