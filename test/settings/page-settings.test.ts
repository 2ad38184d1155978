import assert from 'node:assert/strict';
import test from 'node:test';
import { type CheerioAPI, load } from 'cheerio';
import request from 'supertest';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { htmlProblems } from '../support/app/html-problems.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

const links = {
  IMPRINT_URL: 'https://con.example/imprint?a=1&b="2"',
  PRIVACY_URL: 'https://con.example/privacy',
  HELP_EMAIL: 'help@con.example',
};
const notice = 'Sunday: no login / kein Login <b>"&';
const { app } = createAppAlone({
  settings: { ...links, NOTICE: notice, CONVENTION_NAME: 'Testcon' },
});
const { app: plain } = createAppAlone({ settings: { CONVENTION_NAME: 'Testcon' } });

const open = async (site: typeof app, path: string, language = 'en'): Promise<CheerioAPI> => {
  const { text } = await request(site).get(path).set('Accept-Language', language);
  return load(text);
};
const footerOf = ($: CheerioAPI) =>
  Object.fromEntries(
    $('.site-links a')
      .toArray()
      .map((link) => [$(link).text().trim(), $(link).attr('href')]),
  );

test('imprint, privacy policy and help are in the footer of every page, even of an error', async () => {
  for (const path of ['/', '/privacy', '/logged-out', '/unknown', '/login/callback?cookies=set']) {
    const footer = footerOf(await open(app, path));
    assert.equal(footer.Imprint, 'https://con.example/imprint?a=1&b=%222%22', path);
    assert.equal(footer['Privacy policy of Testcon'], links.PRIVACY_URL, path);
    assert.equal(footer['Help by email'], 'mailto:help@con.example', path);
    assert.equal(
      footer.Privacy,
      '/privacy',
      'the footer still links to the privacy page of this site',
    );
  }
  const german = footerOf(await open(app, '/', 'de'));
  assert.equal(german.Impressum, 'https://con.example/imprint?a=1&b=%222%22');
  assert.equal(german['Datenschutzerklärung der Convention Testcon'], links.PRIVACY_URL);
});

test('our privacy page begins with a link to the convention’s policy', async () => {
  const $ = await open(app, '/privacy');
  assert.equal($('h1 + p a').attr('href'), links.PRIVACY_URL);
});

test('a setting that is missing is on no page', async () => {
  const $ = await open(plain, '/privacy');
  assert.deepEqual(Object.keys(footerOf($)).sort(), [
    'Accessibility',
    'Privacy',
    'Testcon website',
  ]);
  assert.equal($('.site-notice').length + $('.lead + p').length, 0);
});

test('NOTICE is the first line of every page, as typed, in every language', async () => {
  for (const path of ['/', '/privacy', '/unknown', '/login/callback?cookies=set'])
    for (const language of ['en', 'de']) {
      const { text } = await request(app).get(path).set('Accept-Language', language);
      const $ = load(text);
      assert.equal($('main').children().first().text(), notice, path);
      assert.equal($('main').children().first().attr('dir'), 'auto');
      assert.deepEqual(await htmlProblems(text), []);
    }
});

test('WCAG 3.1.2: on a page in another language, NOTICE has the language of DEFAULT_LOCALE', async () => {
  const { app: german } = createAppAlone({
    settings: { NOTICE: 'Sonntag: kein Login', DEFAULT_LOCALE: 'de-AT' },
  });
  for (const path of ['/', '/privacy', '/unknown']) {
    const languages = ['en', 'de', 'fr', 'es'].map(async (language) =>
      (await open(german, path, language))('.site-notice').attr('lang'),
    );
    assert.deepEqual(await Promise.all(languages), ['de', undefined, 'de', 'de'], path);
  }
});

test('MESSAGES_DIR replaces single messages, and all others are ours', async (t) => {
  const folder = temporaryFolder(t, { 'de.json': '{ "help.mail": "Frag {convention}" }' });
  const settings = { ...links, CONVENTION_NAME: 'Testcon', MESSAGES_DIR: folder };
  const { app: own } = createAppAlone({ settings });
  assert.equal(footerOf(await open(own, '/', 'de'))['Frag Testcon'], 'mailto:help@con.example');
  assert.equal(footerOf(await open(own, '/', 'de')).Impressum !== undefined, true);
  assert.equal(footerOf(await open(own, '/', 'en'))['Help by email'], 'mailto:help@con.example');
});

test('a link to help says whether it opens a mail or a page', async () => {
  const { app: withPage } = createAppAlone({ settings: { HELP_URL: 'https://con.example/help' } });
  assert.equal(footerOf(await open(withPage, '/', 'en')).Help, 'https://con.example/help');
});
