// P51 P47 P63 P65 P66: requests every route with many methods and from foreign origins, as an
// anonymous visitor and as an attendee, without Redis, and with a defect in the app. Every response
// must follow the same rules.
import assert from 'node:assert/strict';
import { createServer, METHODS } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { brokenStore, createAppAlone } from '../support/app/create-app-alone.ts';
import { openPages } from '../support/app/page-paths.ts';
import { routesOf } from '../support/app/routes-of.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { fromOwnPage, logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import type { Exchange } from '../support/app/wire.ts';
import { listen } from '../support/machine/listen.ts';
import { isProof, runConcurrently } from '../support/machine/rounds.ts';
import { setFaults } from '../support/platform/set-faults.ts';

const origin = 'https://attendees.testcon.example';
const settings = {
  PUBLIC_URL: origin,
  TRUST_PROXY: '1',
  SERVICE_SCOPES: allServiceScopes,
  PICTURE_ORIGINS: 'https://pictures.testcon.example',
};
const routes = routesOf(createAppAlone({ settings }).app);
const paths = [...new Set(routes.map(({ path }) => path))];
/** Health checks respond to unsupported methods with 404, not with 405. */
const healthChecks = ['/healthz', '/readyz'];
const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const others = METHODS.filter((method) => method !== 'CONNECT' && !known.includes(method));
const foreignOrigins = [
  'null',
  'https://evil.example',
  'http://attendees.testcon.example',
  `${origin}.evil.example`,
];

test('P51 P47 P63 P65 P66 every route, in every situation', async (t) => {
  const responses = await requestEverything(t);
  const statuses = new Set(responses.map(({ status }) => status));
  assert.deepEqual([...statuses].sort(), [200, 303, 400, 401, 403, 404, 405, 429, 500, 503]);

  await t.test('P51 no response may be cached, except assets', () => checkCaching(responses));
  await t.test(
    'P47 a successful callback is a redirect, and after a failed one not even this site receives the URL again',
    () => checkReferrers(responses),
  );
  await t.test(
    'P63 every response has the one content security policy, and a picture one that allows nothing',
    () => checkContentSecurityPolicies(responses),
  );
  await t.test(
    'P65 every response keeps browsers on https and isolates them, and reveals nothing about our software',
    () => responses.forEach(checkIsolation),
  );
  await t.test('P66 no response is open to another origin, and an unknown method is 405', () =>
    responses.forEach(checkMethod),
  );
});

test('a method that a route does not accept is 405, names the accepted ones, and changes nothing', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const path of paths.filter((one) => !healthChecks.includes(one))) {
    const taken = routes.filter((route) => route.path === path).map(({ method }) => method);
    const named = new Set(taken.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])));
    const isOpen = openPages.includes(path) || path.startsWith('/log');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !named.has(one))) {
      for (const who of isOpen ? [robin, visitor()] : [robin]) {
        const response = await who.request(app.url + path, { method, headers: fromOwnPage });
        const told = [response.status, response.headers.get('allow')];
        assert.deepEqual(told, [405, [...named].join(', ')], `${method} ${path}`);
      }
    }
  }
  assert.equal((await robin.request(`${app.url}/profile`)).status, 200, 'still logged in');
});

test('P66 anything that is not an HTTP method is rejected, and a tunnel gets no response', async (t) => {
  const app = await startApp(t);
  const answerTo = (line: string) => {
    const socket = connect(Number(new URL(app.listensAt).port), 'localhost');
    socket.end(`${line}\r\nHost: localhost\r\n\r\n`);
    return text(socket);
  };
  for (const line of ['BREW / HTTP/1.1', 'get / HTTP/1.1', 'TRACK / HTTP/1.1']) {
    const response = await answerTo(line);
    assert.match(response, /^HTTP\/1\.1 400 Bad Request\r\n/, line);
    assert.match(response, /^Content-Security-Policy: /m, line);
    assert.doesNotMatch(response, /^Access-Control-/im, line);
  }
  assert.equal(await answerTo('CONNECT evil.example:443 HTTP/1.1'), '');
  assert.deepEqual(app.heard().exchanges, []);
});

const contentSecurityPolicy = [
  "base-uri 'none'",
  "connect-src 'self'",
  "default-src 'none'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' https://pictures.testcon.example",
  "manifest-src 'self'",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
];

// The saved badge and its copy for offline use contain their own styles and font.
const documentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const isolation = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function checkCaching(responses: readonly Exchange[]): void {
  for (const response of responses) {
    const isAsset = response.address.startsWith('/assets/') && response.status === 200;
    const expected = isAsset ? 'public, max-age=31536000, immutable' : 'no-store';
    assert.equal(response.answered.headers['cache-control'], expected, nameOf(response));
  }
}

function checkReferrers(responses: readonly Exchange[]): void {
  const isFailedCallback = ({ address, status }: Exchange) =>
    address.startsWith('/login/callback') && status >= 400;
  for (const response of responses) {
    const expected = isFailedCallback(response) ? 'no-referrer' : 'same-origin';
    assert.equal(response.answered.headers['referrer-policy'], expected, nameOf(response));
  }
  const callbacks = responses.filter(({ address }) => address.startsWith('/login/callback?'));
  const [success, denied] = callbacks.map(({ status, answered: { headers } }) => [
    status,
    headers.location,
  ]);
  assert.deepEqual(success, [303, '/profile']);
  assert.deepEqual(denied, [403, undefined]);
}

