// Sends unusual, malformed and slow requests as raw bytes. Only the test of slow requests shortens
// the server's timeouts.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { Agent, request } from 'undici';
import { appServerOptions, createAppServer } from '../../src/server/app-server.ts';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { listen } from '../support/machine/listen.ts';

const origin = 'https://attendees.testcon.example';
const settings = { PUBLIC_URL: origin, TRUST_PROXY: '1' };
const host = 'Host: attendees.testcon.example';
const tls = 'X-Forwarded-Proto: https';

async function send(app: Pick<RunningApp, 'listensAt'>, lines: readonly string[]) {
  const socket = connect(Number(new URL(app.listensAt).port), 'localhost');
  // Some connections stay open after the response, so the client closes them.
  socket.setTimeout(10_000, () => socket.end());
  socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  const [head = '', body = ''] = (await text(socket)).split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/s, 2) as [string, string]));
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

type Answer = Awaited<ReturnType<typeof send>>;

const isolation = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

function checkAnswer({ headers }: Answer, what: string): void {
  const policy = headers.get('content-security-policy') ?? '';
  assert.ok(policy.includes("default-src 'none'") && policy.includes('form-action'), what);
  assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{8}/, what);
  for (const [name, value] of Object.entries(isolation)) {
    assert.equal(headers.get(name), value, what);
  }
  assert.equal(headers.get('cache-control'), 'no-store', what);
}

function checkLog(app: RunningApp, { headers }: Answer, what: string): void {
  const id = headers.get('x-request-id') ?? '-';
  const lines = app.logLines.filter((line) => line.includes(`"${id}"`) && line.includes('"ms"'));
  assert.equal(lines.length, 1, `${what}: one line in the log`);
}

const pages: [status: number, requestLine: string, ...headers: string[]][] = [
  // In an absolute URL, only the path and the query count.
  [200, 'GET http://evil.example/accessibility HTTP/1.1'],
  [200, 'GET http://evil.example HTTP/1.1'],
  [200, 'GET HTTP://u:p@evil.example:80?x=1 HTTP/1.1'],
  [303, 'GET http://evil.example/profile HTTP/1.1'],
  [200, 'GET ftp://evil.example/privacy HTTP/1.1'],
  [404, 'GET http://evil.example//evil.example/ HTTP/1.1'],
  [404, 'GET http://[x/ HTTP/1.1'],
  [404, 'GET http://x:abc/ HTTP/1.1'],
  [404, 'GET http://x:99999/login/callback?code=x&state=x HTTP/1.1'],
  [404, 'GET http:// HTTP/1.1'],
  [404, 'GET *profile HTTP/1.1'],
  [403, 'POST http://[x/logout HTTP/1.1'],
  [404, 'GET * HTTP/1.1'],
  [404, 'OPTIONS * HTTP/1.1'],
  [404, 'GET //[x/ HTTP/1.1'],
  [404, 'GET /\\evil.example HTTP/1.1'],
  [404, 'GET /% HTTP/1.1'],
  // By default, Node handles some of these requests itself. Here, the app must handle them all.
  [200, 'GET / HTTP/1.1', 'Expect: cake'],
  [200, 'GET / HTTP/1.1', 'Upgrade: websocket', 'Connection: Upgrade'],
  [400, 'GET / HTTP/1.1', 'Host: evil.example'],
];

/**
 * Node's parser rejects these requests. The response is a short text, and the log does not mention
 * the request.
 */
const refused: typeof pages = [
  [400, 'GET profile HTTP/1.1'],
  [400, 'GET javascript:alert(1) HTTP/1.1'],
  [400, 'GET / HTTP/1.2'],
  [400, 'PRI * HTTP/2.0'],
  [400, 'GET /\u00e9 HTTP/1.1'],
  [400, 'GET / HTTP/1.1', 'Bad Header: x'],
  [400, 'POST / HTTP/1.1', 'Content-Length: x'],
  [400, 'POST / HTTP/1.1', 'Content-Length: 3', 'Transfer-Encoding: chunked'],
  [431, `GET /${'x'.repeat(20_000)} HTTP/1.1`],
  [431, 'GET / HTTP/1.1', `Cookie: ${'x'.repeat(20_000)}`],
];

