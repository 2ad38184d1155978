// docs/operate.md: its commands do what it says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { copyBrowser } from './support/login-steps.ts';
import { type RunningApp, startApp } from './support/start-app.ts';
import { logIn, type Visitor, visitor } from './support/visitor.ts';

const [, endAllSessions = ''] =
  /```sh\n(redis-cli[^`]*)\n```/.exec(readFileSync('docs/operate.md', 'utf8')) ?? [];

function runAsOperator(command: string, { redis }: RunningApp): void {
  const env = { ...process.env, REDIS_URL: redis.url };
  execFileSync('sh', ['-c', command], { env, stdio: 'pipe' });
}

const statusOf = async (app: RunningApp, who: Visitor) =>
  (await who.request(`${app.url}/profile`)).status;

/** Copies every session, as a backup does. Returns a function that brings them back. */
async function backUp({ redis }: RunningApp): Promise<() => Promise<void>> {
  const sessions = (await redis.dump()).map(({ key }) => key).filter((key) => /^s:/.test(key));
  for (const key of sessions) await redis.command('COPY', key, `backup of ${key}`);
  return async () => {
    for (const key of sessions) await redis.command('COPY', `backup of ${key}`, key);
  };
}

test('P24 sessions that a restored Redis has brought back are ended by the command of docs/operate.md', async (t) => {
  const app = await startApp(t);
  const [robin, sam] = [visitor(), visitor()];
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  const copy = copyBrowser(robin, app.url);
  const restore = await backUp(app);
  await robin.press(page, 'Log out');
  assert.equal(await statusOf(app, copy), 303);
  await restore();
  assert.equal(await statusOf(app, copy), 200, 'a backup brings it back: that is why');

  runAsOperator(endAllSessions, app);
  for (const who of [copy, sam]) assert.equal(await statusOf(app, who), 303);
  assert.equal((await logIn(visitor(), `${app.url}/profile`, { as: 'sam' })).status, 200);
});

test('the command of docs/operate.md that ends all sessions leaves every other key, and may find none', async (t) => {
  const app = await startApp(t);
  await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  const kept = async () => (await app.redis.dump()).map(({ key }) => key.slice(0, 2));
  assert.deepEqual(await kept(), ['i:', 's:', 'u:']);
  for (const _ of [1, 2]) runAsOperator(endAllSessions, app);
  assert.deepEqual(await kept(), ['i:', 'u:']);
});
