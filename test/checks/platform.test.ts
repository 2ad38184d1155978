import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import { checkPlatform } from '../../src/checks/platform.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/good-settings.ts';
import { listen } from '../support/listen.ts';

test('a clock that is off by a minute is a warning, and by over five minutes an error', async (t) => {
  const platformTime = Date.parse('2027-07-02T12:00:00Z');
  const server = createServer((_request, response) => {
    response.writeHead(401, { date: new Date(platformTime).toUTCString() }).end();
  });
  const CONVENTION_URL = await listen(t, server, '127.0.0.1');
  const config = readConfig({ ...goodSettings, CONVENTION_URL });
  for (const [ms, level] of [
    [59_999, undefined],
    [60_000, 'warning'],
    [300_000, 'warning'],
    [300_001, 'error'],
  ] as const) {
    for (const now of [platformTime + ms, platformTime - ms]) {
      const findings = await checkPlatform({ config, deadlineMs: 5000, now: () => now });
      const found = findings.find(({ what }) => what.startsWith('its clock differs'));
      assert.equal(found?.level, level, `${ms} ms`);
    }
  }
});

async function codeAt(CONVENTION_URL: string, settings: Record<string, string> = {}) {
  const config = readConfig({ ...goodSettings, CONVENTION_URL, ...settings });
  const findings = await checkPlatform({ config, deadlineMs: 5000, now: Date.now });
  return findings.find(({ code }) => code)?.code;
}

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly type?: string;
}

const json = '{"errors":{}}';
const unasked = { status: 401, body: json };
const refusedCode = { status: 400, body: '{"error":"invalid_grant"}' };

interface Answers {
  readonly api?: Answer;
  readonly token?: Answer;
  /**
   * The error code in the redirect from the authorization endpoint, or the status of a response
   * without a redirect.
   */
  readonly authorize?: string | number;
}

async function startPlatform(t: TestContext, answers: Answers) {
  const { api = unasked, token = refusedCode, authorize = 200 }: Answers = answers;
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://localhost');
    if (url.pathname !== '/oauth/authorize') {
      const { status, body, type }: Answer = req.method === 'POST' ? token : api;
      const headers = { ...(type && { 'content-type': type }) };
      return void res.writeHead(status, headers).end(body);
    }
    if (typeof authorize === 'number') return void res.writeHead(authorize).end();
    const location = `${url.searchParams.get('redirect_uri')}?error=${authorize}`;
    res.writeHead(303, { location }).end();
  });
  return listen(t, server);
}

test('the sandbox causes no findings, with its URLs in the settings or discovered', async (t) => {
  const clientSecret = goodSettings.OAUTH_CLIENT_SECRET;
  const redirectUris = ['http://localhost/login/callback'];
  const { url, close } = await startSandbox({ clientSecret, redirectUris });
  t.after(close);
  assert.equal(await codeAt(url), undefined);
  assert.equal(await codeAt(url, { OAUTH_ISSUER: url }), undefined);
  const OAUTH_CLIENT_SECRET = 'not-what-the-platform-has';
  assert.equal(await codeAt(url, { OAUTH_CLIENT_SECRET }), 'platform-client');
});

test('any rejection of an unknown code is fine, as is any rejection of a request without a token, and of a login without a page', async (t) => {
  for (const answers of [
    {},
    { api: { status: 403, body: json } },
    { token: { status: 400, body: '{"errors":{"logic":{"code":1}}}' } },
    { token: { ...refusedCode, status: 401 } },
    { token: { ...refusedCode, status: 403 } },
    { authorize: 'login_required' },
    { authorize: 'invalid_request' },
    // A bot shield may respond to the probe with this status, although browsers get through.
    { authorize: 403 },
  ])
    assert.equal(await codeAt(await startPlatform(t, answers)), undefined, JSON.stringify(answers));
});

test('any other response has the cause that a login would have', async (t) => {
  const html = '<p>Checking your connection</p>';
  for (const [answers, code] of [
    [{ api: { status: 500, body: json } }, 'platform-error'],
    [{ api: { status: 403, body: html } }, 'platform-refuses'],
    [{ api: { status: 200, body: html } }, 'platform-answer'],
    [{ api: { status: 200, body: html, type: 'text/html; charset=utf-8' } }, 'platform-web-page'],
    [{ api: { status: 302 } }, 'platform-web-page'],
    [{ token: { status: 307 } }, 'platform-web-page'],
    [{ token: { status: 503, body: html } }, 'platform-error'],
    [{ token: { status: 429, body: html } }, 'platform-slow-down'],
    [{ token: { status: 403, body: html } }, 'platform-refuses'],
    [{ token: { status: 400, body: html } }, 'platform-answer'],
    [{ token: { status: 401, body: json } }, 'platform-client'],
    [{ token: { status: 400, body: '{"error":"unauthorized_client"}' } }, 'platform-client'],
    [{ authorize: 'invalid_scope' }, 'platform-scope'],
    [{ authorize: 'unauthorized_client' }, 'platform-client'],
    [{ authorize: 'login_required&iss=https://elsewhere.example' }, 'platform-name'],
    [{ authorize: 502 }, 'platform-error'],
  ] as const) {
    const url = await startPlatform(t, answers);
    assert.equal(await codeAt(url), code, JSON.stringify(answers));
  }
  const nothing = await startPlatform(t, { api: { status: 404 } });
  assert.equal(await codeAt(nothing, { OAUTH_ISSUER: nothing }), 'platform-answer');
});
