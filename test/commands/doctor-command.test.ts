import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import type { Finding } from '../../src/checks/finding.ts';
import { runDoctor } from '../../src/commands/doctor-command.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { readConfig } from '../../src/settings/config.ts';
import { wallClock } from '../support/app/clocks.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { certificateFromAuthority } from '../support/machine/certificate.ts';
import { freePort } from '../support/machine/free-port.ts';
import { listen } from '../support/machine/listen.ts';
import { resultOf, runProgram } from '../support/machine/program.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { startTlsProxy } from '../support/machine/tls-proxy.ts';
import { sandboxSettings } from '../support/platform/sandbox-settings.ts';
import { sharedRedis, startRedis } from '../support/redis/redis.ts';

type Settings = Record<string, string>;

async function examine(
  settings: Settings,
  more: { now?: () => number; nodeVersion?: string } = {},
) {
  const lines: string[] = [];
  const exitCode = await runDoctor(['--json'], {
    readSettings: () => readConfig(settings),
    print: (line) => lines.push(line),
    nodeVersion: '24.1.0',
    deadlineMs: 5000,
    ...more,
  });
  const findings: Finding[] = JSON.parse(lines.join(''));
  return { exitCode, findings, wrong: findings.filter(({ level }) => level !== 'ok') };
}

function assertWrong(
  { wrong, exitCode }: Awaited<ReturnType<typeof examine>>,
  expected: { level?: Finding['level']; what: RegExp; fix: RegExp },
): void {
  const { level = 'error', what, fix } = expected;
  assert.deepEqual(
    wrong.map((finding) => finding.level),
    [level],
    JSON.stringify(wrong),
  );
  const [finding] = wrong;
  assert.match(finding?.what ?? '', what);
  assert.match(finding?.fix ?? '', fix);
  assert.ok(finding?.why);
  assert.equal(exitCode, level === 'error' ? 1 : 0);
}

async function startSite(t: TestContext, { strict = false } = {}): Promise<Settings> {
  const publicUrl = `http://localhost:${await freePort()}`;
  const sandbox = await startSandbox({ redirectUris: [`${publicUrl}/login/callback`], strict });
  t.after(() => sandbox.close());
  const { url: redisUrl } = await sharedRedis();
  return {
    ...sandboxSettings({ publicUrl, sandboxUrl: sandbox.url, redisUrl }),
    PORT: new URL(publicUrl).port,
    SERVICE_SCOPES: allServiceScopes,
  };
}

test('for a missing setting, the doctor says that a line with a # does not count', async () => {
  const { CONVENTION_URL: _, ...others } = goodSettings;
  assertWrong(await examine(others), {
    what: /^CONVENTION_URL is missing$/,
    fix: /^set CONVENTION_URL: .*A line that begins with # does not count$/,
  });
});

test('a healthy site has no findings, and each part was checked', async (t) => {
  const site = await startSite(t);
  const { exitCode, findings, wrong } = await examine({ ...site, OAUTH_PROMPT_LOGIN: 'on' });
  assert.deepEqual([exitCode, wrong], [0, []]);
  const said = findings.map(({ about, what }) => `${about}: ${what}`).join('\n');
  for (const part of [
    /Settings: can be read/,
    /Redis: permits every command that Lanyard uses/,
    /Platform: is reachable at http:\/\/127/,
    /Platform: accepts OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET/,
    /Platform: accepts a login with the redirect URI http:\/\/localhost:\d+\/login\/callback/,
    /Platform: has the expected issuer name http:\/\/127\S+/,
    /Platform: grants this site registration:read, volunteer:read, vendor:read, user:read/,
    /Platform: has a dealer search/,
    /Proxy: a request to PUBLIC_URL arrives correctly/,
  ])
    assert.match(said, part);
  const redis = await sharedRedis();
  assert.deepEqual(await redis.dump(), [], 'the doctor leaves nothing in Redis');
});