test('P63 P65 every response has our headers, for any request line, and each request that is read has a line in the log', async (t) => {
  const app = await startApp(t, { settings });
  for (const [status, ...lines] of [...pages, ...refused]) {
    const what = lines.join(' ').slice(0, 60);
    const response = await send(app, [...lines, host, tls, 'Connection: close']);
    assert.equal(response.status, status, what);
    checkAnswer(response, what);
    if (response.headers.has('x-request-id')) checkLog(app, response, what);
    assert.equal(
      response.headers.has('x-request-id'),
      !refused.some((one) => one.includes(lines.at(-1) ?? '')),
      what,
    );
  }
  const withoutHost = await send(app, ['GET / HTTP/1.1', tls, 'Connection: close']);
  assert.equal(withoutHost.status, 400);
  checkAnswer(withoutHost, 'without Host');
  assert.equal((await send(app, ['GET / HTTP/1.0', tls])).status, 200);
});

/** A proxy and this site might disagree about where each of these requests ends. */
const smuggled: [status: number, what: string, ...lines: string[]][] = [
  [400, 'two lengths', 'Content-Length: 3', 'Content-Length: 30'],
  [400, 'a length and chunks', 'Content-Length: 3', 'Transfer-Encoding: chunked'],
  [400, 'chunks and another encoding', 'Transfer-Encoding: chunked, cow'],
  [400, 'an unknown encoding', 'Transfer-Encoding: xchunked'],
  [400, 'a space before the colon', 'Content-Length : 3'],
  [400, 'a folded line', 'X-Long: a', ' Content-Length: 3'],
  [400, 'a negative length', 'Content-Length: -3'],
  [400, 'a length with a sign', 'Content-Length: +3'],
  [400, 'a length in words of hexadecimal', 'Content-Length: 0x3'],
  [400, 'a bare line feed', 'X-One: a\nContent-Length: 3'],
  [400, 'a zero byte', 'X-One: a\0'],
];

test('P101 a request with an unclear end is rejected, and a request that may be hidden behind it gets no response', async (t) => {
  const app = await startApp(t, { settings });
  const hidden = ['a=b', '', 'GET /accessibility HTTP/1.1', host, tls, 'Connection: close'];
  for (const [status, what, ...lines] of smuggled) {
    const response = await send(app, ['POST / HTTP/1.1', host, tls, ...lines, '', ...hidden]);
    assert.equal(response.status, status, what);
    assert.equal(response.body.match(/HTTP\/1\.1 /g), null, `${what}: one response`);
    checkAnswer(response, what);
  }
});

test('P101 HTTP/1.0 with chunks, which older proxies forward unread, is rejected, and a request hidden behind it gets no response', async (t) => {
  const app = await startApp(t, { settings });
  const hidden = ['0', '', 'GET /accessibility HTTP/1.1', host, tls, ''];
  const response = await send(app, [
    ...['POST / HTTP/1.0', host, tls, 'Connection: keep-alive', 'Transfer-Encoding: chunked', ''],
    ...hidden,
  ]);
  assert.equal(response.status, 400);
  assert.equal(response.body.match(/HTTP\/1\.1 /g), null, 'one response');
  checkAnswer(response, 'HTTP/1.0 with chunks');
});

test('P99 a visitor with too many cookies is asked to delete them, even with many times too many', async (t) => {
  const app = await startApp(t, { settings });
  for (const length of [20_000, 2_000_000]) {
    const lines = ['GET /profile HTTP/1.1', host, tls, `Cookie: ${'x'.repeat(length)}`];
    const response = await send(app, lines);
    assert.equal(response.status, 431);
    assert.equal(response.headers.get('connection'), 'close');
    assert.match(response.body, /Delete this site's cookies in its settings/);
  }
});

test('a callback with an absolute URL is a login like any other', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  robin.cookies(app.url).clear();
  const start = await robin.request(`${app.url}/login?return_to=/profile`);
  const authorized = await robin.request(start.headers.get('location') ?? '');
  const { pathname, search } = new URL(authorized.headers.get('location') ?? '');
  const cookie = [...robin.cookies(app.url)].map((pair) => pair.join('=')).join('; ');
  const response = await send(app, [
    `GET http://evil.example:1${pathname}${search} HTTP/1.1`,
    `Host: ${new URL(app.url).host}`,
    `Cookie: ${cookie}`,
    'Connection: close',
  ]);
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/profile']);
});

