import assert from 'node:assert/strict';
import test from 'node:test';
import { visitor } from '../support/app/visitor.ts';
import { startExample } from './start-example.ts';

test('the minimal example logs an attendee in and prints the current user with what was shared', async (t) => {
  const url = await startExample(t, 'minimal');
  const robin = visitor();
  const chooseAttendee = await robin.follow(await robin.open(url), 'Log in with the convention');
  const consent = await robin.press(chooseAttendee, 'robin');
  const printed = await robin.press(consent, 'Allow', ['pii:email']);
  const user = JSON.parse(printed.html);
  assert.equal(user.username, 'robin_banks');
  assert.ok(!('email' in user), 'the user has no field that was not shared');

  const forged = await visitor().request(`${url}/login/callback?code=x&state=y`);
  assert.equal(forged.status, 400);
});
