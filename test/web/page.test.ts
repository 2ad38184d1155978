import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { everyPage } from '../../src/app.ts';
import { loginPathsOf, pagesOfSite, pathsOf } from '../../src/web/page.ts';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { openPages, pagesWithLogin } from '../support/app/page-paths.ts';
import { startScriptedApp } from '../support/app/scripted-app.ts';
import { allServiceScopes } from '../support/app/start-app.ts';
import { validResponses } from '../support/platform/valid-responses.ts';

const { app } = createAppAlone({ settings: { SERVICE_SCOPES: allServiceScopes } });

test('an open page is there for everybody, and any other requires a login', async () => {
  for (const path of openPages) assert.equal((await request(app).get(path)).status, 200, path);
  assert.ok(pagesWithLogin.includes('/profile'));
  for (const path of pagesWithLogin) {
    const { headers } = await request(app).get(path);
    assert.equal(headers.location, `/login?return_to=${encodeURIComponent(path)}`);
  }
});

test('an open page reads nothing about anybody, even for an attendee who is logged in', async (t) => {
  const site = await startScriptedApp(t, validResponses);
  for (const path of openPages) await site.attendee.request(site.url + path);
  const read = site.requests.filter(({ path }) => path !== '/api/config');
  assert.deepEqual(read, []);
});

test('no two pages share a name or a path', () => {
  for (const field of ['name', 'path'] as const)
    assert.equal(new Set(everyPage.map((page) => page[field])).size, everyPage.length);
});

const pages = [
  { name: 'roles', path: '/roles' },
  { name: 'dealer', path: '/dealer', needs: 'vendor:read' },
  { name: 'badge', path: '/badge' },
  { name: 'picture', path: '/badge.svg', partOf: 'badge' },
  { name: 'bye', path: '/bye', loginPath: 'loggedOut' },
] as const;
const namesOf = (leftOut: string[], serviceScopes: string[]) =>
  pagesOfSite(pages, { leftOut, serviceScopes }).map(({ name }) => name);

test('a page is left out with its parts, or where its service scope is missing', () => {
  assert.deepEqual(namesOf([], ['vendor:read']), ['roles', 'dealer', 'badge', 'picture', 'bye']);
  assert.deepEqual(namesOf([], ['user:read']), ['roles', 'badge', 'picture', 'bye']);
  assert.deepEqual(namesOf(['badge', 'roles'], ['vendor:read']), ['dealer', 'bye']);
});

test('a page is found by its name, and the login by its purpose', () => {
  const pathOf = pathsOf(pages);
  assert.deepEqual([pathOf('dealer'), pathOf('merch')], ['/dealer', undefined]);
  assert.deepEqual(loginPathsOf(pages), { loggedOut: '/bye' });
});
