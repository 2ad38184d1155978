// Causes real incidents in Redis and in the sandbox, one at a time. The log must state the cause of
// each, and the readiness check and the metrics must show those that affect everybody. `npm run
// proof` tries all of them, and allows only one log line for each cause.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkRedis } from '../../src/checks/redis.ts';
import { causeWithCode } from '../../src/log/causes.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { startLoginUntilCallback, visitorWithSandboxLogin } from '../support/app/login-steps.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { selfSignedCertificate } from '../support/machine/certificate.ts';
import { startChild } from '../support/machine/child-app.ts';
import { freePort } from '../support/machine/free-port.ts';
import { listen } from '../support/machine/listen.ts';
import { isProof } from '../support/machine/rounds.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { setFaults } from '../support/platform/set-faults.ts';
import { startProtectedServer } from '../support/redis/protected-redis.ts';
import { startRedis, type TestRedis } from '../support/redis/redis.ts';
import { startRedisWithTls } from '../support/redis/redis-with-tls.ts';

const codes = {
  'Redis has another password': 'redis-login',
  'Redis is full': 'redis-full',
  'Redis cannot save': 'redis-disk',
  'Redis is a replica': 'redis-replica',
  'Redis has too few replicas': 'redis-too-few-replicas',
  'The ACL of Redis forbids something': 'redis-acl',
  'Redis has too many connections': 'redis-connections',
  'Redis is in protected mode': 'redis-protected',
  'Redis has TLS, and `REDIS_URL` has not': 'redis-wants-tls',
  'Redis has no TLS, and `REDIS_URL` has': 'redis-no-tls',
  'The certificate of Redis is not trusted': 'redis-certificate-self-signed',
  'Redis is frozen': 'redis-timeout',
  'Redis is away': 'redis-away',
  'Two instances have different keys': 'keys-encryption',
  'The platform says 401': 'platform-refuses',
  'The platform says 429': 'platform-slow-down',
  'The platform is slow': 'platform-timeout',
  'The platform is broken': 'platform-error',
  'The platform gives no tokens': 'platform-error',
  'The platform is away': 'platform-away',
  'The platform refuses this server': 'platform-refuses',
  'The platform responds with something else': 'platform-answer',
  'A web page responds in place of the platform': 'platform-web-page',
  'The name of the platform is not found': 'platform-away',
  'The certificate of the platform is not trusted': 'platform-certificate-self-signed',
  'The platform has another name (`iss`)': 'platform-name',
  'The client secret is wrong': 'platform-client',
};
const words = new Map(
  Object.entries(codes).map(([incident, code]) => [incident, causeWithCode(code)?.cause]),
);
const hasTrial = new Set<string>();

async function drill(
  incident: string,
  { app, visit }: { app: RunningApp; visit: () => Promise<unknown> },
): Promise<void> {
  hasTrial.add(incident);
  const before = app.logLines.length;
  await visit();
  const lines = app.logLines.slice(before).filter((line) => JSON.parse(line).cause);
  assert.equal(lines.length, 1, `${incident}: one line\n${lines.join('\n')}`);
  assert.equal(JSON.parse(lines[0] ?? '').cause, words.get(incident), incident);
}

