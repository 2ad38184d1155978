import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { pagesWithRecordIfThere, pagesWithRecords } from '../support/app/page-paths.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { listen } from '../support/machine/listen.ts';
import { startSharedCache } from './shared-cache.ts';

test('P51 behind a shared cache everybody sees their own pages, and the cache stores only assets', async (t) => {
  const cache = await startSharedCache(t);
  const app = await startApp(t, {
    settings: { PUBLIC_URL: cache.url, SERVICE_SCOPES: allServiceScopes },
  });
  cache.forwardTo(app.listensAt);

  const nobody = visitor();
  for (const [as, name] of [
    ['robin', 'Robin'],
    ['sam', 'sam'],
    ['robin', 'Robin'],
  ] as const) {
    const who = visitor();
    const profile = await logIn(who, `${cache.url}/profile`, { as });
    for (const asset of profile.$('link[href^="/assets/"]').toArray()) {
      assert.equal((await who.request(cache.url + asset.attribs.href)).status, 200);
    }
    for (const path of [...pagesWithRecords, ...pagesWithRecordIfThere]) {
      const page = await who.open(cache.url + path);
      // The desk page does not have a site header, so its username comes from a different element.
      const shown = page.$('.site-menu bdi, .desk-username bdi').text();
      assert.equal(page.status, 200);
      assert.match(shown, new RegExp(`^${name}`, 'i'), path);
      assert.equal(
        (await nobody.open(cache.url + path)).url.origin,
        app.sandbox.url,
        `a visitor without a session must log in to see ${path}`,
      );
    }
    for (const path of [
      '/',
      '/nowhere',
      '/logout',
      '/login/callback',
      '/login/callback?code=a&state=b',
      '/%',
    ]) {
      await who.open(cache.url + path);
    }
    await who.press(profile, 'Log out');
  }
  assert.ok(cache.kept().length > 0);
  assert.deepEqual(
    cache.kept().filter((path) => !path.startsWith('/assets/')),
    [],
  );
});

test('P51 the cache in this test mixes people up where nothing forbids it to store a response', async (t) => {
  const cache = await startSharedCache(t);
  const site = createServer((request, response) => {
    if (request.url === '/private') response.setHeader('cache-control', 'no-store');
    response.end(request.headers.cookie);
  });
  cache.forwardTo(await listen(t, site));
  const see = async (path: string, cookie: string) =>
    (await fetch(cache.url + path, { headers: { cookie } })).text();
  assert.deepEqual([await see('/', 'robin'), await see('/', 'sam')], ['robin', 'robin']);
  assert.deepEqual(
    [await see('/private', 'robin'), await see('/private', 'sam')],
    ['robin', 'sam'],
  );
});
