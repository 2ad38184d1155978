// P55: each page has one path. A request with a different spelling gets the response of the clean
// path, a redirect to that path, or a rejection.
import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { everyPage } from '../../src/app.ts';
import { createAppServer } from '../../src/server/app-server.ts';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { testLimits } from '../support/app/limits.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { cookieHeader, logIn, visitor } from '../support/app/visitor.ts';
import { listen } from '../support/machine/listen.ts';

const closedPages = everyPage.filter(({ open }) => !open);
const files = closedPages.filter(({ isFile }) => isFile).map(({ path }) => path);
const callback = '/login/callback?code=x&state=y&cookies=set';
const openPaths = everyPage.filter(({ open }) => open).map(({ path }) => path);
const allPaths = [...closedPages.map(({ path }) => path), ...openPaths, '/login', callback];

/** Returns the path and other spellings that get past an incomplete path comparison. */
function spellingsOf(address: string): string[] {
  const [path = '', query] = address.split('?');
  const middle = path.lastIndexOf('/');
  const [start, end] = [path.slice(0, middle), path.slice(middle + 1)];
  const encoded = end.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const spellings = [
    ...[path, `${path}/`, path.toUpperCase(), `${path.toUpperCase()}/`].map(withOneSlash),
    ...[`${path}//`, `${path}///`, `/${path}`, `${start}//${end}`, `//x/${path}`, `${path}//x`],
    ...[`${path}/.`, `${path}/./`, `${path}/x/..`, `/.${path}`, `${start}/./${end}`, `${path}/%2e`],
    ...[`${path}%2F`, `${path}/%2f`, `${start}%2F${end}`, `${start}/${encoded}`, `${path}%00`],
    ...[`${path};x`, `${path}/;x`, `${path}\\`, `${path}/\\`, `${start}\\${end}`],
    ...[`http://evil.example${path}`, `http://evil.example${path}//`, `http://x/${path}`],
  ];
  // `#` makes Express parse the URL by different rules.
  if (query === undefined) spellings.push(`${path}#`, `${path}//#`, `${path}\\\\#`);
  return spellings.map((one) => (query === undefined ? one : `${one}?${query}`));
}

const withOneSlash = (path: string) => path.replace(/\/+$/, '/');

/** Headers that differ between a file, a page, and a login page. */
const headersOfGuards = ['content-disposition', 'content-type', 'referrer-policy', 'x-robots-tag'];

const typed = {
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};
const fromAnotherSite = { ...typed, 'sec-fetch-site': 'cross-site' };

/**
 * Returns a function that sends a path unchanged, unlike `fetch`, and returns what the page's
 * guards decide: status, target and headers, as one string.
 */
function createSend(t: TestContext, site: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  t.after(() => agent.destroy());
  const { hostname, port, host } = new URL(site);
  return (path: string, headers: object) =>
    new Promise<string>((resolve, reject) => {
      const onAnswer = (response: IncomingMessage) => {
        const { statusCode, headers: all } = response;
        const location = all.location?.replace(/\?.*/, '?…');
        const values = [location, ...headersOfGuards.map((name) => all[name])];
        response.resume().once('end', () => resolve([statusCode, ...values].join(' | ')));
      };
      const options = { agent, hostname, port, path, headers: { host, ...headers } };
      request(options, onAnswer).once('error', reject).end();
    });
}

/** "Page not found", or the response to a request that Node's parser rejects. */
const isRefused = (response: string) => /^404|^400.*text\/plain/.test(response);

const hasEmptySegment = (spelling: string) =>
  spelling.replace(/^http:\/\/|\?.*/g, '').includes('//');

const isRedirectTo = (path: string, response: string) =>
  response.startsWith(`303 | ${path.replace(/\?.*/, '?…')} `);

/**
 * Returns each spelling whose response differs from that of the clean path, and is neither a
 * redirect to it nor a rejection. With an empty segment, even an equal response is wrong.
 */
async function findOthers(
  send: ReturnType<typeof createSend>,
  paths: readonly string[],
  headers: object,
): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const clean = await send(path, headers);
    for (const spelling of spellingsOf(path)) {
      const response = await send(spelling, headers);
      const isClean = response === clean && !hasEmptySegment(spelling);
      if (!isClean && !isRedirectTo(path, response) && !isRefused(response))
        found.push(`${spelling}: ${response}`);
    }
  }
  return found;
}

test('P55 without a login, no spelling of a path gets more than the clean path', async (t) => {
  const { app } = createAppAlone({ settings: { SERVICE_SCOPES: allServiceScopes } });
  const site = await listen(t, createAppServer({}, app), '127.0.0.1');
  const send = createSend(t, site);
  for (const { path } of closedPages)
    assert.match(await send(path, typed), /^303 \| \/login\?/, path);
  assert.match(await send(callback, typed), /^4\d\d.*no-referrer/);
  assert.deepEqual(await findOthers(send, allPaths, typed), []);
});

test('P54 P55 no spelling of a file gets it for another site', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const headers = { ...fromAnotherSite, ...cookieHeader(robin.cookies(app.url)) };
  const send = createSend(t, app.url);
  for (const path of files) assert.match(await send(path, headers), /^303 \| \/[a-z-]+ /, path);
  assert.deepEqual(await findOthers(send, files, headers), []);
});

test('P97 P55 no spelling of a path escapes the limits', async (t) => {
  const rates = { pages: 4 };
  const app = await startApp(t, { limits: { ...testLimits, rates } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const headers = { ...typed, ...cookieHeader(robin.cookies(app.url)) };
  const send = createSend(t, app.url);
  for (let views = 0; views < rates.pages; views += 1) await send('/sharing', headers);
  for (const path of ['/sharing', '/sharing/stop']) {
    assert.match(await send(path, headers), /^429/, path);
    assert.deepEqual(await findOthers(send, [path], headers), []);
  }
});
