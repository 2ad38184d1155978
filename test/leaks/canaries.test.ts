// P45, P46: neither personal data nor secrets leak. The records and secrets here contain canaries,
// and the test causes many kinds of failures. After every test that starts the app,
// test/support/app/start-app.ts searches the app's output in the same way.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import request from 'supertest';
import { brokenStore, createAppAlone } from '../support/app/create-app-alone.ts';
import { findLeaks } from '../support/app/leaks.ts';
import { pagesWithRecordIfThere, pagesWithRecords } from '../support/app/page-paths.ts';
import { allServiceScopes, type RunningApp, startApp } from '../support/app/start-app.ts';
import { confirm, type Visitor, visitor } from '../support/app/visitor.ts';
import { type Script, sendHtml, sendJson } from '../support/platform/scripted-platform.ts';
import {
  type Answers,
  calls,
  recordsOf,
  sendBack,
  startPlatformWithRecords,
} from '../support/platform/staged-platform.ts';

const userId = 7_700_123_456_700_077;
const canaries = ['CANARY', String(userId)].map((value) => ({ what: 'a personal value', value }));
const pages = [...pagesWithRecords, ...pagesWithRecordIfThere, '/badge-name.svg'];

interface Stage {
  readonly app: RunningApp;
  readonly robin: Visitor;
  readonly records: Answers;
  readonly answers: Answers;
}

test('P45 P46 with a canary in every field and every secret, and every failure once, no canary leaks', async (t) => {
  const stage = await startStage(t);
  const printed = captureOutput(t);
  await openEveryPage(stage);
  await failEveryPage(stage);
  await failEveryLogin(stage);
  await returnStrangely(stage);
  await sendStrangeRequests(stage);
  await loseRedis(stage);

  const heard = stage.app.heard();
  const statuses = new Set(
    heard.exchanges.filter(({ server }) => server === heard.app).map(({ status }) => status),
  );
  assert.deepEqual([...statuses].sort(), [200, 303, 400, 401, 403, 404, 405, 413, 502, 503, 504]);
  assert.deepEqual(
    findLeaks({ ...heard, logLines: [...heard.logLines, ...printed()] }, canaries),
    [],
  );
});

async function startStage(t: TestContext): Promise<Stage> {
  const records = recordsOf(userId, (_text, field) => `CANARY-of-${field}`);
  const responses: Answers = { ...records, [calls.token]: grantTokens };
  const convention = await startPlatformWithRecords(t, {
    code: 'CANARY-code-of-the-login',
    answers: responses,
  });
  const settings = {
    CONVENTION_URL: convention.href,
    OAUTH_CLIENT_SECRET: 'CANARY-client-secret',
    SESSION_SECRETS: 'CANARY-session-secret-0123456789,CANARY-older-session-secret-0123456789',
    SERVICE_SCOPES: allServiceScopes,
  };
  const app = await startApp(t, { settings, deadlineMs: 2000, ownRedis: true });
  return { app, robin: visitor(), records, answers: responses };
}

async function openEveryPage({ app, robin }: Stage): Promise<void> {
  for (const path of pages) {
    const { html, status } = await robin.open(app.url + path);
    assert.match(html, /CANARY/, `${path} (${status}): attendees see their own records`);
  }
}

async function failEveryPage({ app, robin, records, answers }: Stage): Promise<void> {
  for (const failure of failures) {
    for (const call of Object.keys(records)) answers[call] = failure;
    for (const path of pages) await robin.open(app.url + path);
  }
  for (const call of Object.keys(records)) answers[call] = () => {};
  await Promise.all(pages.map((path) => robin.open(app.url + path)));
}

async function failEveryLogin({ app, answers }: Stage): Promise<void> {
  for (const failure of failures) {
    answers[calls.token] = failure;
    await visitor().open(`${app.url}/login`);
    Object.assign(answers, { [calls.token]: grantTokens, [calls.user]: failure });
    await visitor().open(`${app.url}/login`);
  }
}

async function returnStrangely({ app, records, answers }: Stage): Promise<void> {
  for (const parameters of strangeCallbacks) {
    answers[calls.authorize] = ((response, asked) =>
      sendBack(response, asked, parameters)) satisfies Script;
    await visitor().open(`${app.url}/login`);
  }
  delete answers[calls.authorize];
  Object.assign(answers, records);
}

async function loseRedis({ app, robin }: Stage): Promise<void> {
  await robin.press(await robin.open(`${app.url}/profile`), 'Log out');
  const profile = await confirm(robin, await robin.open(`${app.url}/profile`));
  app.redis.process.kill('SIGKILL');
  for (const path of [...pages, '/login']) await robin.open(app.url + path);
  await robin.press(profile, 'Log out');
}

