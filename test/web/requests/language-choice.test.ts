import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import request, { type Response } from 'supertest';
import { loadLanguages } from '../../../src/web/words/languages.ts';
import { createAppAlone } from '../../support/app/create-app-alone.ts';
import { startApp } from '../../support/app/start-app.ts';
import { fromOwnPage, type LoadedPage, logIn, visitor } from '../../support/app/visitor.ts';

const { names } = loadLanguages({
  folder: new URL('../../../views/messages/', import.meta.url),
  common: { convention: 'Testcon' },
  defaultLocale: 'en',
});

const origin = 'https://attendees.testcon.example';
const settings = { PUBLIC_URL: origin, TRUST_PROXY: '1' };
const { app } = createAppAlone({ settings });
const { host } = new URL(origin);
const home = (headers: Record<string, string> = {}) =>
  request(app)
    .get('/')
    .set({ host, ...headers });
const choose = (language: string, headers: Record<string, string> = {}) =>
  request(app)
    .post('/language')
    .type('form')
    .set({ 'Sec-Fetch-Site': 'same-origin', ...headers })
    .send({ language });
const languageOf = ({ text, headers }: Response) => {
  assert.equal(load(text)('html').attr('lang'), headers['content-language']);
  return headers['content-language'];
};

test('a page has the first of the browser’s languages that the site speaks, otherwise the default one', async () => {
  const expectedLanguages: Record<string, string> = {
    de: 'de',
    'de-AT,de;q=0.9,en;q=0.8': 'de',
    'tlh-FR,tlh;q=0.9,de;q=0.5,en;q=0.4': 'de',
    'en;q=0.1,de;q=0.2': 'de',
    'tlh,qya;q=0.5': 'en',
    '*': 'en',
    'de;q=0': 'en',
    'xx-🦊,;;q=,-': 'en',
    '../de': 'en',
  };
  for (const [asked, expected] of Object.entries(expectedLanguages)) {
    const ascii = encodeURI(asked);
    assert.equal(languageOf(await home({ 'Accept-Language': ascii })), expected, asked);
  }
  assert.equal(languageOf(await home()), 'en');
  const german = createAppAlone({ settings: { ...settings, DEFAULT_LOCALE: 'de-AT' } });
  const germanHome = () => request(german.app).get('/').set({ host });
  assert.equal(languageOf(await germanHome()), 'de');
  assert.equal(languageOf(await germanHome().set('Accept-Language', 'en-GB')), 'en');
});