test('an incident at the platform is named in one line: 401, 429, slow, down, secret, iss', async (t) => {
  const app = await startApp(t, { deadlineMs: 300 });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const other = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const openProfile = () => robin.open(`${app.url}/profile`);
  const route = 'GET /api/users/current';
  const faulty = async (fault: Record<string, unknown>, run: () => Promise<void>) => {
    await setFaults(app.sandbox, [{ fault: '', route, ...fault }]);
    await run();
    await setFaults(app.sandbox, []);
  };
  const logInAgain = () => finishLogin(other, app);

  await faulty({ fault: 'html', status: 503, route: 'POST /api/oauth/token' }, () =>
    drill('The platform gives no tokens', { app, visit: logInAgain }),
  );
  const { err } = JSON.parse(app.logLines.findLast((line) => JSON.parse(line).cause) ?? '');
  assert.deepEqual([err.cause.operation, err.cause.answered], ['Exchange code', 503]);
  await faulty({ fault: 'slow', ms: 5000 }, () =>
    drill('The platform is slow', { app, visit: openProfile }),
  );
  await faulty({ fault: 'server-error' }, () =>
    drill('The platform is broken', { app, visit: openProfile }),
  );
  await faulty({ fault: 'expired-token' }, () =>
    drill('The platform says 401', { app, visit: logInAgain }),
  );
  // Must be the last fault before a restart: for five seconds after a 429, the app rejects Robin's
  // calls to this operation.
  await faulty({ fault: 'html', status: 429 }, () =>
    drill('The platform says 429', { app, visit: openProfile }),
  );

  await app.restartApp({ OAUTH_CLIENT_SECRET: 'another-secret-than-the-platform-has' });
  await drill('The client secret is wrong', { app, visit: logInAgain });
  const { url } = app.sandbox;
  await app.restartApp({
    OAUTH_ISSUER: 'https://elsewhere.example',
    OAUTH_AUTHORIZATION_URL: `${url}/oauth/authorize`,
    OAUTH_TOKEN_URL: `${url}/api/oauth/token`,
  });
  await drill('The platform has another name (`iss`)', { app, visit: logInAgain });
  await app.restartApp({});
  await app.sandbox.close();
  await drill('The platform is away', { app, visit: openProfile });
});

interface Incident {
  readonly name: string;
  readonly begin: string;
  readonly end: string;
  readonly atConnection?: boolean;
}

const incidentsOfRedis: readonly Incident[] = [
  { name: 'Redis is full', begin: 'CONFIG SET maxmemory 1', end: 'CONFIG SET maxmemory 0' },
  {
    name: 'The ACL of Redis forbids something',
    begin: 'ACL SETUSER default -set',
    end: 'ACL SETUSER default +set',
  },
  {
    name: 'Redis has too few replicas',
    begin: 'CONFIG SET min-replicas-to-write 1',
    end: 'CONFIG SET min-replicas-to-write 0',
  },
  {
    name: 'Redis is a replica',
    begin: 'REPLICAOF 127.0.0.1 1',
    end: 'REPLICAOF NO ONE',
  },
  {
    name: 'Redis has too many connections',
    begin: 'CONFIG SET maxclients 1',
    end: 'CONFIG SET maxclients 100',
    atConnection: true,
  },
  {
    name: 'Redis has another password',
    begin: 'CONFIG SET requirepass another-password',
    end: 'CONFIG SET requirepass ',
    atConnection: true,
  },
];

const mustBeSeenWithinMs = 15_000;
const pollingMs = 100;

const clientSecret = goodSettings.OAUTH_CLIENT_SECRET;
/** The sandbox accepts these URIs with any port. */
const redirectUris = ['http://localhost/login/callback'];

async function startWatchedServer(
  t: TestContext,
  settings: Record<string, string>,
): Promise<WatchedServer> {
  const [url, metricsPort] = [`http://localhost:${await freePort()}`, String(await freePort())];
  // In `npm test`, the intervals are shorter than in production, to save time, and the deadline is
  // longer, because the machine may be busy.
  const soon = { redisWatchMs: 100, platformCacheMs: 100, redisDeadlineMs: 3000 };
  const server = await startChild(t, {
    file: 'test/support/machine/server-process.ts',
    env: {
      ...goodSettings,
      ...{ PUBLIC_URL: url, PORT: new URL(url).port, METRICS_PORT: metricsPort },
      ...settings,
      SERVER_OPTIONS: JSON.stringify(isProof ? {} : soon),
    },
    ready: ['Lanyard is up', 'the metrics server is up'],
  });
  return { url, metricsPort, output: server.output };
}

interface Trial extends Pick<Incident, 'name'> {
  readonly gauge: string;
  readonly begin?: () => Promise<unknown>;
  readonly end?: () => Promise<unknown>;
}

