import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import request from 'supertest';
import { createAppAlone } from '../../support/app/create-app-alone.ts';
import { rowsOf } from '../../support/app/rows-of.ts';
import { startApp } from '../../support/app/start-app.ts';
import { fromOwnPage, logIn, visitor } from '../../support/app/visitor.ts';

const privacyOf = async (settings: Record<string, string>) =>
  rowsOf({ $: load((await request(createAppAlone({ settings }).app).get('/privacy')).text) });

test('everybody finds it in the footer of every page, and it sets no cookie', async (t) => {
  const { url } = await startApp(t);
  const somebody = visitor();
  const page = await somebody.follow(await somebody.open(url), 'Privacy');
  assert.equal(page.status, 200);
  assert.equal(page.$('h1').text(), 'Privacy');
  assert.equal(page.$('footer [aria-current=page]').text(), 'Privacy');
  assert.equal(somebody.cookies(url).size, 0);
});

test('it names every cookie that the app ever sets, and no other', async (t) => {
  const { url, heard } = await startApp(t);
  const somebody = visitor();
  const home = await somebody.open(url);
  const chosen = { method: 'GET', headers: { 'sec-fetch-site': 'same-origin' } };
  await somebody.request(`${url}/login/choose?chosen=1&scope=pii:email`, chosen);
  await somebody.press(await somebody.press(home, 'Deutsch'), 'English');
  await logIn(somebody, `${url}/profile`, { as: 'robin', untick: ['pii:email'] });
  await somebody.request(`${url}/kept-badge?keep`, { headers: fromOwnPage });
  await somebody.press(await somebody.open(`${url}/profile`), 'Log out');
  const again = visitor();
  await logIn(again, `${url}/profile`, { as: 'robin' });
  await again.press(await again.open(`${url}/sharing/forget`), 'Delete your data');
  const named = heard().exchanges.flatMap(({ answered }) => answered.headers['set-cookie'] ?? []);
  const ours = named
    .map((line) => line.split('=')[0] ?? '')
    .filter((name) => !name.startsWith('sandbox'));
  const baseNames = new Set(ours.map((name) => name.replace(/-\d+(\.[\w-]+)?$/, '')));
  const cookies = Object.keys(rowsOf(await somebody.open(`${url}/privacy`))).slice(-7);
  assert.deepEqual(cookies.sort(), [...baseNames].sort());
});

test('it names the requested scopes, the length of a login and the source of pictures, as configured', async () => {
  const few = await privacyOf({
    OAUTH_SCOPES: 'pii:basic',
  });
  assert.deepEqual(Object.keys(few).slice(0, 2), ['Name and account', 'Your picture']);
  assert.match(
    few['For your login'] ?? '',
    /after 30 minutes without activity, and after 12 hours in any case/,
  );
  const many = await privacyOf({
    SERVICE_SCOPES: 'registration:read',
    PICTURE_ORIGINS: 'https://a.example,https://b.example:8443',
  });
  assert.match(
    many['What 127.0.0.1 shares with us directly'] ?? '',
    /also lets us see your registration\./,
  );
  assert.match(many['Your picture'] ?? '', /from a\.example and b\.example:8443\./);
  assert.ok(!('What 127.0.0.1 shares with us directly' in few));
  assert.match(many['What you stopped sharing'] ?? '', /6 months after your last login/);
  assert.ok(
    !('What you stopped sharing' in few),
    'without optional scopes, the page has no row about stopped scopes',
  );
});