test('a choice is stored in this browser, has priority over its languages, and returns to the same page', async () => {
  const response = await choose('de', { Referer: `${origin}/login/choose?return_to=/profile` });
  assert.equal(response.status, 303);
  assert.equal(response.headers.location, '/login/choose?return_to=%2Fprofile');
  const [cookie = ''] = response.get('Set-Cookie') ?? [];
  assert.match(
    cookie,
    /^__Host-language=de; Max-Age=15552000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
  const kept = cookie.split(';')[0] ?? '';
  assert.equal(languageOf(await home({ Cookie: `a=b; ${kept}`, 'Accept-Language': 'en' })), 'de');
});

test('without a choice no cookie is set, whatever the browser asks for', async () => {
  for (const headers of [{}, { 'Accept-Language': 'de' }, { Cookie: '__Host-language=de' }]) {
    assert.equal((await home(headers)).get('Set-Cookie'), undefined);
  }
});

test('an unknown language, in a form or in a cookie, changes nothing', async () => {
  for (const language of [
    'tlh',
    '',
    '../en',
    '__proto__',
    'constructor',
    'DE',
    'de, en',
    'de\u0007',
  ]) {
    const response = await choose(language);
    assert.deepEqual(
      [response.status, response.headers.location, response.get('Set-Cookie')],
      [303, '/', undefined],
    );
    assert.equal(
      languageOf(await home({ Cookie: `__Host-language=${encodeURI(language)}` })),
      'en',
      language,
    );
  }
  const empty = await request(app).post('/language').set('Sec-Fetch-Site', 'same-origin');
  assert.deepEqual([empty.status, empty.get('Set-Cookie')], [303, undefined]);
});

test('only our own form chooses a language, and it never redirects to another site', async () => {
  assert.equal((await choose('de', { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
  const link = request(app).get('/language?language=de').set({ host });
  assert.equal((await link).status, 405);
  for (const referer of [
    'https://evil.example/',
    `${origin}.evil.example/`,
    '//evil.example',
    'x',
    '',
  ]) {
    assert.equal((await choose('de', { Referer: referer })).headers.location, '/', referer);
  }
  const slashes = await choose('de', { Referer: `${origin}//evil.example/` });
  assert.equal(slashes.headers.location, '/evil.example/');
});

test('a 16 KiB form chooses a language, and one more byte is not read', async () => {
  for (const [bytes, status] of [
    [16_384, 303],
    [16_385, 413],
  ] as const) {
    const form = request(app).post('/language').set('Sec-Fetch-Site', 'same-origin').type('form');
    const response = await form.send('language=de&return_to=/&x='.padEnd(bytes, 'x'));
    assert.equal(response.status, status, `${bytes} bytes`);
  }
});

test('a language choice does not turn a link on another site into one of ours', async () => {
  for (const [from, to] of [
    ['/login/choose?chosen=1&scope=pii:phone', '/login/choose'],
    ['/login/choose?chosen=1&return_to=/roles', '/login/choose?return_to=%2Froles'],
    ['/badge-name?try=CANCELLED', '/badge-name'],
    ['/logged-out?why=forgotten', '/logged-out'],
    ['/logged-out?why=stopped&scope=pii:email', '/logged-out'],
    ['/sharing/stop?scope=pii:email&why=x', '/sharing/stop?scope=pii%3Aemail'],
    ['/login?scope=pii:address', '/'],
    ['/LOGIN?scope=pii:address', '/'],
    ['/login/callback?code=x&state=y', '/'],
    ['/login/', '/'],
    ['/badge-name.svg?try=CANCELLED', '/badge-name'],
    ['/sharing/download', '/sharing'],
    ['/nowhere?a=b', '/nowhere'],
    ['/logout', '/logout'],
    ['/profile#a', '/profile'],
    ['/Roles/', '/roles'],
  ]) {
    const { headers } = await choose('de', { Referer: origin + from });
    assert.equal(headers.location, to, from);
  }
});

test('text that was typed, ticked or shown on a page of ours stays, and only what that page lists', async () => {
  for (const [from, form, to] of [
    [
      '/badge-name?try=CANCELLED',
      'try=Fox%20%26%20%F0%9F%A6%8A',
      '/badge-name?try=Fox+%26+%F0%9F%A6%8A',
    ],
    ['/badge-name?try=', 'try=', '/badge-name?try='],
    ['/badge-name', `try=${'x'.repeat(500)}`, `/badge-name?try=${'x'.repeat(500)}`],
    ['/badge-name', `try=${'x'.repeat(501)}`, '/badge-name'],
    ['/profile', 'try=Fox&scope=pii:email', '/profile'],
    [
      '/login/choose?return_to=/roles',
      'chosen=1&ticked=1&return_to=//evil.example&scope=pii:email&scope=pii:phone',
      '/login/choose?return_to=%2Froles&ticked=1&scope=pii%3Aemail&scope=pii%3Aphone',
    ],
    ['/login/choose', 'ticked=1', '/login/choose?ticked=1'],
    ['/logged-out', 'why=forgotten', '/logged-out?why=forgotten'],
    ['/nowhere', 'try=Fox', '/nowhere'],
  ] as const) {
    const response = await request(app)
      .post('/language')
      .type('form')
      .set({ 'Sec-Fetch-Site': 'same-origin', Referer: origin + from })
      .send(`language=de&${form}`);
    assert.equal(response.headers.location, to, `${from} ${form}`.slice(0, 80));
  }
});

test('a preview, a stopped scope and a notice are shown again in another language', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: 'registration:read' } });
  const robin = visitor();
  const badge = `${app.url}/badge-name`;
  const change = async (page: LoadedPage, language: string) => {
    const form = new URLSearchParams(page.$('form[action="/language"]').serialize());
    form.set('language', language);
    const headers = { ...fromOwnPage, referer: page.url.href };
    const response = await robin.request(`${app.url}/language`, { method: 'POST', form, headers });
    const to = new URL(response.headers.get('location') ?? '', app.url);
    return robin.open(to, page.url.href);
  };
  const notice = await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:phone'] });
  assert.match(notice.$('[role=alert]').text(), /Not shared: your phone number/);
  const german = await change(notice, 'de');
  assert.match(german.$('[role=alert]').text(), /Nicht freigegeben: deine Telefonnummer/);
  assert.equal(
    (await robin.open(german.url)).$('[role=alert]').length,
    0,
    'the notice is shown only once',
  );

  for (const typed of ['Vixen & Fox', 'فنك', '🦊 <b>']) {
    const tried = await robin.open(`${badge}?try=${encodeURIComponent(typed)}`, badge);
    const other = await change(tried, 'es');
    assert.equal(other.$('html').attr('lang'), 'es');
    assert.equal(other.$('#try').val(), typed);
    await change(other, 'en');
  }
  const own = await change(await robin.open(`${badge}?try=`, badge), 'fr');
  assert.equal(own.$('#try').val(), 'Robin Redbreast');
  assert.equal(own.url.search, '?try=', 'the form does not add the name to the URL');

  const question = await robin.open(`${app.url}/sharing/stop?scope=pii:email`);
  const stopped = await robin.press(question, 'Ne plus partager');
  const inEnglish = await change(stopped, 'en');
  assert.equal(inEnglish.$('h1').text(), 'We can no longer see your email address');
});

test('each language except the current one is offered, under its own name', async () => {
  const $ = load((await home({ 'Accept-Language': 'de' })).text);
  const offered = [...names]
    .filter(([code]) => code !== 'de')
    .map(([code, name]) => [name, code, code]);
  assert.deepEqual(offered[0], ['English', 'en', 'en'], 'the default language comes first');
  const buttonsIn = (part: string) =>
    $(`${part} form[action="/language"] button`)
      .toArray()
      .map((button) => [$(button).text(), $(button).attr('value'), $(button).attr('lang')]);
  assert.deepEqual(buttonsIn('header'), offered, 'one menu offers all languages');
  assert.deepEqual(buttonsIn(''), offered, 'no other element offers a language');
  const answerToPost = load((await request(app).post('/')).text);
  assert.equal(
    answerToPost('form[action="/language"]').length,
    0,
    'a response to a POST offers no languages, because it has no URL to return to',
  );
});

test('an error page offers the languages if it can be shown again, and the choice leads back to it', async () => {
  const proxied = { host, 'X-Forwarded-Proto': 'https' };
  const open = (path: string) => request(app).get(path).set(proxied);
  const missing = await open('/nowhere');
  assert.equal(missing.status, 404);
  const languages = load(missing.text)('.site-menu form button');
  assert.ok(languages.length > 1);
  const response = await choose('de', { Referer: `${origin}/nowhere` });
  assert.equal(response.headers.location, '/nowhere');
  const german = await open('/nowhere').set('Cookie', response.get('Set-Cookie') ?? []);
  assert.equal(languageOf(german), 'de');
  for (const path of ['/login/callback', '/login/callback/', '/login?x=1']) {
    const { text, status } = await open(path).set('Sec-Fetch-Mode', 'cors');
    assert.equal(status, 401);
    assert.equal(load(text)('.site-menu').length, 0, path);
  }
});

test('behind the login the languages are in the menu under the name, the likeliest one first', async (t) => {
  const { url } = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${url}/profile`, { as: 'robin' });
  for (const [asked, current, likeliest] of [
    ['en, es;q=0.5', 'English', 'Español'],
    ['fr', 'Français', 'English'],
  ]) {
    const headers = { 'accept-language': asked ?? '' };
    const $ = load(await (await robin.request(`${url}/profile`, { headers })).text());
    const offered = $('.site-menu button[name=language]')
      .toArray()
      .map((button) => $(button).text());
    assert.equal(offered[0], likeliest);
    assert.deepEqual([current, ...offered].sort(), [...names.values()].sort());
  }
});

test('dates follow the browser’s region if its language is that of the page, otherwise that of the settings', async (t) => {
  const { url, restartApp } = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${url}/profile`, { as: 'robin' });
  const birthDate = async (language: string) => {
    const page = await (
      await robin.request(`${url}/profile`, { headers: { 'accept-language': language } })
    ).text();
    return load(page)('main details').first().find('.row-value').last().text();
  };
  assert.deepEqual(
    await Promise.all(['en', 'en-GB', 'en-US,en', 'tlh-CA,en;q=0.5', 'de-CH'].map(birthDate)),
    ['March 1, 1990', '1 March 1990', 'March 1, 1990', 'March 1, 1990', '1. März 1990'],
  );
  assert.deepEqual(await Promise.all(['fr-CA', 'es'].map(birthDate)), [
    '1er mars 1990',
    '1 de marzo de 1990',
  ]);
  await restartApp({ DEFAULT_LOCALE: 'en-GB' });
  assert.deepEqual(await Promise.all(['en', 'tlh', 'en-US'].map(birthDate)), [
    '1 March 1990',
    '1 March 1990',
    'March 1, 1990',
  ]);
});