async function seeIncident(
  server: WatchedServer,
  { name, gauge, begin, end }: Trial,
): Promise<string[]> {
  hasTrial.add(name);
  const see = () => lookAt(server, gauge);
  const cause = words.get(name) ?? '';
  const before = begin ? (await see()).causes.length : 0;
  const isSeen = (seen: Seen) =>
    seen.monitor.status === 503 &&
    seen.monitor.cause === cause &&
    seen.gauge === 0 &&
    seen.causes.slice(before).includes(cause);
  await begin?.();
  const start = performance.now();
  let seen = await see();
  while (!isSeen(seen) && performance.now() - start < mustBeSeenWithinMs) {
    await sleep(pollingMs);
    seen = await see();
  }
  assert.ok(isSeen(seen), `${name}: ${JSON.stringify(seen)}\n${server.output()}`);
  const causes = seen.causes.slice(before);
  await end?.();
  while (end && (seen.monitor.status !== 200 || seen.gauge !== 1)) {
    await sleep(pollingMs);
    seen = await see();
  }
  return causes;
}

/**
 * Each trial starts a server, which takes a second of CPU time, so `npm test` runs only the first
 * trial.
 */
function someOf<Value>(trials: Record<string, Value>): [string, Value][] {
  const all = Object.entries(trials);
  for (const [name] of all) hasTrial.add(name);
  return isProof ? all : all.slice(0, 1);
}

/**
 * Like `seeIncident`, but without visitors, whose requests add their own log lines. In `npm run
 * proof`, the log must state each cause only once.
 */
async function seeWithoutVisitors(server: WatchedServer, trial: Trial): Promise<void> {
  const causes = await seeIncident(server, trial);
  // On a busy machine, Redis may be slow and recover between two checks, so that a cause is logged
  // twice.
  if (isProof) assert.equal(new Set(causes).size, causes.length, `${trial.name}: ${causes}`);
}

test('anything that keeps Redis from storing a login is seen by monitor, metrics and log, without a visitor', async (t) => {
  const dir = temporaryFolder(t);
  const redis = await startRedis(t, undefined, { args: ['--dir', dir] });
  const sandbox = await startSandbox({
    clients: [{ id: 'lanyard', secret: clientSecret }],
    redirectUris,
  });
  t.after(() => sandbox.close());
  const settings = { REDIS_URL: redis.url, CONVENTION_URL: sandbox.url };
  const server = await startWatchedServer(t, settings);
  for (const { name, begin, end, atConnection } of incidentsOfRedis) {
    const run = (command: string) => redis.command(...command.split(' '));
    await seeWithoutVisitors(server, {
      ...{ name, gauge: 'lanyard_redis_writable', end: () => run(end) },
      async begin() {
        await run(begin);
        if (atConnection) await redis.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      },
    });
  }
  const gauge = 'lanyard_redis_writable';
  await seeWithoutVisitors(server, {
    ...{ name: 'Redis cannot save', gauge },
    begin: () => failToSave(redis, dir),
    end: () => redis.command('CONFIG', 'SET', 'save', ''),
  });
  const signal = async (name: NodeJS.Signals) => redis.process.kill(name);
  await seeWithoutVisitors(server, {
    ...{ name: 'Redis is frozen', gauge },
    begin: () => signal('SIGSTOP'),
    end: () => signal('SIGCONT'),
  });
  await seeWithoutVisitors(server, {
    name: 'Redis is away',
    gauge,
    begin: () => signal('SIGKILL'),
  });
});

test('any fault between this site and Redis is seen by monitor, metrics and log, without a visitor', async (t) => {
  const plain = await startRedis(t);
  const { tlsUrl } = await startRedisWithTls(t);
  const trials: Record<string, string> = {
    'Redis is in protected mode': await startProtectedServer(t),
    'Redis has TLS, and `REDIS_URL` has not': tlsUrl.replace('rediss:', 'redis:'),
    'Redis has no TLS, and `REDIS_URL` has': plain.url.replace('redis:', 'rediss:'),
    'The certificate of Redis is not trusted': tlsUrl,
  };
  await Promise.all(
    someOf(trials).map(async ([name, REDIS_URL]) => {
      const server = await startWatchedServer(t, { REDIS_URL });
      await seeWithoutVisitors(server, { name, gauge: 'lanyard_redis_writable' });
    }),
  );
});

