import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { everyPage } from '../../src/app.ts';
import { callsOfPages } from '../support/app/calls-of-pages.ts';
import { pagesWithLogin } from '../support/app/page-paths.ts';
import { calls, startScriptedApp } from '../support/app/scripted-app.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { type LoadedPage, logIn, visitor } from '../support/app/visitor.ts';
import {
  platformError,
  type ReceivedRequest,
  sendHtml,
  sendJson,
} from '../support/platform/scripted-platform.ts';
import { setFaults } from '../support/platform/set-faults.ts';
import { validResponses } from '../support/platform/valid-responses.ts';

/**
 * Leaves out the pages that read only the current user, because this call uses the attendee's
 * token.
 */
const paths = callsOfPages
  .filter(([, ...calledByPage]) => calledByPage.some((call) => call !== calls.user))
  .map(([path]) => path);
const navigationOf = ({ $ }: LoadedPage) =>
  $('.site-header a')
    .toArray()
    .map((link) => $(link).attr('href'));

for (const [scopes, missing] of [
  ['', ['/volunteering', '/dealer']],
  ['registration:read user:read', ['/volunteering', '/dealer']],
  ['volunteer:read', ['/dealer']],
  ['vendor:read', ['/volunteering']],
  [allServiceScopes, []],
] as const) {
  const said =
    missing.length > 0 ? `there is no ${missing.join(' and no ')}` : 'there is every page';
  test(`with ${scopes ? `the service scopes ${scopes}` : 'no service scope'} ${said}, and the navigation says so`, async (t) => {
    const app = await startApp(t, { settings: { SERVICE_SCOPES: scopes } });
    const robin = visitor();
    const navigation = navigationOf(await logIn(robin, `${app.url}/profile`, { as: 'robin' }));
    for (const path of missing) assert.equal((await robin.open(app.url + path)).status, 404, path);
    for (const path of pagesWithLogin) {
      const page = everyPage.find((one) => one.path === path);
      const needed = page?.needs;
      const isMissing = needed !== undefined && !scopes.split(' ').includes(needed);
      const { status } = await robin.open(app.url + path);
      assert.equal(status, isMissing ? 404 : 200, path);
      const isInNavigation = page?.navLabel !== undefined || page?.menuLabel !== undefined;
      assert.equal(navigation.includes(path), isInNavigation && !isMissing, path);
    }
  });
}

test('P49 the service token is requested once, for any number of pages, and never replaces an attendee’s', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  let issued = 0;
  app.answers[calls.token] = async (response: ServerResponse, { body }: ReceivedRequest) => {
    issued += 1;
    assert.match(body, /grant_type=client_credentials/);
    await sleep(100);
    sendJson(response, {
      access_token: 'token-of-the-service',
      token_type: 'bearer',
      expires_in: 3600,
    });
  };
  const openAll = () =>
    Promise.all([...paths, ...paths, ...paths, '/profile'].map((path) => app.open(path)));
  for (const { status } of [...(await openAll()), ...(await openAll())]) assert.equal(status, 200);
  assert.equal(issued, 1);

  const tokenFor = (isAttendees: boolean) =>
    app.requests
      // The public configuration does not require a token.
      .filter(({ path }) => path !== '/api/config')
      .filter(({ method, path }) => (`${method} ${path}` === calls.user) === isAttendees)
      .map(({ headers }) => headers.authorization);
  assert.deepEqual(new Set(tokenFor(true)), new Set(['Bearer token-of-the-script']));
  assert.deepEqual(new Set(tokenFor(false)), new Set(['Bearer token-of-the-service']));
});

test('a wrong secret is a 502 page wherever the credential is needed, and logs nobody out', async (t) => {
  const app = await startApp(t, {
    settings: {
      SERVICE_SCOPES: allServiceScopes,
      SERVICE_CLIENT_ID: 'lanyard',
      SERVICE_CLIENT_SECRET: 'wrong',
    },
  });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const path of paths) {
    const page = await robin.open(app.url + path);
    assert.equal(page.status, 502, path);
    assert.match(page.text, /^The Testcon registration site isn’t responding/);
  }
  assert.equal(
    (await robin.open(`${app.url}/profile`)).status,
    200,
    'the profile does not need the service credential',
  );
  assert.doesNotMatch(app.logLines.join(''), /wrong"/);
});

