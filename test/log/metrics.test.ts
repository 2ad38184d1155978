import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { knownCauses } from '../../src/log/causes.ts';
import { createMetrics } from '../../src/log/metrics.ts';
import { createMemoryKeys, type KeyStore, LoginError } from '../../src/login/login.ts';
import { createMetricsServer } from '../../src/server/metrics-server.ts';
import { listen } from '../support/listen.ts';
import { setFaults } from '../support/set-faults.ts';
import { startApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

const callbackPath = '/login/callback';

test('requests are counted by route, logins by outcome, calls to the platform by operation and outcome', async (t) => {
  const metrics = createMetrics({ callbackPath });
  const app = await startApp(t, { metrics });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile?q=CANARY`, { as: 'robin' });
  await robin.open(`${app.url}/CANARY`);
  const noa = visitor();
  const consent = await noa.press(await noa.open(`${app.url}/profile`), 'noa');
  await noa.press(consent, 'Deny');
  await noa.open(`${app.url}/login/callback?code=CANARY&state=CANARY`);
  const { lineOf, text } = await read(metrics);

  assert.equal(lineOf('lanyard_logins_total{outcome="logged-in"}'), '1');
  assert.equal(lineOf('lanyard_logins_total{outcome="not-shared"}'), '1');
  assert.equal(lineOf('lanyard_logins_total{outcome="login-again"}'), '1');
  const calls = 'lanyard_platform_call_duration_seconds_count';
  assert.equal(lineOf(`${calls}{operation="Retrieve current user",outcome="ok"}`), '2');
  const requests = 'lanyard_request_duration_seconds_count';
  assert.equal(lineOf(`${requests}{method="GET",route="/profile",status="200"}`), '1');
  assert.equal(lineOf(`${requests}{method="GET",route="-",status="404"}`), '1');
  assert.match(text, /^nodejs_eventloop_lag_seconds /m);
  // Searches only the labels, because a number elsewhere may match by chance.
  const labels = (text.match(/\{.*\}/g) ?? []).join('\n');
  assert.doesNotMatch(labels, /CANARY|robin|noa|Banks|1001|127\.0\.0\.1/i);
});

test('a call that fails is counted by the kind of its error', async (t) => {
  const metrics = createMetrics({ callbackPath });
  const app = await startApp(t, { metrics });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await setFaults(app.sandbox, [{ route: 'GET /api/users/current', fault: 'html', status: 429 }]);
  await robin.request(`${app.url}/profile`);
  const { lineOf } = await read(metrics);
  const calls = 'lanyard_platform_call_duration_seconds_count';
  assert.equal(lineOf(`${calls}{operation="Retrieve current user",outcome="busy"}`), '1');
});

test('an error of Redis is counted by its cause, and passed on', async () => {
  const metrics = createMetrics({ callbackPath });
  const cause = new Error('OOM CANARY');
  const error = new LoginError('service-unavailable', { cause, code: 'redis-full' });
  const keys = metrics.countErrorsOf<KeyStore>({
    ...createMemoryKeys(),
    setIfAbsent: () => Promise.reject(error),
  });
  assert.equal(await keys.get('s:nothing'), null);
  await assert.rejects(keys.setIfAbsent('s:key', Buffer.alloc(1), 1), error);
  const { lineOf, text } = await read(metrics);
  assert.equal(lineOf('lanyard_redis_errors_total{code="redis-full"}'), '1');
  assert.doesNotMatch(text, /CANARY/);
});

test('an invented method has no label of its own', async () => {
  const metrics = createMetrics({ callbackPath });
  const page = { problem: undefined, code: undefined, outcome: undefined };
  const answered = { route: '-', status: 404, ms: 1, ...page };
  for (const method of ['BREW', 'CANARY']) metrics.countRequest({ ...answered, method });
  const { lineOf, text } = await read(metrics);
  const requests = 'lanyard_request_duration_seconds_count';
  assert.equal(lineOf(`${requests}{method="other",route="-",status="404"}`), '2');
  assert.doesNotMatch(text, /CANARY/);
});

test('a counter exists before anything happens, so that the first error is an increase', async () => {
  const { lineOf } = await read(createMetrics({ callbackPath }));
  for (const outcome of ['logged-in', 'login-unavailable', 'not-shared'])
    assert.equal(lineOf(`lanyard_logins_total{outcome="${outcome}"}`), '0', outcome);
  for (const { code } of knownCauses)
    assert.equal(lineOf(`lanyard_error_pages_total{code="${code}"}`), '0', code);
  for (const code of ['redis-full', 'redis-login', 'redis-away'])
    assert.equal(lineOf(`lanyard_redis_errors_total{code="${code}"}`), '0', code);
  assert.equal(
    lineOf('lanyard_platform_takes_logins'),
    '1',
    'the metric is 1 until a failure is known',
  );
  assert.equal(lineOf('lanyard_redis_data_losses_total'), '0');
  assert.equal(
    lineOf('lanyard_redis_writable'),
    '0',
    'the metric is 0 until a write has succeeded',
  );
});

test('the running version and its commit are a metric', async () => {
  const { text } = await read(createMetrics({ callbackPath }));
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, labels = ''] = /^lanyard_build_info\{(.*)\} 1$/m.exec(text) ?? [];
  assert.equal(labels, `version="${version}",commit="unknown",node="${process.versions.node}"`);
});

test('an error page is counted by the code of its cause', async (t) => {
  const metrics = createMetrics({ callbackPath });
  const app = await startApp(t, { metrics });
  await visitor().open(`${app.url}/CANARY`);
  await visitor().open(`${app.url}/login/callback?code=CANARY&state=CANARY`);
  const { lineOf } = await read(metrics);
  assert.equal(lineOf('lanyard_error_pages_total{code="not-found"}'), '1');
  assert.equal(lineOf('lanyard_error_pages_total{code="login-again"}'), '1');
  assert.equal(lineOf('lanyard_error_pages_total{code="defect"}'), '0');
});

test('the port has metrics and version, and nothing else', async (t) => {
  const url = await serve(t);
  const metrics = await fetch(`${url}/metrics`);
  assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain; version=/);
  const version = await (await fetch(`${url}/version`)).json();
  assert.deepEqual(Object.keys(version), ['version', 'commit', 'instance', 'node']);
  for (const path of ['/', '/profile', '/metrics/', '/version?x'])
    assert.equal((await fetch(url + path)).status, 404, path);
  assert.equal((await fetch(`${url}/metrics`, { method: 'POST' })).status, 404);
});

function serve(t: TestContext): Promise<string> {
  return listen(t, createMetricsServer(createMetrics({ callbackPath })));
}

async function read({ registry }: ReturnType<typeof createMetrics>) {
  const text = await registry.metrics();
  const lines = text.split('\n');
  const lineOf = (start: string) =>
    lines.find((line) => line.startsWith(`${start} `))?.slice(start.length + 1);
  return { text, lineOf };
}
