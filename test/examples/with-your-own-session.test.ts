import assert from 'node:assert/strict';
import test from 'node:test';
import { logIn, visitor } from '../support/app/visitor.ts';
import { startExample } from './start-example.ts';

test('the example with its own session keeps its cart over a login, and shows the result of the login', async (t) => {
  const url = await startExample(t, 'with-your-own-session');
  const sam = visitor();
  const shop = await sam.press(await sam.open(url), 'Add a towel');
  assert.match(shop.html, /In your cart: 1/);

  const account = await logIn(sam, `${url}/account`, { as: 'sam', untick: ['pii:email'] });
  assert.equal(account.url.href, `${url}/account`);
  assert.match(account.html, /You are attendee 1002\. In your cart: 1/);
  assert.match(account.html, /Welcome! We cannot email you/);
  const again = await sam.open(`${url}/account`);
  assert.doesNotMatch(again.html, /Welcome/, 'the message is shown only once');

  const fuller = await sam.press(await sam.follow(again, 'Back to the shop'), 'Add a towel');
  assert.match(fuller.html, /In your cart: 2/);
  const loggedOut = await sam.press(again, 'Log out');
  assert.equal(loggedOut.url.href, `${url}/`);
  assert.match(loggedOut.html, /In your cart: 0/);

  const noa = visitor();
  const consent = await noa.press(await noa.open(`${url}/account`), 'noa');
  const denied = await noa.press(consent, 'Deny');
  assert.equal(denied.url.href, `${url}/`);
  assert.match(denied.html, /You have not logged in/);

  const problem = await noa.open(`${url}/account/login/callback?code=x&state=y`);
  assert.equal(problem.status, 400);
  assert.match(problem.html, /Sorry: login-again/);
});