const tokenRefusals: [what: string, answer: (response: ServerResponse) => void][] = [
  ['invalid_client', (response) => sendJson(response, { error: 'invalid_client' }, 401)],
  ['invalid_scope', (response) => sendJson(response, { error: 'invalid_scope' }, 400)],
  ['401 in the shape of the platform', (response) => sendJson(response, platformError('x'), 401)],
  ['403 in the shape of the platform', (response) => sendJson(response, platformError('x'), 403)],
  [
    '401 with a challenge',
    (response) => sendJson(response, {}, 401, { 'www-authenticate': 'Basic' }),
  ],
  ['403 without JSON', (response) => sendHtml(response, 403)],
];
const refusedCredential =
  /SERVICE_CLIENT_ID.*"msg":"the platform rejects this site's service credential"/;

for (const [what, refuse] of tokenRefusals) {
  test(`a rejected credential (${what}) is in the log once until it works again, with what to check`, async (t) => {
    const app = await startScriptedApp(t, { ...validResponses, [calls.token]: refuse });
    const linesAfter = async (response: unknown) => {
      app.answers[calls.token] = response;
      for (const path of ['/badge-name', '/roles', '/badge-name']) await app.open(path);
      return app.logLines.filter((line) => refusedCredential.test(line));
    };
    const [line = '', ...others] = await linesAfter(refuse);
    assert.deepEqual(others, []);
    assert.equal(JSON.parse(line).level, 50, 'the log line is an error');
    assert.doesNotMatch(line, /CANARY|client-secret-of-the-tests/);
    const working = { access_token: 'works', token_type: 'bearer', expires_in: 900 };
    assert.equal((await linesAfter(working)).length, 1);
    // The platform also rejects the new token, so the page requests a second one.
    const answer401 = (response: ServerResponse) => sendJson(response, platformError('x'), 401);
    Object.assign(app.answers, { [calls.roles]: answer401, [calls.registration]: answer401 });
    assert.equal((await linesAfter(refuse)).length, 2);
  });
}

test('a token endpoint that is busy or broken does not blame the credential', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  for (const status of [429, 500, 503]) {
    app.answers[calls.token] = (response: ServerResponse) => sendHtml(response, status);
    assert.ok((await app.open('/roles')).status >= 502);
  }
  assert.doesNotMatch(app.logLines.join(''), refusedCredential);
});

test('a scope that the platform does not approve is a 502 page, and logs nobody out', async (t) => {
  const app = await startScriptedApp(t, {
    [calls.token]: (response: ServerResponse, { body }: ReceivedRequest) => {
      assert.match(body, /grant_type=client_credentials/);
      sendJson(response, { error: 'invalid_scope' }, 400);
    },
  });
  for (const path of paths) assert.equal((await app.open(path)).status, 502, path);
  assert.equal((await app.open('/profile')).status, 200);
});

test('P80 a token with too narrow a scope leads to a page that says what this site may not see, and logs nobody out', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await setFaults(app.sandbox, [
    { fault: 'narrower-scope', route: calls.token, scope: 'volunteer:read' },
  ]);
  for (const path of paths.filter((one) => one !== '/volunteering')) {
    const page = await robin.open(app.url + path);
    assert.equal(page.status, 403, path);
    assert.match(page.text, /^We can’t show you this page .* You’re still logged in/);
  }
  assert.equal((await robin.open(`${app.url}/volunteering`)).status, 200);
  assert.equal((await robin.open(`${app.url}/profile`)).status, 200);
});

test('a credential that is no longer accepted is a 502 page after one renewal, and logs nobody out', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await setFaults(app.sandbox, [
    { fault: 'expired-token', route: 'GET /api/v0/users/{id}/registration' },
  ]);
  assert.equal((await robin.open(`${app.url}/badge-name`)).status, 502);
  const asked = app.sandbox.calls.filter(({ path }) => path.endsWith('/registration'));
  assert.deepEqual(
    asked.map(({ status }) => status),
    [401, 401],
  );
  await setFaults(app.sandbox, []);
  assert.equal((await robin.open(`${app.url}/badge-name`)).status, 200);
});