test('P63 a form whose body is cut off is rejected with our headers', async (t) => {
  const app = await startApp(t, { settings });
  const chunked = ['Transfer-Encoding: chunked', 'Content-Type: application/x-www-form-urlencoded'];
  const lines = ['POST /logout HTTP/1.1', host, tls, `Origin: ${origin}`, ...chunked, '', 'ZZ'];
  const response = await send(app, lines);
  assert.equal(response.status, 400);
  checkAnswer(response, 'a broken body');
});

test('P103 unreadable data after a request ends the connection, cuts no response, and triggers no alert', async (t) => {
  const app = await startApp(t, { settings });
  const page = ['GET /accessibility HTTP/1.1', host, tls];
  const form = ['POST /language HTTP/1.1', host, tls, `Origin: ${origin}`];
  const type = 'Content-Type: application/x-www-form-urlencoded';
  for (const [statuses, lines] of [
    [['200'], [...page, '', 'garbage\r\n'.repeat(50)]],
    [['400'], [...form, type, 'Transfer-Encoding: chunked', '', 'ZZ', 'ZZ']],
    [['400'], [...form, type, 'Content-Length: 10', 'Content-Length: 11', '', 'ab']],
  ] as const) {
    const response = await send(app, lines);
    const all = `HTTP/1.1 ${response.status} ${response.body}`;
    assert.deepEqual(
      [...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      statuses,
      JSON.stringify(lines),
    );
  }
  const alarms = app.logLines.filter((line) => JSON.parse(line).level >= 40);
  assert.deepEqual(alarms, []);
});

test('P103 a response in progress is not cut off by unreadable data after its request', async (t) => {
  const server = createAppServer({}, (_req, res) => {
    res.write('begun');
    setTimeout(() => res.end(), 200);
  });
  const listensAt = await listen(t, server);
  const response = await send({ listensAt }, ['GET / HTTP/1.1', host, '', 'garbage']);
  assert.equal(response.status, 200);
  assert.equal(response.body, '5\r\nbegun\r\n0\r\n\r\n');
});

test('P63 a request that arrives too slowly gets 408 with our headers', async (t) => {
  const { app } = createAppAlone({ settings });
  const slow = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };
  const { port } = new URL(await listen(t, createAppServer(slow, app)));
  const form = ['POST /logout HTTP/1.1', host, tls, `Origin: ${origin}`, 'Content-Length: 9'];
  const type = 'Content-Type: application/x-www-form-urlencoded';
  for (const lines of [
    ['GET / HTTP/1.1', `${host}\r\nX`],
    [...form, type],
  ]) {
    const socket = connect(Number(port), 'localhost');
    socket.write(lines.join('\r\n') + (lines.length > 2 ? '\r\n\r\na' : ''));
    const answered = await text(socket);
    assert.match(answered, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(answered, /^Content-Security-Policy: default-src 'none'; .*form-action/m);
  }
});

test('P100 a client that takes 60 seconds for a response is disconnected then, and not before, whatever the request expects', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const server = createAppServer({}, () => {});
  const dropped: string[] = [];
  const begin = (name: string, event = 'request') => {
    const res = new EventEmitter();
    server.emit(event, { url: '/', socket: { destroy: () => dropped.push(name) } }, res);
    return res;
  };
  begin('slow');
  begin('odd', 'checkExpectation');
  const inTime = begin('in time');
  t.mock.timers.tick(59_999);
  assert.deepEqual(dropped, []);
  inTime.emit('close');
  t.mock.timers.tick(1);
  assert.deepEqual(dropped, ['slow', 'odd']);
});

test('an idle connection is kept for 620 seconds, longer than by any proxy', async (t) => {
  const server = createAppServer({}, (_req, res) => res.end());
  const accepted = once(server, 'connection');
  const dispatcher = new Agent();
  t.after(() => dispatcher.close());
  const { body } = await request(await listen(t, server, '127.0.0.1'), { dispatcher });
  await body.dump();
  const [socket] = (await accepted) as [Socket];
  // Newer versions of Node add a second for slow proxies.
  assert.ok([620_000, 621_000].includes(socket.timeout ?? 0), `${socket.timeout} ms`);
});

test('P100 headers have 10 seconds, requests 30, and Node checks once a second', () => {
  const server = createAppServer({}, () => {});
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [10_000, 30_000]);
  assert.equal(appServerOptions.connectionsCheckingInterval, 1000);
  server.close();
});
