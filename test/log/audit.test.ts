import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { reportOperatorEnd, watchForAudit } from '../../src/log/audit.ts';
import { createLog } from '../../src/log/log.ts';
import { createMemoryKeys } from '../../src/login/login.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';

test('logins and every kind of log-out are in the audit trail, by outcome', async (t) => {
  const app = await startApp(t);
  const trail = () => app.logLines.map((line) => JSON.parse(line)).filter(({ audit }) => audit);
  const expectNew = (...expected: string[]) => {
    const fresh = trail().slice(seen);
    seen += fresh.length;
    assert.deepEqual(
      fresh.map(({ audit, outcome }) => `${audit}: ${outcome}`),
      expected,
    );
  };
  let seen = 0;

  const robin = visitor();
  await robin.press(await logIn(robin, `${app.url}/profile`, { as: 'robin' }), 'Log out');
  expectNew('login: logged-in', 'log-out: done');
  const noa = visitor();
  await noa.press(await noa.press(await noa.open(`${app.url}/profile`), 'noa'), 'Deny');
  expectNew('login: not-shared');
  await visitor().open(`${app.url}/login/callback?code=CANARY&state=CANARY`);
  expectNew('login: login-again');
  await setFaults(app.sandbox, [{ fault: 'html', status: 503, route: 'POST /api/oauth/token' }]);
  await logIn(visitor(), `${app.url}/profile`, { as: 'sam' });
  await setFaults(app.sandbox, []);
  expectNew('login: login-unavailable');

  const sam = visitor();
  const question = await logIn(sam, `${app.url}/sharing/stop?scope=pii:phone`, { as: 'sam' });
  await sam.press(question, 'Stop sharing');
  expectNew('login: logged-in', 'stop-sharing: done');
  for (const [path, button, entry] of [
    ['/sharing', 'Log out everywhere', 'log-out-everywhere: done'],
    ['/sharing/forget', 'Delete your data', 'forget-me: done'],
  ] as const) {
    const lee = visitor();
    await lee.press(await logIn(lee, app.url + path, { as: 'robin' }), button);
    expectNew('login: logged-in', entry);
  }
  for (const { requestId, msg } of trail()) assert.ok(requestId && msg);
});

const keyOf = (id: string) => ({ id, key: randomBytes(32) });

test('changed keys and log-outs by an operator are logged once, by the first instance that sees them', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const keys = createMemoryKeys();
  const [first, second] = [keyOf('k1'), keyOf('k2')];
  const sessionSecrets = ['a secret'];
  const start = (ring: [typeof first, ...(typeof first)[]], secrets = sessionSecrets) =>
    watchForAudit(keys, { log, encryptionKeys: ring, sessionSecrets: secrets });
  const newLines = () =>
    lines.splice(0).map((line) => {
      const { audit, outcome, keys: names, sessions } = JSON.parse(line);
      return [audit, outcome, names ?? sessions];
    });

  const [here, there] = [start([first]), start([first])];
  for (const look of [here, there, here]) await look();
  assert.deepEqual(newLines(), [], 'neither the first start nor a second instance is logged');
  await start([second, first])();
  assert.deepEqual(newLines(), [['keys', 'changed', ['k2', 'k1']]]);
  await start([second, first])();
  assert.deepEqual(newLines(), []);
  await start([second, first], ['another secret', 'a secret'])();
  assert.deepEqual(newLines(), [['keys', 'changed', ['k2', 'k1']]]);
  await start([keyOf('k2'), first])();
  assert.deepEqual(
    newLines(),
    [['keys', 'changed', ['k2', 'k1']]],
    'a changed key with the same name is logged',
  );

  await reportOperatorEnd(keys, 2);
  for (const look of [here, there, here]) await look();
  assert.deepEqual(newLines(), [['operator', 'ended', 2]]);
  await reportOperatorEnd(keys, 0);
  for (const look of [there, here]) await look();
  assert.deepEqual(newLines(), [['operator', 'ended', 0]]);
});

test('a log-out by an operator is in Redis for a day, and the mark of the keys for 400', async (t) => {
  const keys = createMemoryKeys();
  const { mock: added } = t.mock.method(keys, 'addToSet');
  const { mock: sets } = t.mock.method(keys, 'setIfAbsent');
  await reportOperatorEnd(keys, 2);
  const own = { encryptionKeys: [keyOf('k1')], sessionSecrets: ['a secret'] } as const;
  await watchForAudit(keys, { ...own, log: createLog('silent') })();
  const lives = [...added.calls, ...sets.calls].map(({ arguments: [, , seconds] }) => seconds);
  assert.deepEqual(lives, [86_400, 400 * 86_400, 86_400]);
});
