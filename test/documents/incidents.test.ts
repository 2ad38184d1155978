// The incidents of docs/operate.md, each in turn with a real Redis or at the sandbox: the log has
// one line that names the cause, in the words of the guide.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoginUntilCallback, visitorWithSandboxLogin } from '../support/login-steps.ts';
import { setFaults } from '../support/set-faults.ts';
import { type RunningApp, startApp } from '../support/start-app.ts';
import { logIn, type Visitor, visitor } from '../support/visitor.ts';

const guide = readFileSync('docs/operate.md', 'utf8');
const [, incidents = ''] = guide.split('### What the log says');
/** What the guide says that the log says, by incident. */
const words = new Map(
  [...incidents.matchAll(/^\| ([^|]+) \| `([^`]+)` \|/gm)].map(([, incident = '', line = '']) => [
    incident,
    line.replace(/…$/, ''),
  ]),
);
/** Those of the process: test/server.test.ts. */
const ofTheProcess = ['Redis was emptied', 'Redis has another password'];
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
  const dir = mkdtempSync(join(tmpdir(), 'incidents-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
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

test('every incident of the guide was tried here, or with the process', () => {
  assert.deepEqual([...words.keys()].sort(), [...tried, ...ofTheProcess].sort());
});

/** Finishes a login of somebody whom the sandbox knows. */
async function finishLogin(who: Visitor, { url }: RunningApp): Promise<void> {
  who.cookies(url).clear();
  await who.open(await startLoginUntilCallback(who, { url, returnTo: '/profile' }));
}