/** Redis cannot save without its folder. */
async function failToSave(redis: TestRedis, dir: string): Promise<void> {
  rmSync(dir, { recursive: true });
  await redis.command('CONFIG', 'SET', 'save', '3600 1');
  await redis.command('BGSAVE');
  while (String(await redis.command('INFO', 'persistence')).includes('bgsave_in_progress:1'))
    await sleep(5);
}

interface Seen {
  readonly monitor: { readonly status: number; readonly cause: string | undefined };
  readonly gauge: number;
  readonly causes: readonly string[];
}

interface WatchedServer {
  readonly url: string;
  readonly metricsPort: string;
  readonly output: () => string;
}

async function lookAt(at: WatchedServer, gauge: string): Promise<Seen> {
  const monitor = await fetch(`${at.url}/readyz?login`);
  const metrics = await (await fetch(`http://127.0.0.1:${at.metricsPort}/metrics`)).text();
  const lines = at.output().split('\n').filter(Boolean);
  return {
    monitor: { status: monitor.status, cause: (await monitor.json()).cause },
    gauge: Number(new RegExp(`^${gauge} (\\d)$`, 'm').exec(metrics)?.[1]),
    causes: lines.flatMap((line) => (line.endsWith('}') ? (JSON.parse(line).cause ?? []) : [])),
  };
}

const gauge = 'lanyard_platform_takes_logins';

test('any fault at the platform that affects everybody is seen by monitor, metrics and log, without a visitor', async (t) => {
  const redis = await startRedis(t);
  let sandbox = await startSandbox({
    clients: [{ id: 'lanyard', secret: clientSecret }],
    redirectUris,
  });
  t.after(() => sandbox.close());
  const { url: CONVENTION_URL } = sandbox;
  const settings = { REDIS_URL: redis.url, CONVENTION_URL };
  const server = await startWatchedServer(t, settings);
  const [token, user] = ['POST /api/oauth/token', 'GET /api/users/current'];
  for (const [name, fault] of [
    ['The platform gives no tokens', { fault: 'html', status: 503, route: token }],
    ['The platform is broken', { fault: 'server-error', route: user }],
    ['The platform says 429', { fault: 'html', status: 429, route: token }],
    ['The platform refuses this server', { fault: 'html', status: 403, route: user }],
    ['The platform is slow', { fault: 'slow', ms: 20_000, route: token }],
  ] as const) {
    const begin = () => setFaults(sandbox, [fault]);
    const end = () => setFaults(sandbox, []);
    await seeWithoutVisitors(server, { name, gauge, begin, end });
  }
  const port = Number(new URL(CONVENTION_URL).port);
  await seeWithoutVisitors(server, {
    ...{ name: 'The platform is away', gauge },
    begin: () => sandbox.close(),
    async end() {
      sandbox = await startSandbox({
        clients: [{ id: 'lanyard', secret: clientSecret }],
        redirectUris,
        port,
      });
    },
  });
});

test('any fault between this site and the platform is seen by monitor, metrics and log, without a visitor', async (t) => {
  const redis = await startRedis(t);
  const sandbox = await startSandbox({
    clients: [{ id: 'lanyard', secret: 'the-secret-was-renewed-here' }],
    redirectUris,
  });
  t.after(() => sandbox.close());
  const secure = createTlsServer(selfSignedCertificate(), (_req, res) => res.end());
  const html = createServer((_req, res) => res.end('<p>Welcome</p>'));
  const portal = createServer((_req, res) => {
    res.writeHead(302, { location: 'http://portal.example/login?room=CANARY' }).end();
  });
  const well = await startSandbox({
    clients: [{ id: 'lanyard', secret: clientSecret }],
    redirectUris,
  });
  t.after(() => well.close());
  const otherName = {
    OAUTH_ISSUER: 'https://elsewhere.example',
    OAUTH_AUTHORIZATION_URL: `${well.url}/oauth/authorize`,
    OAUTH_TOKEN_URL: `${well.url}/api/oauth/token`,
  };
  const trials: Record<string, Record<string, string>> = {
    'The platform has another name (`iss`)': { CONVENTION_URL: well.url, ...otherName },
    'The client secret is wrong': { CONVENTION_URL: sandbox.url },
    'The certificate of the platform is not trusted': { CONVENTION_URL: await listen(t, secure) },
    'The name of the platform is not found': { CONVENTION_URL: 'https://platform.invalid' },
    'The platform responds with something else': { CONVENTION_URL: await listen(t, html) },
    'A web page responds in place of the platform': { CONVENTION_URL: await listen(t, portal) },
  };
  await Promise.all(
    someOf(trials).map(async ([name, settings]) => {
      const server = await startWatchedServer(t, { REDIS_URL: redis.url, ...settings });
      await seeWithoutVisitors(server, { name, gauge });
    }),
  );
});

