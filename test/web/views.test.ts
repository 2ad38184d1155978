import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { load } from 'cheerio';
import express from 'express';
import request from 'supertest';
import { createApp } from '../../src/app.ts';
import { daytime } from '../support/app/clocks.ts';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { withCache } from '../support/app/limits.ts';
import { pagesWithLogin, pagesWithRecordIfThere } from '../support/app/page-paths.ts';
import { attendeeId, calls, startScriptedApp } from '../support/app/scripted-app.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { type LoadedPage, logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { validResponses } from '../support/platform/valid-responses.ts';

const { app } = createAppAlone({
  settings: { CONVENTION_NAME: 'Testcon', OAUTH_LOGOUT_URL: 'https://reg.example/out' },
});

test('the navigation marks the current page, and no other page is marked', async (t) => {
  const { url } = await startApp(t);
  const robin = visitor();
  assert.deepEqual(
    navigationOf(await robin.open(url)),
    [],
    'visitors without a login see no navigation',
  );
  await logIn(robin, `${url}/profile`, { as: 'robin' });
  for (const path of ['/profile', '/profile/', '/profile?page=1'])
    assert.deepEqual(await markedOn(path), [['Profile', '/profile', 'page']], path);
  for (const path of ['/logged-out', '/unknown', '/profile/unknown', '/profiles'])
    assert.deepEqual(await markedOn(path), [], path);
  for (const path of ['/sharing/stop?scope=pii:email', '/sharing/forget'])
    assert.deepEqual(await markedOn(path), [['Your data', '/sharing', 'true']], path);

  async function markedOn(path: string) {
    const entries = navigationOf(await robin.open(url + path));
    const known = entries.filter(([, entryPath]) => isKnown(entryPath));
    assert.deepEqual(
      known.map(([label, entryPath]) => [label, entryPath]),
      [
        ['Roles', '/roles'],
        ['Badge', '/badge-name'],
        ['Profile', '/profile'],
        ['Your data', '/sharing'],
      ],
      path,
    );
    return entries.filter(([, , current]) => current !== undefined);
  }
});

test('a person’s header is the same on every page, except for the current mark', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  for (const attendee of ['robin', 'sam']) {
    const who = visitor();
    const headerOf = ({ $ }: LoadedPage) => {
      $('[aria-current]').removeAttr('aria-current');
      return $('.site-header').html();
    };
    const first = await logIn(who, `${app.url}/badge-name`, { as: attendee });
    const links = (part: string) =>
      first
        .$(`${part} a`)
        .toArray()
        .map((link) => first.$(link).attr('href'));
    assert.deepEqual(links('.site-tabs'), ['/badge-name', '/profile', '/sharing']);
    assert.deepEqual(links('.site-menu ul').filter(isKnown), [
      '/volunteering',
      '/dealer',
      '/roles',
    ]);
    const header = headerOf(first);
    const withHeader = pagesWithLogin.filter((path) => path !== '/desk');
    for (const path of [...withHeader, '/sharing/forget', '/privacy', '/nowhere'])
      assert.equal(headerOf(await who.open(app.url + path)), header, `${attendee} ${path}`);
  }
});

test('an attendee who is logged in is greeted and can log out from every page; nobody else sees a form', async (t) => {
  const { url } = await startApp(t);
  const robin = visitor();
  const profile = await logIn(robin, `${url}/profile`, { as: 'robin' });
  assert.equal(greetingOf(profile), 'Logged in as Robin');
  const token = profile.$('form[action="/logout"] input[name=form_token]').attr('value');
  assert.match(token ?? '', /^[\w-]{43}$/);
  const unknown = await robin.open(`${url}/unknown`);
  assert.equal(unknown.$('form[action="/logout"] input[name=form_token]').attr('value'), token);
  for (const path of ['/', '/logged-out', '/unknown']) {
    assert.equal(
      load((await request(app).get(path)).text)('form:not([action="/language"])').length,
      0,
      path,
    );
  }
});

test('an attendee who is logged in is named on every page, even if the page reads nothing, and while the platform is down', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const robin = visitor();
  await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
  const calls = app.sandbox.calls.length;
  const nameOn = async (who: Visitor, path: string) =>
    (await who.open(app.url + path)).$('.site-menu bdi').text();
  for (const path of ['/sharing/forget', '/privacy', '/nowhere', '/accessibility', '/logged-out'])
    assert.equal(await nameOn(robin, path), 'Robin', path);
  assert.equal(app.sandbox.calls.length, calls, 'no call to the convention');

  await app.sandbox.close();
  for (const path of ['/profile', ...pagesWithRecordIfThere, '/nowhere'])
    assert.equal(await nameOn(robin, path), 'Robin', path);
  for (const path of ['/privacy', '/nowhere'])
    assert.equal(await nameOn(visitor(), path), '', path);
});