test('P46 a defect leaves only class, code words and places in the log, at any depth of its causes', async () => {
  const response = {
    status: 500,
    headers: { authorization: 'Bearer CANARY' },
    body: '{"access_token":"CANARY"}',
  };
  const deepest = Object.assign(new TypeError('CANARY'), response);
  const cause = Object.assign(new Error('CANARY', { cause: deepest }), response);
  const { app, logLines, sessionCookie } = createAppAlone({
    keys: brokenStore(new Error('CANARY', { cause })),
  });
  const { status, text, headers } = await request(app).get('/profile').set('Cookie', sessionCookie);
  assert.equal(status, 500);
  assert.match(logLines.join(''), /"type":"TypeError"/);
  assert.doesNotMatch(text + JSON.stringify(headers) + logLines.join(''), /CANARY/);
});

const grantTokens: Script = (response, { body }) => {
  const isService = new URLSearchParams(body).get('grant_type') === 'client_credentials';
  sendJson(response, {
    access_token: isService ? 'CANARY-service-token' : 'CANARY-access-token',
    refresh_token: 'CANARY-refresh-token',
    token_type: 'bearer',
    expires_in: 3600,
  });
};

const failures: Script[] = [
  (response) =>
    sendJson(response, { errors: { authentication: { code: 2001, message: 'CANARY' } } }, 401),
  (response) =>
    sendJson(response, { errors: { access: { message: 'CANARY', permissions: ['CANARY'] } } }, 403),
  (response) =>
    sendJson(
      response,
      { error: 'invalid_grant', error_description: 'CANARY', error_uri: 'CANARY' },
      400,
    ),
  (response) =>
    sendJson(response, { error: 'CANARY of more than a word' }, 400, {
      'www-authenticate': 'CANARY',
    }),
  (response) =>
    sendJson(response, { errors: { server: { hash: 'CANARY' } } }, 500, { 'x-debug': 'CANARY' }),
  (response) =>
    sendJson(response, {
      access_token: { CANARY: 'CANARY' },
      token_type: 'CANARY',
      id: 'CANARY name',
    }),
  (response) => sendHtml(response, 503, { 'retry-after': 'CANARY', 'set-cookie': 'CANARY=CANARY' }),
  (response) =>
    response
      .writeHead(302, { location: 'https://CANARY:CANARY@portal.example/CANARY?CANARY' })
      .end('CANARY'),
  (response) => response.writeHead(500, 'CANARY').end('CANARY'),
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"CANARY'),
  (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"access_token":"CANARY');
    setTimeout(() => response.destroy(), 10);
  },
  (response) => response.destroy(),
];

const strangeCallbacks: Record<string, string>[] = [
  { error: 'access_denied', error_description: 'CANARY' },
  { error: 'server_error', error_description: 'CANARY', error_uri: 'https://CANARY.example/' },
  { error: 'CANARY of more than a word' },
  { code: 'CANARY', state: 'CANARY' },
  { code: 'CANARY', iss: 'https://CANARY.example' },
  { code: 'CANARY', id_token: 'CANARY', access_token: 'CANARY' },
  {},
];

async function sendStrangeRequests({ app: { url }, robin }: Stage): Promise<void> {
  const headers = {
    ...{
      accept: 'CANARY',
      'accept-language': 'CANARY',
      authorization: 'Bearer CANARY',
      'user-agent': 'CANARY',
    },
    ...{
      'x-forwarded-for': 'CANARY',
      'x-forwarded-host': 'CANARY',
      'x-request-id': 'CANARY, and no id',
    },
    'sec-fetch-site': 'same-origin',
  };
  for (const path of ['/', '/nowhere', '/%', ...pages]) {
    for (const method of ['GET', 'POST']) await robin.request(url + path, { method, headers });
  }
  for (const fields of [{ form_token: 'CANARY' }, { [`CANARY${'.'.repeat(20_000)}`]: 'CANARY' }]) {
    await robin.request(`${url}/logout`, {
      method: 'POST',
      headers,
      form: new URLSearchParams(fields),
    });
  }
}

function captureOutput(t: TestContext): () => string[] {
  const writes = [process.stdout, process.stderr].map(
    (stream) => t.mock.method(stream, 'write').mock,
  );
  return () => writes.flatMap((mock) => mock.calls.map(({ arguments: [text] }) => String(text)));
}