test('two running instances with different keys are seen by monitor, log and doctor', async (t) => {
  const redis = await startRedis(t);
  const sandbox = await startSandbox({
    clients: [{ id: 'lanyard', secret: clientSecret }],
    redirectUris,
  });
  t.after(() => sandbox.close());
  const settings = { REDIS_URL: redis.url, CONVENTION_URL: sandbox.url };
  const one = await startWatchedServer(t, settings);
  const other = await startWatchedServer(t, {
    ...settings,
    ENCRYPTION_KEYS: `other:${'0123456789abcdef'.repeat(4)}`,
  });
  const name = 'Two instances have different keys';
  hasTrial.add(name);
  const see = async (code: number) => {
    for (const server of [one, other])
      while ((await lookAt(server, gauge)).monitor.status !== code) await sleep(pollingMs);
  };
  await see(503);
  for (const server of [one, other]) {
    const { monitor, causes } = await lookAt(server, gauge);
    assert.equal(monitor.cause, words.get(name));
    const named = causes.filter((cause) => cause === words.get(name));
    assert.equal(named.length, 1, 'once');
  }
  const config = readConfig({ ...goodSettings, ...settings });
  const findings = await checkRedis({ config, deadlineMs: 5000, now: Date.now });
  assert.ok(findings.some(({ what }) => what === words.get(name)));
});

test('P105 a visitor who edits the URL of a callback triggers neither the monitor nor an alert', async (t) => {
  const redis = await startRedis(t);
  const sandbox = await startSandbox({
    clients: [{ id: 'lanyard', secret: clientSecret }],
    redirectUris,
  });
  t.after(() => sandbox.close());
  const server = await startWatchedServer(t, {
    REDIS_URL: redis.url,
    CONVENTION_URL: sandbox.url,
  });
  const robin = await visitorWithSandboxLogin({ url: server.url, as: 'robin' });
  for (const edit of [
    { error: 'invalid_scope' },
    { error: 'unauthorized_client' },
    { error: 'server_error' },
    { iss: 'https://elsewhere.example' },
    { code: 'made-up' },
  ] as Record<string, string>[]) {
    robin.cookies(server.url).clear();
    const callback = await startLoginUntilCallback(robin, { ...server, returnTo: '/profile' });
    for (const [name, value] of Object.entries(edit)) callback.searchParams.set(name, value);
    assert.ok((await robin.request(callback)).status >= 400, JSON.stringify(edit));
    assert.equal((await lookAt(server, gauge)).monitor.status, 200, JSON.stringify(edit));
  }
  const metrics = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text();
  const counted = /^lanyard_error_pages_total\{code="([\w-]+)"\} [1-9]/gm;
  const codes = [...metrics.matchAll(counted)].map(([, code = '']) => code);
  assert.ok(codes.includes('platform-scope'), 'the metric counts the error from the callback');
  const alerts = readFileSync('deploy/alerts.yml', 'utf8');
  const [, start = '', ends = ''] = /code=~"([\w-]+)\(([\w|-]+)\)"/.exec(alerts) ?? [];
  for (const end of ends.split('|')) assert.ok(!codes.includes(start + end), start + end);
  assert.ok(ends && !alerts.includes('lanyard_logins_total'));
});

test('every incident has a trial', () => {
  assert.deepEqual([...words.keys()].sort(), [...hasTrial].sort());
});

async function finishLogin(
  who: Visitor,
  { url }: Pick<RunningApp, 'url'>,
  headers: Record<string, string> = {},
): Promise<void> {
  who.cookies(url).clear();
  const callback = await startLoginUntilCallback(who, { url, returnTo: '/profile', headers });
  await who.request(callback, { headers });
}
