import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { checkPlatform } from '../../src/checks/platform.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { listen } from '../support/machine/listen.ts';

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
  readonly token?: Answer | ((form: URLSearchParams) => Answer);
  readonly authorize?: Authorize | ((query: URLSearchParams) => Authorize);
}

/**
 * The error code in the redirect from the authorization endpoint, or the status of a response
 * without a redirect.
 */
type Authorize = string | number;

async function startPlatform(t: TestContext, responses: Answers) {
  const { api = unasked, token = refusedCode, authorize = 200 }: Answers = responses;
  const tokenAnswer = (form: string): Answer =>
    typeof token === 'function' ? token(new URLSearchParams(form)) : token;
  const server = createServer(async (req, res) => {
    const { pathname, searchParams: query } = new URL(req.url ?? '', 'http://localhost');
    if (pathname !== '/oauth/authorize') {
      const { status, body, type } = req.method === 'POST' ? tokenAnswer(await text(req)) : api;
      const headers = { ...(type && { 'content-type': type }) };
      return void res.writeHead(status, headers).end(body);
    }
    const response = typeof authorize === 'function' ? authorize(query) : authorize;
    if (typeof response === 'number') return void res.writeHead(response).end();
    const location = `${query.get('redirect_uri')}?error=${response}`;
    res.writeHead(303, { location }).end();
  });
  return listen(t, server);
}

test('the sandbox causes no findings, with its URLs in the settings or discovered', async (t) => {
  const clientSecret = goodSettings.OAUTH_CLIENT_SECRET;
  const redirectUris = ['http://localhost/login/callback'];
  const { url, close } = await startSandbox({
    clients: [{ id: 'lanyard', secret: clientSecret }],
    redirectUris,
  });
  t.after(close);
  assert.equal(await codeAt(url), undefined);
  assert.equal(await codeAt(url, { OAUTH_ISSUER: url }), undefined);
  const OAUTH_CLIENT_SECRET = 'not-what-the-platform-has';
  assert.equal(await codeAt(url, { OAUTH_CLIENT_SECRET }), 'platform-client');
});

test('any rejection of an unknown code is fine, as is any rejection of a request without a token, and of a login without a page', async (t) => {
  for (const responses of [
    {},
    { api: { status: 403, body: json } },
    { token: { status: 400, body: '{"errors":{"logic":{"code":1}}}' } },
    { token: { ...refusedCode, status: 401 } },
    { token: { ...refusedCode, status: 403 } },
    { authorize: 'login_required' },
    { authorize: (query) => (query.has('prompt') ? 'invalid_request' : 200) },
    // A bot shield may respond to the probe with this status, although browsers get through.
    { authorize: 403 },
  ] satisfies Answers[])
    assert.equal(
      await codeAt(await startPlatform(t, responses)),
      undefined,
      JSON.stringify(responses),
    );
});

test('any other response has the cause that a login would have', async (t) => {
  const html = '<p>Checking your connection</p>';
  for (const [responses, code] of [
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
    [{ authorize: 'invalid_request' }, 'platform-request'],
    [{ authorize: 'unauthorized_client' }, 'platform-client'],
    [{ authorize: 'login_required&iss=https://elsewhere.example' }, 'platform-name'],
    [{ authorize: 502 }, 'platform-error'],
  ] as const) {
    const url = await startPlatform(t, responses);
    assert.equal(await codeAt(url), code, JSON.stringify(responses));
  }
  const nothing = await startPlatform(t, { api: { status: 404 } });
  assert.equal(await codeAt(nothing, { OAUTH_ISSUER: nothing }), 'platform-answer');
});

async function wrongAt(url: string, settings: Record<string, string> = {}, isThorough = true) {
  const config = readConfig({ ...goodSettings, CONVENTION_URL: url, ...settings });
  const findings = await checkPlatform({ config, deadlineMs: 5000, now: Date.now, isThorough });
  return findings.filter(({ level }) => level !== 'ok');
}

const secret = goodSettings.OAUTH_CLIENT_SECRET;
const platformError = (status: number, kind: string, message: string) => ({
  status,
  body: JSON.stringify({ errors: { [kind]: { message } } }),
});

test('a token endpoint that rejects PKCE is found by the doctor and by monitors, and OAUTH_PKCE=off is named', async (t) => {
  const rejections = [
    platformError(400, 'validation', 'Unexpected parameter.'),
    platformError(422, 'usage', 'Unknown field: code_verifier'),
    platformError(500, 'server', 'Something failed.'),
    { status: 400, body: '{"error":"invalid_request"}' },
    { status: 400, body: '<p>Bad request</p>', type: 'text/html' },
  ];
  const known = [
    refusedCode,
    platformError(400, 'authentication', 'Invalid code.'),
    platformError(400, 'validation', 'Invalid code.'),
  ];
  for (const [rejection, response] of rejections.flatMap((one) =>
    known.map((other) => [one, other] as const),
  )) {
    const url = await startPlatform(t, {
      token: (form) => (form.has('code_verifier') ? rejection : response),
    });
    for (const isThorough of [true, false]) {
      const [found, ...others] = await wrongAt(url, {}, isThorough);
      assert.equal(found?.code, 'platform-request', JSON.stringify(rejection));
      assert.match(found?.what ?? '', new RegExp(`code_verifier \\(${rejection.status}\\)`));
      assert.match(found?.fix ?? '', /^OAUTH_PKCE=off\./);
      assert.ok(others.every(({ level }) => level === 'warning'));
    }
    assert.equal(await codeAt(url, { OAUTH_PKCE: 'off' }), undefined);
  }
  const url = await startPlatform(t, {
    token: (form) =>
      platformError(401, 'authentication', form.has('code_verifier') ? 'Bad request' : 'Bad code'),
  });
  assert.equal((await wrongAt(url))[0]?.code, 'platform-request');
});