test('at a strict platform, one run tells a newcomer that OAUTH_PKCE is missing, and then only what it gives up', async (t) => {
  const site = await startSite(t, { strict: true });
  const { wrong, exitCode } = await examine(site);
  assert.equal(exitCode, 1);
  assert.deepEqual(
    wrong.map(({ what }) => what.replaceAll(/ \(\d+\)/g, '')),
    [
      'its token endpoint rejects the parameter code_verifier, and accepts it without PKCE',
      'refuses to begin a login with PKCE, and accepts it without PKCE',
    ],
  );
  for (const { fix } of wrong) assert.match(fix ?? '', /^OAUTH_PKCE=off\. /);

  const known = { ...site, OAUTH_PKCE: 'off' };
  assertWrong(await examine(known), {
    level: 'warning',
    what: /^OAUTH_PKCE is off$/,
    fix: /keep OAUTH_CLIENT_SECRET secret/,
  });
  const { findings } = await examine(known);
  for (const what of [/^accepts OAUTH_CLIENT_ID and/, /^has a dealer search$/, /^grants this site/])
    assert.ok(findings.some((finding) => what.test(finding.what)));
});

test('at a strict platform, a wrong secret, redirect URI, prompt and dealer search are still distinguished', async (t) => {
  const site = { ...(await startSite(t, { strict: true })), OAUTH_PKCE: 'off', SERVICE_SCOPES: '' };
  const errorsOf = async (settings: Settings) =>
    (await examine({ ...site, ...settings })).wrong.filter(({ level }) => level === 'error');
  const [wrongSecret] = await errorsOf({ OAUTH_CLIENT_SECRET: 'not-the-secret-of-this-site' });
  assert.match(wrongSecret?.what ?? '', /^rejects OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET$/);
  const [prompt] = await errorsOf({ OAUTH_PROMPT_LOGIN: 'on' });
  assert.equal(prompt?.fix, 'OAUTH_PROMPT_LOGIN=off');
  const [wrongUri] = await errorsOf({ PUBLIC_URL: `http://localhost:${await freePort()}` });
  assert.match(wrongUri?.fix ?? '', /^register exactly this redirect URI there/);
  const [users] = await errorsOf({
    SERVICE_SCOPES: 'vendor:read',
    DEALER_SEARCH_PATH: '/api/v0/users/search',
  });
  assert.match(users?.what ?? '', /^rejects the dealer search, although it grants vendor:read$/);
});

test('at the platform, a wrong secret, redirect URI, scope, name, URL and clock are distinguished', async (t) => {
  const site = await startSite(t);
  const { CONVENTION_URL = '' } = site;
  const noService = { ...site, SERVICE_SCOPES: '' };
  const endpoints = {
    OAUTH_AUTHORIZATION_URL: `${CONVENTION_URL}/oauth/authorize`,
    OAUTH_TOKEN_URL: `${CONVENTION_URL}/api/oauth/token`,
  };
  assertWrong(await examine({ ...noService, OAUTH_CLIENT_SECRET: 'not-the-secret-of-this-site' }), {
    what: /^rejects OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET$/,
    fix: /compare both/,
  });
  const otherName = { OAUTH_ISSUER: 'http://127.0.0.1:1', ...endpoints };
  assertWrong(await examine({ ...noService, ...otherName }), {
    what: /^has the issuer name http:\/\/127\S+, but http:\/\/127\.0\.0\.1:1 is expected$/,
    fix: new RegExp(`^OAUTH_ISSUER=${CONVENTION_URL}, with OAUTH_AUTHORIZATION_URL=`),
  });
  assertWrong(await examine({ ...noService, OAUTH_ISSUER: `${CONVENTION_URL}/nothing` }), {
    what: /^publishes no endpoints at OAUTH_ISSUER/,
    fix: /OAUTH_AUTHORIZATION_URL and OAUTH_TOKEN_URL/,
  });
  assert.deepEqual((await examine({ ...noService, OAUTH_ISSUER: CONVENTION_URL })).wrong, []);
  assertWrong(await examine(noService, { now: () => wallClock('the sandbox') + 400_000 }), {
    what: /^its clock differs from this computer's by (399|40\d) seconds$/,
    fix: /NTP/,
  });
  const away = { CONVENTION_URL: `http://127.0.0.1:${await freePort()}` };
  assertWrong(await examine({ ...noService, ...away }), {
    what: /^the platform cannot be reached \(http:\/\/127.0.0.1:\d+, ECONNREFUSED\)$/,
    fix: /network or DNS fails/,
  });
});

