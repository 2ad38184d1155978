// The production server and the doctor behind a proxy for outgoing connections.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startSandbox } from '../../src/sandbox/app.ts';
import { allServiceScopes } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { startChild } from '../support/machine/child-app.ts';
import { freePort } from '../support/machine/free-port.ts';
import { startOutgoingProxy } from '../support/machine/outgoing-proxy.ts';
import { resultOf, runProgram } from '../support/machine/program.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { sandboxSettings } from '../support/platform/sandbox-settings.ts';
import { sharedRedis } from '../support/redis/redis.ts';

/** Visitors reach the platform directly. The server and the doctor use the proxy. */
async function startSite(t: TestContext) {
  const publicUrl = `http://localhost:${await freePort()}`;
  const sandbox = await startSandbox({ redirectUris: [`${publicUrl}/login/callback`] });
  t.after(() => sandbox.close());
  const proxy = await startOutgoingProxy(t, sandbox.url);
  const { url: redisUrl } = await sharedRedis();
  const env = {
    ...sandboxSettings({ publicUrl, sandboxUrl: proxy.platformUrl, redisUrl }),
    PATH: process.env.PATH ?? '',
    PORT: new URL(publicUrl).port,
    OAUTH_ISSUER: sandbox.url,
    OAUTH_AUTHORIZATION_URL: `${sandbox.url}/oauth/authorize`,
    OAUTH_TOKEN_URL: `${proxy.platformUrl}/api/oauth/token`,
    SERVICE_SCOPES: allServiceScopes,
    SERVER_OPTIONS: JSON.stringify({ platformCacheMs: 0 }),
    HTTP_PROXY: proxy.url,
    NO_PROXY: new URL(publicUrl).host,
  };
  return { publicUrl, proxy, env };
}

test('P86 with NODE_USE_ENV_PROXY, a login, its records and the doctor go through the proxy, and nothing goes past it', async (t) => {
  const { publicUrl, proxy, env } = await startSite(t);
  const cwd = temporaryFolder(t, { '.env': 'NODE_USE_ENV_PROXY=1' });
  const server = await startChild(t, { file: 'src/server.ts', cwd, env, ready: 'Lanyard is up' });
  const page = await logIn(visitor(), `${publicUrl}/profile`, { as: 'stan' });
  assert.equal(page.status, 200);
  assert.match(page.html, /Stan/);
  assert.ok(proxy.tunnels > 0);
  const doctor = () => resultOf(runProgram('src/doctor.ts', [], { cwd, env }));
  const healthy = await doctor();
  assert.match(healthy.stdout, /^ok +Platform: accepts OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET$/m);
  assert.match(healthy.stdout, /^ok +Proxy: the site is running, and a login redirects/m);
  assert.doesNotMatch(healthy.stdout, /is set but ignored/);

  proxy.status = 407;
  const away = 'the proxy for outgoing connections does not connect to the platform';
  const sick = await doctor();
  assert.ok(sick.stdout.includes(`${away} (${proxy.platformUrl}, 407)`), sick.stdout);
  assert.match(sick.stdout, /407 or 401: correct the user and password in HTTPS_PROXY/);
  for (const text of [server.output(), healthy.stdout, sick.stdout, sick.stderr])
    assert.doesNotMatch(text, /CANARY/);
});

test('P86 a proxy that refuses is the cause in the log and for the monitor, not the platform', async (t) => {
  const { publicUrl, proxy, env } = await startSite(t);
  proxy.status = 502;
  const server = await startChild(t, {
    file: 'test/support/machine/server-process.ts',
    env: { ...env, NODE_USE_ENV_PROXY: '1' },
    ready: 'Lanyard is up',
  });
  const who = visitor();
  const page = await logIn(who, `${publicUrl}/profile`, { as: 'stan' });
  assert.equal(page.status, 502);
  const readiness = await who.request(`${publicUrl}/readyz?login`);
  assert.match(await readiness.text(), /"code":"platform-proxy"/);
  const line = server
    .output()
    .split('\n')
    .find((each) => each.includes('Exchange code'));
  assert.match(line ?? '', /"answered":502/);
  assert.match(line ?? '', /"code":"platform-proxy"/);
  assert.doesNotMatch(server.output(), /CANARY|cannot be reached/);
});
