// The pages after a log-out and after a session that ended by itself.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startApp } from '../../support/start-app.ts';
import { visitor } from '../../support/visitor.ts';

test('the goodbye page warns about shared computers and links to the log-out of the platform where there is one', async (t) => {
  const without = await visitor().open(`${(await startApp(t)).url}/logged-out`);
  assert.equal(without.status, 200);
  assert.match(without.text, /^You are logged out You are still logged in to Testcon registration/);
  assert.equal(without.$('a:contains("Log out of")').length, 0);

  const app = await startApp(t, { settings: { OAUTH_LOGOUT_URL: 'https://reg.testcon.example/bye' } });
  const page = await visitor().open(`${app.url}/logged-out`);
  assert.equal(page.$('a:contains("Log out of")').attr('href'), 'https://reg.testcon.example/bye');
});

test('the page of a session that ended says after how long, and hands the return path on to the login, which checks it', async (t) => {
  const app = await startApp(t, { settings: { SESSION_IDLE_MINUTES: '1' } });
  const page = await visitor().open(
    `${app.url}/login/expired?return_to=${encodeURIComponent('/profile?a=1&b="><script>')}`,
  );
  assert.match(page.text, /after 1 minute without activity/);
  assert.equal(
    page.$('a.button').attr('href'),
    `/login?${new URLSearchParams({ return_to: '/profile?a=1&b="><script>' })}`,
  );
  assert.equal(page.$('script').length, 0);
  const start = await visitor().request(new URL('/login?return_to=https://evil.example', app.url));
  assert.ok(start.headers.get('location')?.startsWith(app.sandbox.url));
});