test('a platform that is down is reported as down, with the advice to wait: no setting is blamed', async (t) => {
  const site = await startSite(t);
  const down = await startServer(t, (_req, res) => res.writeHead(503).end('maintenance'));
  const { wrong, exitCode } = await examine({ ...site, CONVENTION_URL: down });
  assert.equal(exitCode, 1);
  assert.deepEqual(
    wrong.map(({ what }) => what.replaceAll(down, '')),
    [
      'returns 503 at /api/users/current: it is down',
      'returns 503 at its token endpoint (/api/oauth/token): it is down',
      'returns 503 where a login begins: it is down',
      "issues no token for the site's service credential: the platform reports an internal error",
    ],
  );
  for (const { fix } of wrong) assert.match(fix ?? '', /^Wait: nothing is wrong on this site/);

  const discovered = { ...site, SERVICE_SCOPES: '', OAUTH_ISSUER: down };
  assertWrong(await examine(discovered), {
    what: /^returns 503 at .*\/openid-configuration: it is down$/,
    fix: /^Wait/,
  });
});

test('a redirect URI that is not registered is named in full', async (t) => {
  const site = await startSite(t);
  const elsewhere = await startSandbox({ redirectUris: ['https://foxcon.example/callback'] });
  t.after(() => elsewhere.close());
  assertWrong(await examine({ ...site, CONVENTION_URL: elsewhere.url }), {
    what: /^refuses to begin a login \(400\)$/,
    fix: new RegExp(`^register exactly this redirect URI there: ${site.PUBLIC_URL}/login/callback`),
  });
});

test('missing service scopes are also named by a platform whose errors do not say so', async (t) => {
  const site = await startSite(t);
  const platform = await startServer(t, async (req, res) => {
    const form = new URLSearchParams(await text(req));
    const isGranted = form.get('scope') === 'registration:read' || form.has('code');
    const body = isGranted
      ? { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 }
      : { errors: { access: { message: 'Something is not permitted.' } } };
    res.writeHead(isGranted ? 200 : 400, { 'content-type': 'application/json' });
    res.end(JSON.stringify(body));
  });
  const { findings } = await examine({ ...site, OAUTH_TOKEN_URL: `${platform}/token` });
  assert.ok(
    findings.some(
      ({ what }) => what === 'does not grant this site volunteer:read, vendor:read, user:read',
    ),
    JSON.stringify(findings),
  );
});

test('a dealer search that returns users, or that does not exist, is found without reading anybody’s records', async (t) => {
  const site = await startSite(t);
  const asked: { path: string; body: string }[] = [];
  let response: { status: number; body: object } = {
    status: 404,
    body: { errors: { resource: {} } },
  };
  const api = await startServer(t, async (req, res) => {
    const body = await text(req);
    if (req.method === 'POST') asked.push({ path: req.url ?? '', body });
    const { status, body: sent } = req.method === 'POST' ? response : { status: 401, body: {} };
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
  });
  const { CONVENTION_URL = '' } = site;
  const elsewhere = {
    ...site,
    CONVENTION_URL: api,
    OAUTH_ISSUER: CONVENTION_URL,
    OAUTH_AUTHORIZATION_URL: `${CONVENTION_URL}/oauth/authorize`,
    OAUTH_TOKEN_URL: `${CONVENTION_URL}/api/oauth/token`,
  };
  assertWrong(await examine(elsewhere), {
    what: /^has no dealer search where Lanyard looks for it$/,
    fix: /set DEALER_SEARCH_PATH/,
  });
  assert.deepEqual(
    asked.map(({ path }) => path),
    ['/api/v0/dealers/search', '/api/v0/users/search'],
  );
  for (const { body } of asked)
    assert.deepEqual(JSON.parse(body), { limit: 1, filter: { userIds: ['0'] } });

  response = { status: 200, body: { data: [{ id: '1001', email: 'robin@example.org' }] } };
  const pinned = { ...elsewhere, DEALER_SEARCH_PATH: '/api/v0/users/search' };
  assertWrong(await examine(pinned), {
    what: /^the dealer search returns records that are not dealers$/,
    fix: /set DEALER_SEARCH_PATH/,
  });
  response = { status: 200, body: { data: [{ id: '1', user: { id: '1001' } }] } };
  assertWrong(await examine(pinned), { what: /ignores the filter userIds/, fix: /DEALER_SEARCH/ });
  response = { status: 403, body: { errors: { access: { permissions: ['vendor:read'] } } } };
  assertWrong(await examine(pinned), { what: /rejects the dealer search/, fix: /which scope/ });
});