test('an authorization endpoint that rejects PKCE is found in the same way', async (t) => {
  for (const rejection of [400, 403, 500, 'invalid_request', 'server_error'] as const) {
    const authorize = (query: URLSearchParams) =>
      query.has('code_challenge') || query.has('prompt') ? rejection : 200;
    const url = await startPlatform(t, { authorize });
    const [found, ...others] = await wrongAt(url, {}, false);
    assert.equal(found?.code, 'platform-request');
    assert.match(found?.what ?? '', new RegExp(`with PKCE \\(${rejection}\\), and accepts it`));
    assert.match(found?.fix ?? '', /^OAUTH_PKCE=off\./);
    assert.deepEqual(others, []);
    assert.deepEqual(await wrongAt(url, { OAUTH_PKCE: 'off' }), []);
  }
});

test('no platform is said to reject PKCE because it requires it, because it is busy, or because its responses have ids', async (t) => {
  const references = ['7f3a', '81bc', '9d20'];
  for (const token of [
    (form: URLSearchParams) =>
      form.has('code_verifier')
        ? platformError(400, 'authentication', 'Invalid code.')
        : platformError(400, 'validation', 'code_verifier is required.'),
    (form: URLSearchParams) =>
      form.has('code_verifier')
        ? platformError(401, 'authentication', 'Invalid code.')
        : platformError(400, 'validation', 'Something is missing.'),
    ...[429, 500, 503].map(
      (status) => (form: URLSearchParams) =>
        form.has('code_verifier')
          ? platformError(400, 'validation', 'Invalid code.')
          : platformError(status, 'rateLimit', 'Slow down.'),
    ),
    () => platformError(400, 'logic', `Something failed (reference ${references.shift()}).`),
  ]) {
    const wrong = await wrongAt(await startPlatform(t, { token }));
    assert.ok(
      wrong.every(({ fix }) => !fix?.includes('OAUTH_PKCE')),
      JSON.stringify(wrong),
    );
  }
  for (const withoutPkce of ['invalid_request', 400, 503] as const) {
    const authorize = (query: URLSearchParams) =>
      query.has('code_challenge') ? 'unauthorized_client' : withoutPkce;
    const wrong = await wrongAt(await startPlatform(t, { authorize }));
    assert.deepEqual(
      wrong.map(({ code }) => code),
      ['platform-client'],
    );
  }
});

test('with errors in the platform’s own format, a wrong secret is still told from the right one', async (t) => {
  const clientFirst = (form: URLSearchParams) =>
    form.get('client_secret') === secret
      ? platformError(401, 'authentication', 'Invalid code.')
      : platformError(401, 'authentication', 'Invalid client.');
  const url = await startPlatform(t, { token: clientFirst });
  assert.deepEqual(await wrongAt(url), []);
  const [wrongSecret] = await wrongAt(url, { OAUTH_CLIENT_SECRET: 'not-what-the-platform-has' });
  assert.equal(wrongSecret?.code, 'platform-client');

  const same = await startPlatform(t, {
    token: platformError(400, 'authentication', 'Invalid request.'),
  });
  const [unclear] = await wrongAt(same);
  assert.equal(unclear?.level, 'warning');
  assert.match(
    unclear?.what ?? '',
    /same error \(400\) for a wrong secret and for an unknown code/,
  );
});

test('only the doctor guesses: a monitor sends no wrong secret and tries no single scopes', async (t) => {
  const secrets: (string | null)[] = [];
  const scopes: (string | null)[] = [];
  const url = await startPlatform(t, {
    token: (form) => {
      secrets.push(form.get('client_secret'));
      return platformError(401, 'authentication', 'Invalid code.');
    },
    authorize: (query) => {
      scopes.push(query.get('scope'));
      return 400;
    },
  });
  await wrongAt(url, {}, false);
  assert.deepEqual([...new Set(secrets)], [secret]);
  assert.equal(new Set(scopes).size, 1);
});

test('scopes that the platform rejects are named one by one, even if it also rejects PKCE', async (t) => {
  for (const rejection of [400, 'invalid_scope', 'invalid_request'] as const) {
    for (const rejectsPkce of [false, true]) {
      const authorize = (query: URLSearchParams) => {
        const isScope = /pii:phone|con:read/.test(query.get('scope') ?? '');
        const isPkce = rejectsPkce && query.has('code_challenge');
        return query.has('prompt') || isPkce || isScope ? rejection : 200;
      };
      const url = await startPlatform(t, { authorize });
      const OAUTH_SCOPES = 'pii:basic pii:email pii:phone con:read';
      const wrong = await wrongAt(url, { OAUTH_SCOPES });
      assert.deepEqual(
        wrong.map(({ code }) => code),
        [...(rejectsPkce ? ['platform-request'] : []), 'platform-scope'],
      );
      assert.match(wrong.at(-1)?.what ?? '', /with pii:phone, con:read$/);
    }
  }
});
