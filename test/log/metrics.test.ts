import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import { createApp } from '../../src/app.ts';
import { knownCauses } from '../../src/log/causes.ts';
import { createMetrics } from '../../src/log/metrics.ts';
import { createMemoryKeys, type KeyStore, LoginError } from '../../src/login/login.ts';
import { createAppServer } from '../../src/server/app-server.ts';
import { createMetricsServer } from '../../src/server/metrics-server.ts';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { sendRaw } from '../support/app/raw-request.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { listen } from '../support/machine/listen.ts';
import { setFaults } from '../support/platform/set-faults.ts';

const callbackPath = '/login/callback';
const methods: readonly string[] = METHODS.filter((method) => method !== 'CONNECT');

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

test('a Redis error is counted by its cause, and rethrown', async () => {
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

test('an invented method, outcome or code has no label of its own', async () => {
  const metrics = createMetrics({ callbackPath });
  const page = { problem: undefined, code: 'CANARY', outcome: 'CANARY' };
  const answered = { route: callbackPath, status: 404, ms: 1, ...page };
  for (const method of ['BREW', 'CANARY']) metrics.countRequest({ ...answered, method });
  const { lineOf, text } = await read(metrics);
  const requests = 'lanyard_request_duration_seconds_count';
  assert.equal(lineOf(`${requests}{method="other",route="${callbackPath}",status="404"}`), '2');
  assert.equal(lineOf('lanyard_logins_total{outcome="other"}'), '2');
  assert.equal(lineOf('lanyard_error_pages_total{code="unknown"}'), '2');
  assert.doesNotMatch(text, /CANARY/);
});

type OddRequest = readonly [target: string, method?: string, host?: string];

/** Each kind of odd request. `n` varies the request. */
const oddRequests: readonly ((n: number) => OddRequest)[] = [
  (n) => [inCapitals('/accessibility', n)],
  (n) => [inCapitals('/sharing/download', n)],
  (n) => [`${inCapitals('/sharing/forget', n)}/`, 'POST'],
  (n) => [inCapitals('/link-kit/qr.svg', n)],
  (n) => [inCapitals('/healthz', n)],
  (n) => [inCapitals('/login/callback', n), 'POST'],
  (n) => [`/login/callback/?code=x&cookies=set&state=${n}&error=error-${n}`],
  (n) => [`/profile${'/'.repeat(1 + n)}`],
  (n) => [`/profile?x=${n}`, methods[n % methods.length] ?? 'GET'],
  (n) => [`http://${n}.example/nowhere/${n}`],
  (n) => [inCapitals('/privacy', n), 'HEAD', `${n}.example`],
];

/** Capitalises the letters whose bits are set in `n`. */
function inCapitals(path: string, n: number): string {
  return [...path].map((char, at) => ((n >> at) & 1 ? char.toUpperCase() : char)).join('');
}

test('1,496 odd requests, from nobody, add no series to the metrics and no route to the log', async (t) => {
  const metrics = createMetrics({ callbackPath });
  const { app, logLines } = createAppAlone({
    createApp: (dependencies) => createApp({ ...dependencies, metrics }),
  });
  const site = await listen(t, createAppServer({}, app), '127.0.0.1');
  const send = (from: number, to: number) =>
    sendAll(
      site,
      Array.from({ length: to - from }, (_, index) =>
        oddRequests.map((request) => request(from + index)),
      ).flat(),
    );
  const series = async () => (await read(metrics)).text.match(/^lanyard_[^ ]*/gm);
  await send(0, methods.length);
  const before = await series();
  await send(methods.length, 4 * methods.length);
  assert.deepEqual(await series(), before);
  const routes = logLines.flatMap((line) => JSON.parse(line).route ?? []);
  const known = ['-', '/accessibility', callbackPath, '/sharing/forget'];
  assert.deepEqual([...new Set(routes)].sort(), known);
});

/** Sends the requests on one connection, and resolves when all responses have arrived. */
async function sendAll(site: string, requests: readonly OddRequest[]): Promise<void> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const lines = requests.map(
    ([target, method = 'GET', host = hostname]) =>
      `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\n\r\n`,
  );
  socket.end(lines.join(''));
  let received = 0;
  for await (const text of socket) received += text.match(/HTTP\/1\.1 \d/g)?.length ?? 0;
  assert.ok(received >= requests.length - 2, `${received} of ${requests.length}`);
}

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

test('the port responds only at an address or a local name, because any site can point its own name there', async (t) => {
  const url = await serve(t);
  const ask = async (host: string, path: string) => {
    const headers = { Host: host };
    const request = { method: 'GET', target: path, httpVersion: '1.1', headers } as const;
    const { status, body } = await sendRaw(url, request);
    return [status, body.startsWith('Use an IP address')];
  };
  const addresses = ['127.0.0.1', '10.1.2.3:9464', '[::1]', '[fe80::1]:13001'];
  const names = ['localhost', 'LOCALHOST:13001', 'lanyard:9464', 'lanyard-3001'];
  for (const host of [...addresses, ...names])
    for (const path of ['/version', '/metrics'])
      assert.deepEqual(await ask(host, path), [200, false], host);
  const inDns = ['evil.example', 'rebind.evil.example:13001', '127.0.0.1.evil.example'];
  const odd = ['evil.example.', 'localhost.evil.example', '1.evil', 'a.b:80'];
  for (const host of [...inDns, ...odd])
    for (const path of ['/version', '/metrics', '/'])
      assert.deepEqual(await ask(host, path), [421, true], host);
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