test('missing service scopes are named, and a rejected credential is distinguished', async (t) => {
  const site = await startSite(t);
  const platform = await startServer(t, (req, res) => grantOnly(req, res, 'registration:read'));
  assertWrong(await examine({ ...site, OAUTH_TOKEN_URL: `${platform}/token` }), {
    what: /^does not grant this site volunteer:read, vendor:read, user:read$/,
    fix: /approve them for this client, or remove them from SERVICE_SCOPES/,
  });
  const other = {
    SERVICE_CLIENT_ID: 'other',
    SERVICE_CLIENT_SECRET: 'another-secret-of-this-site',
  };
  assertWrong(await examine({ ...site, ...other }), {
    what: /^rejects the site's service credential$/,
    fix: /^compare SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET/,
  });
});

test('in Redis, the password, the ACL, the policy and its absence are distinguished', async (t) => {
  const site = await startSite(t);
  const redis = await startRedis(t);
  const with_ = (url: string) => ({ ...site, REDIS_URL: url });
  const policy = ['CONFIG', 'SET', 'maxmemory-policy'];
  await redis.command(...policy, 'allkeys-lru');
  assertWrong(await examine(with_(redis.url)), {
    level: 'warning',
    what: /^maxmemory-policy is allkeys-lru$/,
    fix: /config set maxmemory-policy noeviction/,
  });
  await redis.command(...policy, 'noeviction');
  const acl = 'ACL SETUSER lanyard on >the-password ~s:* ~x:* ~u:* ~i:* ~e:* ~p:* ~o:* +@all -zadd';
  await redis.command(...acl.split(' '));
  const asUser = redis.url.replace('//', '//lanyard:the-password@');
  assertWrong(await examine(with_(asUser)), {
    what: /^denies the command zadd$/,
    fix: /ACL SETUSER NAME \+zadd$/,
  });
  await redis.command('ACL', 'SETUSER', 'lanyard', '+zadd', 'resetkeys', '~foxcon:*');
  assertWrong(await examine(with_(asUser)), {
    what: /^Redis denies the user in REDIS_URL a command or a key$/,
    fix: /ACL SETUSER NAME ~s:\* ~x:\* /,
  });
  assertWrong(await examine(with_(asUser.replace('the-password', 'not-the-password'))), {
    what: /^Redis rejects the user name or password in REDIS_URL$/,
    fix: /REDIS_URL/,
  });
  assertWrong(await examine(with_(`redis://127.0.0.1:${await freePort()}`)), {
    what: /^Redis cannot be reached$/,
    fix: /^Start Redis, /,
  });
  assertWrong(await examine(with_(`${redis.url}/99`)), {
    what: /^Redis has no database with the number in REDIS_URL$/,
    fix: /usually 0 to 15/,
  });
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  assertWrong(await examine(with_(redis.url)), {
    level: 'warning',
    what: /^maxmemory is 0: /,
    fix: /config set maxmemory 256mb/,
  });
});

test('a proxy that says http, replaces the host or hides visitors is found, and so is a wrong TRUST_PROXY', async (t) => {
  const site = await startSite(t);
  const port = await freePort();
  const app = `http://127.0.0.1:${port}`;
  let change = (headers: IncomingHttpHeaders) => headers;
  const proxy = await startServer(t, async (req, res) => {
    const headers = change({ ...req.headers, 'x-forwarded-for': appended(req.headers) });
    const response = await fetch(app + req.url, { headers: headers as Record<string, string> });
    res.writeHead(response.status).end();
  });
  const behind = { ...site, PUBLIC_URL: proxy, HOST: '127.0.0.1', PORT: String(port) };
  const proxyFindings = async (settings: Settings) => {
    const { findings } = await examine({ ...behind, ...settings });
    return findings.filter(({ about }) => about === 'Proxy');
  };
  const whatIs = async (settings: Settings) =>
    (await proxyFindings(settings)).map(({ what, fix }) => `${what}: ${fix}`).join();
  assert.match(await whatIs({ TRUST_PROXY: '1' }), /arrives correctly/);
  assert.match(await whatIs({ TRUST_PROXY: '2' }), /trusts more proxies .*: TRUST_PROXY=1$/);
  change = (headers) => ({ ...headers, 'x-forwarded-for': `${headers['x-forwarded-for']}, ::1` });
  assert.match(await whatIs({ TRUST_PROXY: '1' }), /trusts fewer proxies .*: TRUST_PROXY=2$/);
  change = ({ 'x-forwarded-for': _left, ...headers }) => headers;
  assert.match(await whatIs({ TRUST_PROXY: '1' }), /without X-Forwarded-For.*proxy_set_header/);
  change = (headers) => ({ ...headers, 'x-forwarded-host': 'lanyard.internal' });
  assert.match(await whatIs({ TRUST_PROXY: '1' }), /replaces the host: let the proxy pass on Host/);
  change = (headers) => ({ ...headers, 'x-forwarded-proto': 'https' });
  assert.match(await whatIs({ TRUST_PROXY: '1' }), /requests arrive as https/);
  const other = await startServer(t, (_req, res) => res.writeHead(404).end());
  assert.match(
    await whatIs({ PUBLIC_URL: other }),
    /^another server responds at PUBLIC_URL \(404\)/,
  );
});

