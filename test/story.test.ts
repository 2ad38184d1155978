import assert from 'node:assert/strict';
import test from 'node:test';
import { startApp } from './support/start-app.ts';
import { visitor } from './support/visitor.ts';

test('an attendee logs in with the convention, sees what they share on their profile, and logs out', async (t) => {
  const app = await startApp(t);
  const robin = visitor();

  // Steps 1 and 2 in the README: the browser opens a page, and nobody is logged in.
  const home = await robin.open(app.url);
  assert.match(home.text, /^Check your Testcon badge/);
  assert.deepEqual(
    await app.redis.dump(),
    [],
    'Redis stores nothing for a visitor who is not logged in',
  );

  // Step 3: the convention asks for the attendee, and for the scopes to share.
  const chooseAttendee = await robin.follow(home, 'Log in with Testcon');
  assert.equal(chooseAttendee.url.origin, app.sandbox.url);
  const consent = await robin.press(chooseAttendee, 'robin');

  // Step 4: the browser returns with a code, gets a session, and is redirected to the badge page.
  const badge = await robin.press(consent, 'Allow', ['pii:phone']);
  assert.equal(badge.url.pathname, '/badge-name');
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
    /See your phone number here too\? You have not shared it with us\. Share/,
  );
  assert.doesNotMatch(profile.html, /202 ?555 ?1001/);

  const goodbye = await robin.press(profile, 'Log out');
  assert.match(goodbye.text, /^You are logged out/);
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
