// What a monitor has the platform asked, and which answers mean that a login would fail.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import { createLoginProbe } from '../../src/doctor/login-probe.ts';
import { causeFields } from '../../src/log/causes.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/good-settings.ts';
import { listen } from '../support/listen.ts';

function probeOf(CONVENTION_URL: string, settings: Record<string, string> = {}) {
  const config = readConfig({ ...goodSettings, CONVENTION_URL, ...settings });
  return createLoginProbe({ config, deadlineMs: 5000, now: Date.now });
}

const codeOf = (probe: () => Promise<void>) =>
  probe().then(
    () => undefined,
    (error) => causeFields(error, 'login-unavailable').code,
  );

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** A platform with one answer at its API, and one at its token endpoint. */
async function startPlatform(t: TestContext, { api, token }: { api: Answer; token: Answer }) {
  const server = createServer((req, res) => {
    const { status, body, headers } = req.method === 'POST' ? token : api;
    res.writeHead(status, headers).end(body);
  });
  return listen(t, server);
}

test('all is well with the sandbox, with its addresses in the settings or published', async (t) => {
  const clientSecret = goodSettings.OAUTH_CLIENT_SECRET;
  const redirectUris = ['http://localhost/login/callback'];
  const { url, close } = await startSandbox({ clientSecret, redirectUris });
  t.after(close);
  await probeOf(url)();
  await probeOf(url, { OAUTH_ISSUER: url })();
  const OAUTH_CLIENT_SECRET = 'not-what-the-platform-has';
  assert.equal(await codeOf(probeOf(url, { OAUTH_CLIENT_SECRET })), 'platform-client');
});

const json = '{"errors":{}}';
const unasked = { status: 401, body: json };
const refusedCode = { status: 400, body: '{"error":"invalid_grant"}' };

test('any refusal of a code that does not exist will do, and any refusal of a request without a token', async (t) => {
  for (const answers of [
    { api: unasked, token: refusedCode },
    { api: { status: 403, body: json }, token: refusedCode },
    { api: unasked, token: { status: 400, body: '{"errors":{"logic":{"code":1}}}' } },
    { api: unasked, token: { ...refusedCode, status: 401 } },
    { api: unasked, token: { ...refusedCode, status: 403 } },
  ])
    await probeOf(await startPlatform(t, answers))();
});

test('what else comes has the cause that a login would have', async (t) => {
  const html = '<p>Checking your connection</p>';
  for (const [answers, code] of [
    [{ api: { status: 500, body: json } }, 'platform-error'],
    [{ api: { status: 403, body: html } }, 'platform-refuses'],
    [{ api: { status: 200, body: html } }, 'platform-answer'],
    [{ token: { status: 503, body: html } }, 'platform-error'],
    [{ token: { status: 429, body: html } }, 'platform-slow-down'],
    [{ token: { status: 403, body: html } }, 'platform-refuses'],
    [{ token: { status: 400, body: html } }, 'platform-answer'],
    [{ token: { status: 401, body: json } }, 'platform-client'],
    [{ token: { status: 400, body: '{"error":"unauthorized_client"}' } }, 'platform-client'],
  ] as const) {
    const url = await startPlatform(t, { api: unasked, token: refusedCode, ...answers });
    assert.equal(await codeOf(probeOf(url)), code, JSON.stringify(answers));
  }
  const nothing = await startPlatform(t, { api: { status: 404 }, token: refusedCode });
  assert.equal(await codeOf(probeOf(nothing, { OAUTH_ISSUER: nothing })), 'platform-answer');
});

test('the error says how long to wait', async (t) => {
  const token = { status: 429, body: '', headers: { 'retry-after': '30' } };
  const probe = probeOf(await startPlatform(t, { api: unasked, token }));
  await assert.rejects(probe, { retryAfter: 30, answered: 429 });
});