test('a site that is already running is visited instead', async (t) => {
  const app = await startApp(t);
  const site = await startSite(t);
  const running = { ...site, PUBLIC_URL: app.url, PORT: new URL(app.url).port };
  const { findings } = await examine(running);
  const about = findings.filter((finding) => finding.about === 'Proxy');
  assert.match(
    about.map(({ what }) => what).join(),
    /^the site is running, and a login redirects to/,
  );
});

test('a port that another program uses, and an IP address of another computer, are named', async (t) => {
  const site = await startSite(t);
  const other = new URL(await startServer(t, (_req, res) => res.writeHead(404).end())).port;
  assertWrong(await examine({ ...site, PORT: other, HOST: '127.0.0.1' }), {
    what: new RegExp(`^PORT ${other} is taken by another program$`),
    fix: new RegExp(`^set another PORT, or stop that program: ss -ltnp "sport = :${other}"`),
  });
  assertWrong(await examine({ ...site, HOST: '192.0.2.1' }), {
    what: /^cannot listen on 192\.0\.2\.1:\d+ \(EADDRNOTAVAIL\)$/,
    fix: /^HOST must be an IP address of this computer/,
  });
});

test('an expired certificate, and the names in a certificate for another host, are reported', async (t) => {
  const site = await startSite(t);
  for (const [certificate, what] of [
    [
      certificateFromAuthority('127.0.0.1', { validDays: [-9, -2] }),
      /the certificate of the platform has expired, or is not valid yet \(https:\S+, CERT_HAS_EXPIRED\)/,
    ],
    [
      certificateFromAuthority('127.0.0.1', { validDays: [2, 9] }),
      /the certificate of the platform has expired, or is not valid yet \(https:\S+, CERT_NOT_YET_VALID\)/,
    ],
    [
      certificateFromAuthority('reg.foxcon.example'),
      /the certificate of the platform is for a different name \(.*, it has DNS:reg\.foxcon\.example\)/,
    ],
  ] as const) {
    const server = createHttpsServer(certificate.withIntermediate, (_req, res) => res.end());
    const { port } = new URL(await listen(t, server, '127.0.0.1'));
    const NODE_EXTRA_CA_CERTS = join(temporaryFolder(t), 'root.pem');
    writeFileSync(NODE_EXTRA_CA_CERTS, certificate.root);
    const env = {
      ...{ PATH: process.env.PATH, ...site, NODE_EXTRA_CA_CERTS, SERVICE_SCOPES: '' },
      CONVENTION_URL: `https://127.0.0.1:${port}`,
    };
    const { stdout } = await resultOf(runProgram('src/doctor.ts', [], { env }));
    assert.match(stdout, what);
  }
});

test('an untrusted certificate is reported, not ignored', async (t) => {
  const site = await startSite(t);
  const proxy = await startTlsProxy(t);
  const settings = { ...site, PUBLIC_URL: proxy.url, CONVENTION_URL: proxy.url, TRUST_PROXY: '1' };
  const { wrong, exitCode } = await examine({ ...settings, SERVICE_SCOPES: '' });
  assert.equal(exitCode, 1);
  assert.match(JSON.stringify(wrong), /the certificate of the platform is self-signed/);
  assert.match(JSON.stringify(wrong), /PUBLIC_URL cannot be reached .*SELF_SIGNED/);
});

