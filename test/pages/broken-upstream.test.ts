import assert from 'node:assert/strict';
import test from 'node:test';
import { callsOfPages } from '../support/app/calls-of-pages.ts';
import { attendeeId } from '../support/app/scripted-app.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';

/**
 * Some failures last until this deadline, so it is short. All other calls must still finish in time
 * on a busy machine.
 */
const shortDeadlineMs = 600;
const pages = callsOfPages.map(([path, own]) => ({ path, route: own.replace(attendeeId, '{id}') }));
const failures = [
  { name: 'responds with its own error', fault: { fault: 'server-error' }, status: 502 },
  { name: 'breaks the connection', fault: { fault: 'reset' }, status: 502 },
  {
    name: 'sends 200 MB',
    fault: { fault: 'huge', megabytes: 200 },
    status: 502,
    logged: /UND_ERR_RES_EXCEEDED_MAX_SIZE/,
  },
  {
    name: 'takes too long',
    fault: { fault: 'slow', ms: 4 * shortDeadlineMs },
    status: 504,
    deadlineMs: shortDeadlineMs,
  },
  {
    name: 'sends byte after byte',
    fault: { fault: 'drip', ms: shortDeadlineMs / 4 },
    status: 504,
    deadlineMs: shortDeadlineMs,
  },
  {
    name: 'is hidden by a shield (403)',
    fault: { fault: 'html', status: 403 },
    status: 503,
    retryAfter: '30',
  },
  {
    name: 'is overloaded (429)',
    fault: { fault: 'html', status: 429, retryAfter: 7 },
    status: 503,
    retryAfter: '7',
  },
  {
    name: 'is closed (503)',
    fault: { fault: 'html', status: 503, retryAfter: 60 },
    status: 503,
    retryAfter: '60',
  },
];

for (const failure of failures) {
  const {
    name,
    fault,
    status,
    deadlineMs,
    retryAfter = null,
    logged = /ConventionError/,
  } = failure;
  test(`while the convention ${name}, every page is ${status}, the attendee stays logged in, and then it works again`, async (t) => {
    const settings = { SERVICE_SCOPES: allServiceScopes };
    let clock = 0;
    const app = await startApp(t, {
      settings,
      clock: () => clock,
      ...(deadlineMs && { deadlineMs }),
    });
    /** Deletes the pauses, and advances the clock past the wait that the platform has asked for. */
    const endPauses = async () => {
      await app.redis.command('DEL', 'x:pauses');
      clock += 60_000;
    };
    const robin = visitor();
    await logIn(robin, `${app.url}/profile`, { as: 'robin' });
    const session = [...robin.cookies(app.url)];
    for (const { path, route } of pages) {
      await setFaults(app.sandbox, [{ ...fault, route }]);
      const page = await robin.open(app.url + path);
      assert.equal(page.status, status, path);
      assert.equal(page.headers.get('retry-after'), retryAfter, path);
      assert.match(
        page.text,
        /^The Testcon registration site isn’t responding .* your registration isn’t affected/,
      );
      assert.equal(page.$('a.button').attr('href'), path, 'the page has a link to try again');
      assert.equal(page.$('form[action="/logout"] button').text(), 'Log out');
      // The header contains the name from the login. The rest of the page must not contain any
      // attendee data.
      page.$('.site-header').remove();
      assert.doesNotMatch(page.$.html(), /Robin|alert|Just a moment|a1b2c3/);
      await endPauses();
    }
    assert.match(app.logLines.join(''), logged);
    await setFaults(app.sandbox, []);
    for (const { path } of pages)
      assert.equal((await robin.open(app.url + path)).status, 200, path);
    assert.deepEqual([...robin.cookies(app.url)], session);
  });
}

test('a wait of more than a minute is shown on the page, and nothing is sent before it is over', async (t) => {
  let clock = 0;
  const app = await startApp(t, { clock: () => clock });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await setFaults(app.sandbox, [
    { fault: 'html', status: 429, retryAfter: 1800, route: 'GET /api/users/current' },
  ]);
  const text = async () => (await robin.open(`${app.url}/profile`)).text;
  assert.match(await text(), /Try again in 30 minutes\./);
  app.sandbox.calls.length = 0;
  clock += 1_740_000;
  assert.match(await text(), /Try again in a minute\./);
  assert.deepEqual(app.sandbox.calls, []);
});

test('P79 when the convention no longer accepts the attendee’s token, every page leads to a new login and back', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  for (const { path } of pages) {
    const robin = visitor();
    await logIn(robin, app.url + path, { as: 'robin' });
    await setFaults(app.sandbox, [
      { fault: 'expired-token', route: 'GET /api/users/current', times: 1 },
    ]);
    const response = await robin.request(app.url + path);
    assert.deepEqual(
      [response.status, response.headers.get('location')],
      [303, `/login?return_to=${encodeURIComponent(path)}`],
    );
    assert.equal((await robin.open(app.url + path)).url.pathname, path, 'the login is still valid');
  }
});
