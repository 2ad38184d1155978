import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { createAppAlone } from '../../support/app/create-app-alone.ts';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';

test('home says what can be seen here and has a plain link to the login', async (t) => {
  const app = await startApp(t);
  const page = await visitor().open(app.url);
  assert.equal(page.status, 200);
  assert.equal(page.$('h1').text(), 'Check your Testcon badge');
  assert.match(
    page.text,
    /Log in .* We never see your password.* See your badge .* ticket is paid .* what we can see/,
  );
  assert.equal(page.$('a.button').attr('href'), '/login');
  assert.equal(
    page.$('main form').length,
    0,
    'the content security policy would block a form that redirects to the convention',
  );
  assert.equal(page.headers.get('x-robots-tag'), null);
  assert.deepEqual(page.headers.getSetCookie(), []);
});

test('an attendee who is logged in is redirected to the first page', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const response = await robin.request(app.url);
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), '/badge-name');
});

test('home is in each visitor’s language, with current dates, whoever came before', async () => {
  let startAt = '2027-07-02T10:00:00Z';
  const dates = async () => ({ startAt, endAt: undefined });
  const { app } = createAppAlone({
    createApp: (given) => createApp({ ...given, convention: { ...given.convention, dates } }),
  });
  const home = async (headers: Record<string, string>) =>
    (await request(app).get('/').set(headers)).text;
  const [english, german] = [{ 'accept-language': 'en-GB' }, { 'accept-language': 'de' }];
  assert.match(await home(english), /<html lang="en".*2 July 2027/s);
  assert.match(await home(german), /<html lang="de".*2. Juli 2027/s);
  assert.match(await home({ ...english, cookie: 'language-3000=de' }), /<html lang="de"/);
  assert.match(await home(english), /<html lang="en"/);
  startAt = '2028-07-03T10:00:00Z';
  assert.match(await home(english), /<html lang="en".*3 July 2028/s);
});

test('home changes by itself when the last day is over, also for visitors without a cookie', async (t) => {
  let now = Date.parse('2027-07-05T21:59:59Z');
  const settings = {
    CONVENTION_DAYS: '2027-07-02/2027-07-05',
    CONVENTION_TIME_ZONE: 'Europe/Berlin',
    NEXT_URL: 'https://testcon.example/2028',
  };
  const app = await startApp(t, { settings, now: () => now });
  const last = await visitor().open(app.url);
  assert.match(last.text, /ticket is paid.*No account yet\?/);
  assert.doesNotMatch(last.text, /is over/);
  now += 1000;
  const page = await visitor().open(app.url);
  assert.match(page.text, /Testcon is over\. Thank you for being part of it\. See what’s next/);
  assert.equal(page.$('.lead a').attr('href'), 'https://testcon.example/2028');
  assert.doesNotMatch(page.text, /ticket is paid|No account yet/);
  await app.restartApp({ NEXT_URL: '' });
  assert.equal((await visitor().open(app.url)).$('.lead a').length, 0);
});
