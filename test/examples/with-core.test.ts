// The small app with src/login: one page, a log-out and an error page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { logIn, visitor } from '../support/visitor.ts';
import { startExample } from './start-example.ts';

test('the example around the core logs in and out, and leaves a visitor nowhere without a page', async (t) => {
  const url = await startExample(t, 'with-core');
  const robin = visitor();
  const page = await logIn(robin, url, { as: 'robin' });
  assert.equal(page.url.href, `${url}/`);
  assert.match(page.html, /You are attendee 1001\./);

  const forged = await robin.request(`${url}/logout`, {
    method: 'POST',
    form: new URLSearchParams(),
  });
  assert.equal(forged.status, 403);
  const foreign = await robin.request(`${url}/login/callback?code=x&state=y`);
  assert.equal(foreign.headers.get('location'), '/', 'whoever is logged in stays so');
  const goodbye = await robin.press(page, 'Log out');
  assert.equal(goodbye.status, 200);
  assert.match(goodbye.html, /You are logged out/);

  const problem = await visitor().open(`${url}/login/callback?code=x&state=y`);
  assert.equal(problem.status, 400);
  assert.match(problem.html, /Sorry: login-again/);
  assert.doesNotMatch(problem.html, /\.ts|node_modules/);
});