test('the name from a login is cut to fit, may be missing, and gives way to that of a newer record', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  const nameAt = async (path: string) => greetingOf(await app.open(path));
  assert.equal(
    await nameAt('/privacy'),
    'Your account',
    'the page shows no name if the login returned none',
  );
  app.attendee.cookies(app.url).clear();
  app.answers[calls.user] = { id: Number(attendeeId), preferredName: 'é'.repeat(5000) };
  assert.equal(await nameAt('/login?return_to=/privacy'), `Logged in as ${'é'.repeat(100)}…`);
  app.answers[calls.user] = { id: Number(attendeeId), preferredName: 'Newer' };
  assert.equal(await nameAt('/profile'), 'Logged in as Newer');
});

test('the newest name is in every header and in the download, at each instance, even while the platform is down', async (t) => {
  let isOther = false;
  const app = await startScriptedApp(t, validResponses, {}, (dependencies) => {
    const [one, other] = [createApp(dependencies), createApp(dependencies)];
    return express().use((req, res, next) => (isOther ? other : one)(req, res, next));
  });
  const nameAt = async (path: string) => greetingOf(await app.open(path));
  const withoutRecord = ['/privacy', '/nowhere', '/sharing/forget', '/logged-out', '/problem'];
  for (const names of [
    { preferredName: 'Newer' },
    { preferredName: null, username: 'vixen_7' },
    { preferredName: 'é'.repeat(101) },
    { preferredName: 'شيراز' },
  ]) {
    const name = names.preferredName?.slice(0, 100) ?? 'vixen_7';
    const user = { id: Number(attendeeId), ...names };
    app.answers[calls.user] = user;
    const file = await app.open('/sharing/download');
    assert.equal(JSON.parse(file.$('body').text()).kept.name.slice(0, 100), name);
    app.answers[calls.user] = (response: ServerResponse) => response.writeHead(503).end();
    for (const instance of [true, false]) {
      isOther = instance;
      for (const path of [...withoutRecord, '/sharing', '/profile'])
        assert.ok((await nameAt(path)).startsWith(`Logged in as ${name}`), `${path} ${name}`);
    }
  }
});

test('a cached badge has the newest name in its header, which another instance may have read', async (t) => {
  let [isOther, clock] = [false, daytime];
  const app = await startScriptedApp(t, validResponses, {}, (dependencies) => {
    const options = { ...dependencies, limits: withCache, now: () => clock };
    const [one, other] = [createApp(options), createApp(options)];
    return express().use((req, res, next) => (isOther ? other : one)(req, res, next));
  });
  // The cached user is two minutes old by now. At the login, the user did not have a name.
  clock += 120_000;
  const before = await app.open('/badge-name');
  assert.equal(greetingOf(before), 'Logged in as Foxy');
  isOther = true;
  app.answers[calls.user] = { ...validResponses[calls.user], preferredName: 'Vixen' };
  await app.open('/profile');
  isOther = false;
  clock += 120_000;
  app.answers[calls.user] = (response: ServerResponse) => response.writeHead(503).end();
  const away = await app.open('/badge-name');
  assert.match(away.text, /isn’t responding/);
  assert.equal(greetingOf(away), 'Logged in as Vixen');
});

test('a banner is on every page if one is set, and otherwise on none', async () => {
  const demo = createAppAlone({ banner: 'banner.demo' });
  for (const path of ['/', '/unknown', '/logged-out']) {
    const seen = load((await request(demo.app).get(path)).text);
    assert.deepEqual(
      [seen('header .pill').text(), seen('footer .banner').text()],
      ['Demo', 'Demo: none of these people are real.'],
    );
    assert.equal(load((await request(app).get(path)).text)('.pill, .banner').length, 0);
  }
});

/** Whether the project has this page by default. docs/extend.md says how to add a page. */
function isKnown(path: string | undefined): boolean {
  const inNavigation = [
    '/badge-name',
    '/profile',
    '/sharing',
    '/volunteering',
    '/dealer',
    '/roles',
  ];
  const elsewhere = [
    '/',
    '/privacy',
    '/accessibility',
    '/link-kit',
    '/logged-out',
    '/login/choose',
  ];
  return path !== undefined && [...inNavigation, ...elsewhere].includes(path);
}

const greetingOf = ({ $ }: LoadedPage) => $('.site-menu summary span').first().text().trim();

function navigationOf({ $ }: LoadedPage) {
  const links = $('.site-tabs a, .site-menu a[href^="/"]').toArray();
  return links.map((link) => [
    $(link).text().trim(),
    $(link).attr('href'),
    $(link).attr('aria-current'),
  ]);
}
