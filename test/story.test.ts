// The whole story, readable aloud: an attendee logs in with the convention, sees their profile, and logs out.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startApp } from './support/start-app.ts';
import { visitor } from './support/visitor.ts';

test('an attendee logs in with the convention, sees what they share on their profile, and logs out', async (t) => {
  const app = await startApp(t);
  const robin = visitor();

  // 1, 2: a page is asked for, nobody is logged in.
  const home = await robin.open(app.url);
  assert.match(home.text, /^Your convention profile/);
  assert.deepEqual(await app.redis.dump(), [], 'a visitor who only looks leaves nothing behind');

  // 3: the browser is sent to the convention, which asks who this is and what to share.
  const chooseAttendee = await robin.follow(home, 'Log in with Testcon registration');
  assert.equal(chooseAttendee.url.origin, app.sandbox.url);
  const consent = await robin.press(chooseAttendee, 'robin');

  // 4: it comes back with a code; afterwards there is one session, and the browser is where it wanted to be.
  const badge = await robin.press(consent, 'Allow', ['pii:phone']);
  assert.equal(badge.url.pathname, '/badge-name');
  assert.match(badge.text, /You did not share your phone number\. Your badge/);

  // 5: the session rests in Redis under one key, sealed and with an end.
  const sessions = (await app.redis.dump()).filter(({ key }) => key.startsWith('s:'));
  assert.equal(sessions.length, 1);
  assert.ok((sessions[0]?.ttl ?? 0) > 0);
  assert.ok(!JSON.stringify(sessions).includes('robin'));

  // 6, 7, 8: the profile shows the record as far as it is shared.
  const profile = await robin.follow(badge, 'Profile');
  assert.equal(profile.status, 200);
  assert.match(profile.text, /Name Robin User name robin_banks/);
  assert.match(profile.text, /E-mail robin@example\.org/);
  assert.match(profile.text, /Not shared with this site .* Phone number Share your phone number Account/);
  assert.doesNotMatch(profile.html, /202 ?555 ?1001/);

  const goodbye = await robin.press(profile, 'Log out');
  assert.match(goodbye.text, /^You are logged out/);
  assert.deepEqual(
    (await app.redis.dump()).filter(({ key }) => key.startsWith('s:')),
    [],
  );
  assert.equal((await robin.request(`${app.url}/profile`)).headers.get('location'), '/login?return_to=%2Fprofile');

  // Of all this the log tells routes and numbers, nothing about robin.
  const log = app.logLines.join('');
  assert.match(log, /"route":"\/login\/callback"/);
  assert.doesNotMatch(log, /robin|code=|state=/i);
});
