// The incidents of docs/operate.md, each in turn with a real Redis or at the sandbox: the log has
// one line that names the cause, in the words of the guide.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../support/child-app.ts';
import { freePort } from '../support/free-port.ts';
import { goodSettings } from '../support/good-settings.ts';
import { startLoginUntilCallback, visitorWithSandboxLogin } from '../support/login-steps.ts';
import { startRedis } from '../support/redis.ts';
import { isProof } from '../support/rounds.ts';
import { setFaults } from '../support/set-faults.ts';
import { type RunningApp, startApp } from '../support/start-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { logIn, type Visitor, visitor } from '../support/visitor.ts';

const guide = readFileSync('docs/operate.md', 'utf8');
const [, incidents = ''] = guide.split('### What the log says');
/** What the guide says that the log says, by incident. */
const words = new Map(
  [...incidents.matchAll(/^\| ([^`][^|]+) \| `([^`]+)` \|/gm)].map(
    ([, incident = '', line = '']) => [incident, line.replace(/…$/, '')],
  ),
);
/** Seen by test/server.test.ts. */
const ofTheProcess = ['Redis was emptied'];
const tried = new Set<string>();

/** Does what visitors do during an incident, and checks the lines about it. */
async function drill(
  incident: string,
  { app, visit }: { app: RunningApp; visit: () => Promise<unknown> },
): Promise<void> {
  tried.add(incident);
  const before = app.logLines.length;
  await visit();
  const lines = app.logLines.slice(before).filter((line) => JSON.parse(line).cause);
  assert.equal(lines.length, 1, `${incident}: one line\n${lines.join('\n')}`);
  assert.equal(JSON.parse(lines[0] ?? '').cause, words.get(incident), incident);
}

test('an incident of Redis is named in one line: full, its disk, no permission, frozen, away', async (t) => {
  const dir = temporaryFolder(t);
  const app = await startApp(t, {
    ownRedis: true,
    redisArgs: ['--dir', dir],
    redisDeadlineMs: 300,
  });
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const visit = () => finishLogin(robin, app);
  const redis = (...command: string[]) => app.redis.command(...command);

  await redis('CONFIG', 'SET', 'maxmemory', '1');
  await drill('Redis is full', { app, visit });
  await redis('CONFIG', 'SET', 'maxmemory', '0');

  rmSync(dir, { recursive: true });
  await redis('CONFIG', 'SET', 'save', '3600 1');
  await redis('BGSAVE');
  while (String(await redis('INFO', 'persistence')).includes('bgsave_in_progress:1'))
    await sleep(5);
  await drill('Redis cannot save', { app, visit });
  await redis('CONFIG', 'SET', 'save', '');

  await redis('ACL', 'SETUSER', 'default', '-set');
  await drill('The ACL of Redis forbids something', { app, visit });
  await redis('ACL', 'SETUSER', 'default', '+@all');

  app.redis.process.kill('SIGSTOP');
  await drill('Redis is frozen', { app, visit: () => robin.open(`${app.url}/login`) });
  app.redis.process.kill('SIGKILL');
  await once(app.redis.process, 'exit');
  await drill('Redis is away', { app, visit: () => robin.open(`${app.url}/login`) });
});

test('an incident of the platform is named in one line: 401, 429, slow, away, secret, iss', async (t) => {
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

  await faulty({ fault: 'html', status: 429 }, () =>
    drill('The platform says 429', { app, visit: openProfile }),
  );
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
  /** Whether only a new connection notices. */
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
    name: 'Redis has another password',
    begin: 'CONFIG SET requirepass another-password',
    end: 'CONFIG SET requirepass ',
    atConnection: true,
  },
];

/** In milliseconds. */
const mustBeSeenWithin = 15_000;

test('what keeps Redis from storing a login is seen by monitor, metrics and log, without a visitor', async (t) => {
  const redis = await startRedis(t);
  const [url, metricsPort] = [`http://localhost:${await freePort()}`, String(await freePort())];
  const server = await startChild(t, {
    file: 'test/support/server-process.ts',
    env: {
      ...goodSettings,
      PUBLIC_URL: url,
      PORT: new URL(url).port,
      METRICS_PORT: metricsPort,
      REDIS_URL: redis.url,
      // The shipped time between two looks takes a minute here.
      SERVER_OPTIONS: JSON.stringify(isProof ? {} : { redisWatchMs: 100 }),
    },
    ready: ['Lanyard is up', 'the metrics are up'],
  });
  const see = () => seeWithoutVisitor({ url, metricsPort, output: server.output });

  for (const { name, begin, end, atConnection } of incidentsOfRedis) {
    tried.add(name);
    const start = performance.now();
    const cause = words.get(name) ?? '';
    const before = (await see()).causes.length;
    const isSeen = ({ monitor, gauge, causes }: Seen) =>
      monitor.status === 503 &&
      monitor.cause === cause &&
      gauge === 0 &&
      causes.slice(before).includes(cause);
    const run = (command: string) => redis.command(...command.split(' '));

    await run(begin);
    if (atConnection) await redis.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    let seen = await see();
    while (!isSeen(seen) && performance.now() - start < mustBeSeenWithin) {
      await sleep(20);
      seen = await see();
    }
    assert.ok(isSeen(seen), `${name}: ${JSON.stringify(seen)}\n${server.output()}`);
    await run(end);
    while ((seen.monitor.status !== 200 || seen.gauge !== 1) && server.output()) {
      await sleep(20);
      seen = await see();
    }
    const said = seen.causes.slice(before).filter((each) => each === cause);
    assert.equal(said.length, 1, `${name}: once`);
  }
});

interface Seen {
  readonly monitor: { readonly status: number; readonly cause: string | undefined };
  readonly gauge: number;
  /** Of the lines of the log so far. */
  readonly causes: readonly string[];
}

async function seeWithoutVisitor(at: {
  url: string;
  metricsPort: string;
  output: () => string;
}): Promise<Seen> {
  const monitor = await fetch(`${at.url}/readyz?write`);
  const metrics = await (await fetch(`http://127.0.0.1:${at.metricsPort}/metrics`)).text();
  const lines = at.output().split('\n').filter(Boolean);
  return {
    monitor: { status: monitor.status, cause: (await monitor.json()).cause },
    gauge: Number(/^lanyard_redis_writable (\d)$/m.exec(metrics)?.[1]),
    causes: lines.flatMap((line) => (line.endsWith('}') ? (JSON.parse(line).cause ?? []) : [])),
  };
}

test('every incident of the guide was tried here, or with the process', () => {
  assert.deepEqual([...words.keys()].sort(), [...tried, ...ofTheProcess].sort());
});

/** Finishes a login of somebody whom the sandbox knows. */
async function finishLogin(who: Visitor, { url }: RunningApp): Promise<void> {
  who.cookies(url).clear();
  await who.open(await startLoginUntilCallback(who, { url, returnTo: '/profile' }));
}