test('an old Node, a misspelt name and a removed setting are found', async (t) => {
  const site = await startSite(t);
  assertWrong(await examine(site, { nodeVersion: '18.20.0' }), {
    what: /^Node 18\.20\.0 is too old$/,
    fix: /Node 24/,
  });
  assertWrong(await examine(site, { nodeVersion: '23.1.0' }), {
    level: 'warning',
    what: /no long-term support/,
    fix: /Node 24/,
  });
  assertWrong(await examine({ ...site, OAUTH_TIMEOUT: '1' }), {
    level: 'warning',
    what: /^OAUTH_TIMEOUT is not a setting/,
    fix: /\.env\.example/,
  });
  assertWrong(await examine({ ...site, SESSION_HOURS: '24' }), {
    level: 'warning',
    what: /^SESSION_HOURS is no longer a setting and is ignored$/,
    fix: /^delete it$/,
  });
});

test('wrong settings are also findings, and then nothing else is checked', async () => {
  const { exitCode, findings } = await examine({ ...goodSettings, PORT: 'CANARY', HOST: 'a:1' });
  assert.equal(exitCode, 1);
  assert.deepEqual(
    findings.map(({ about, what }) => `${about}: ${what}`),
    ['Settings: PORT must be a whole number', 'Settings: HOST must not contain a port: set PORT'],
  );
});

test('as a command it prints the faults, their reasons and fixes, no secret, and exits with 1', async () => {
  const settings = {
    ...goodSettings,
    PORT: String(await freePort()),
    REDIS_URL: `redis://:redis-password-CANARY@127.0.0.1:${await freePort()}`,
    CONVENTION_URL: `http://127.0.0.1:${await freePort()}`,
  };
  const env = { PATH: process.env.PATH, ...settings };
  const child = runProgram('src/doctor.ts', [], { cwd: tmpdir(), env });
  const { stdout, stderr, exitCode } = await resultOf(child);
  assert.equal(exitCode, 1, stderr);
  assert.match(
    stdout,
    /^ERROR {4}Redis: Redis cannot be reached\n +Why: .*\n +Fix: {2}Start Redis/m,
  );
  assert.match(stdout, /^ERROR {4}Platform: the platform cannot be reached/m);
  assert.match(stdout, /\nErrors: 2\. Warnings: [01]\.\n$/);
  assert.equal(stderr, '');
  for (const secret of ['CANARY', settings.OAUTH_CLIENT_SECRET, settings.SESSION_SECRETS])
    assert.ok(!stdout.includes(secret));
});

test('each request from the doctor has eight seconds', async (t) => {
  const timeout = t.mock.method(AbortSignal, 'timeout');
  await runDoctor([], {
    readSettings: () => readConfig({ ...goodSettings, CONVENTION_URL: 'http://127.0.0.1:1' }),
    print: () => {},
    nodeVersion: '24.1.0',
  });
  const given = timeout.mock.calls.map(({ arguments: [ms] }) => ms);
  assert.deepEqual([...new Set(given)], [8000]);
});

test('an unknown argument prints the usage', async () => {
  const lines: string[] = [];
  const exitCode = await runDoctor(['--help'], {
    readSettings: () => assert.fail('expected no settings to be read'),
    print: (line) => lines.push(line),
    nodeVersion: '24.1.0',
  });
  assert.equal(exitCode, 2);
  assert.match(lines.join('\n'), /^node dist\/doctor\.js --json /m);
});

/** Appends 127.0.0.1, as nginx's `$proxy_add_x_forwarded_for` does. */
const appended = (headers: IncomingHttpHeaders) =>
  [headers['x-forwarded-for'], '127.0.0.1'].filter(Boolean).join(', ');

/**
 * A token endpoint that accepts every client but rejects every code, and grants only the service
 * scope `granted`.
 */
const grantOnly = async (
  req: Parameters<RequestListener>[0],
  res: Parameters<RequestListener>[1],
  granted: string,
) => {
  const form = new URLSearchParams(await text(req));
  const isService = form.get('grant_type') === 'client_credentials';
  const json = { 'content-type': 'application/json' };
  if (isService && form.get('scope') === granted) {
    const token = { access_token: 'a-token', token_type: 'Bearer', expires_in: 60 };
    return void res.writeHead(200, json).end(JSON.stringify(token));
  }
  const error = isService ? 'invalid_scope' : 'invalid_grant';
  res.writeHead(400, json).end(JSON.stringify({ error }));
};

function startServer(t: TestContext, listener: RequestListener): Promise<string> {
  return listen(t, createServer(listener), '127.0.0.1');
}