function checkContentSecurityPolicies(responses: readonly Exchange[]): void {
  const pictures = responses.filter(
    ({ answered, address, method, status }) =>
      String(answered.headers['content-type']).startsWith('image/svg') ||
      (address === '/kept-badge' && status === 200 && ['GET', 'HEAD'].includes(method)),
  );
  assert.ok(pictures.length > 0);
  for (const { address, answered } of pictures) {
    const sandbox = address === '/kept-badge' ? '' : '; sandbox';
    const expected = documentSecurityPolicy + sandbox;
    assert.equal(answered.headers['content-security-policy'], expected, address);
  }
  for (const response of responses.filter((one) => !pictures.includes(one))) {
    const directives = String(response.answered.headers['content-security-policy']).split(';');
    assert.deepEqual(
      directives.map((text) => text.trim()).sort(),
      contentSecurityPolicy,
      nameOf(response),
    );
  }
}

function checkIsolation(response: Exchange): void {
  const { headers } = response.answered;
  const maxAge = /^max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1];
  assert.ok(Number(maxAge) >= 365 * 24 * 3600, nameOf(response));
  for (const [name, value] of Object.entries(isolation))
    assert.equal(headers[name], value, nameOf(response));
  assert.match(
    String(headers['permissions-policy']),
    /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  );
  const revealingHeaders = Object.keys(headers).filter((name) =>
    /^(x-powered-by|server|via|etag)$/.test(name),
  );
  assert.deepEqual(revealingHeaders, [], nameOf(response));
}

function checkMethod(response: Exchange): void {
  const corsHeaders = Object.keys(response.answered.headers).filter((name) =>
    name.startsWith('access-control-'),
  );
  assert.deepEqual(corsHeaders, [], nameOf(response));
  if (!known.includes(response.method)) assert.equal(response.status, 405, nameOf(response));
  if (response.status === 405) assert.ok(response.answered.headers.allow, nameOf(response));
  if (!['GET', 'HEAD'].includes(response.method))
    assert.ok(response.status !== 200 || isOptions(response), nameOf(response));
}

async function requestEverything(t: TestContext): Promise<Exchange[]> {
  const app = await startApp(t, { settings, ownRedis: true });
  const [nobody, robin, sam] = [1, 2, 3].map(() => visitor({ origin, listensAt: app.listensAt }));
  assert.ok(nobody && robin && sam);
  const profile = await logIn(robin, `${origin}/profile`, { as: 'robin' });
  await sam.press(await sam.press(await sam.open(`${origin}/profile`), 'sam'), 'Deny');
  const stylesheet = profile.$('link[rel=stylesheet]').attr('href') ?? '';
  const addresses = [...paths, stylesheet, '/assets/none.css', '/nowhere', '/%'];

  for (const who of [nobody, robin]) {
    // Eight requests at a time, because a session may not have more in progress.
    await runConcurrently({ lanes: 8, count: addresses.length }, (index) =>
      requestInEveryWay(who, addresses[index] ?? '', index),
    );
  }
  // A session may have at most 32 requests in progress or waiting, so some of these 40 get an error
  // while the platform is slow.
  await setFaults(app.sandbox, [{ fault: 'slow', route: 'GET /api/users/current', ms: 500 }]);
  const anew = { headers: { 'cache-control': 'no-cache' } };
  await Promise.all(Array.from({ length: 40 }, () => robin.request(`${origin}/profile`, anew)));
  const broken = createAppAlone({ settings, keys: brokenStore(new Error('a defect of ours')) });
  const brokenServer = createServer(broken.app);
  const visitorOfBrokenApp = visitor({ origin, listensAt: await listen(t, brokenServer) });
  visitorOfBrokenApp.cookies(origin).set(...splitCookie(broken.sessionCookie));
  app.redis.process.kill('SIGKILL');
  for (const who of [robin, visitorOfBrokenApp]) {
    for (const path of addresses) await who.request(origin + path);
  }
  const { exchanges, app: server } = app.heard();
  return exchanges.filter((exchange) => [server, brokenServer].includes(exchange.server));
}

/**
 * Requests the path with each known method, and from each foreign origin. `npm run proof` also
 * tries all unknown methods on every path. `npm test` tries them all only on the first path, and
 * two of them on every other path.
 */
async function requestInEveryWay(who: Visitor, path: string, index: number): Promise<void> {
  const inTurn = [0, 1].map((turn) => others[(2 * index + turn) % others.length] ?? '');
  const unknown = isProof || index === 0 ? others : inTurn;
  for (const method of [...known, ...unknown]) await who.request(origin + path, { method });
  for (const foreign of foreignOrigins) {
    const preflight = {
      'access-control-request-method': 'GET',
      'access-control-request-private-network': 'true',
    };
    await who.request(origin + path, { headers: { origin: foreign } });
    await who.request(origin + path, {
      method: 'OPTIONS',
      headers: { origin: foreign, ...preflight },
    });
  }
}

function isOptions({ method, answered }: Exchange): boolean {
  return method === 'OPTIONS' && answered.body === answered.headers.allow;
}

function splitCookie(header: string): [string, string] {
  const [name = '', value = ''] = header.split(/=(.*)/);
  return [name, value];
}

function nameOf({ method, address, status }: Exchange): string {
  return `${method} ${address} ${status}`;
}
