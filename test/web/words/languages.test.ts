// Languages: which one a page has, how a choice is stored, and that all text is translated.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { load } from 'cheerio';
import { IntlMessageFormat } from 'intl-messageformat';
import request, { type Response } from 'supertest';
import { createAppAlone } from '../../support/create-app-alone.ts';
import { closing, createPseudoLanguages, opening } from '../../support/made-up-languages.ts';
import { openPages, pagesWithLogin } from '../../support/page-paths.ts';
import { allServiceScopes, startApp } from '../../support/start-app.ts';
import { logIn, visitor } from '../../support/visitor.ts';

const folder = new URL('../../../views/messages/', import.meta.url);
const catalogues = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    file,
    messages: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>,
  }));
const english = catalogues.find(({ file }) => file === 'en.json')?.messages ?? {};

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

test('the site speaks English, German, French and Spanish at least', () => {
  const files = catalogues.map(({ file }) => file);
  const expected = ['de.json', 'en.json', 'es.json', 'fr.json'];
  assert.deepEqual(
    files.filter((file) => expected.includes(file)),
    expected,
  );
});

for (const { file, messages } of catalogues) {
  test(`the catalogue ${file} is complete: it has every message, with the same variables`, () => {
    const path = `views/messages/${file}`;
    const missing = Object.keys(english).filter((key) => !Object.hasOwn(messages, key));
    assert.deepEqual(missing, [], `${path} has no text for ${missing.join(', ')}: add it`);
    const surplus = Object.keys(messages).filter((key) => !Object.hasOwn(english, key));
    assert.deepEqual(surplus, [], `en.json has no ${surplus.join(', ')}: remove it from ${path}`);
    assert.deepEqual(Object.keys(messages), Object.keys(english), `${path}: order as in en.json`);
    for (const [key, text] of Object.entries(messages)) {
      const fix = `${path}: use the variables of en.json in "${key}"`;
      assert.deepEqual(variablesOf(text), variablesOf(english[key] ?? ''), fix);
    }
  });
}

test('a page has the first language that the browser asks for and the site speaks, else the default one', async () => {
  const answers: Record<string, string> = {
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
  for (const [asked, expected] of Object.entries(answers)) {
    const ascii = encodeURI(asked);
    assert.equal(languageOf(await home({ 'Accept-Language': ascii })), expected, asked);
  }
  assert.equal(languageOf(await home()), 'en');
  const german = createAppAlone({ settings: { ...settings, DEFAULT_LOCALE: 'de-AT' } });
  const germanHome = () => request(german.app).get('/').set({ host });
  assert.equal(languageOf(await germanHome()), 'de');
  assert.equal(languageOf(await germanHome().set('Accept-Language', 'en-GB')), 'en');
});

test('a choice is kept in this browser, before what the browser asks for, and leads back to the page where it was made', async () => {
  const answer = await choose('de', { Referer: `${origin}/login/choose?return_to=/profile` });
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.location, `${origin}/login/choose?return_to=/profile`);
  const [cookie = ''] = answer.get('Set-Cookie') ?? [];
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

test('a language that nobody speaks here, in a form or in a cookie, changes nothing', async () => {
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
    const answer = await choose(language);
    assert.deepEqual(
      [answer.status, answer.headers.location, answer.get('Set-Cookie')],
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

test('only a form of our own chooses a language, and it never leads to another site', async () => {
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
  assert.equal(
    slashes.headers.location,
    `${origin}//evil.example/`,
    'the full address: still ours',
  );
});

test('each language but the one in use is offered, under its own name', async () => {
  const $ = load((await home({ 'Accept-Language': 'de' })).text);
  // The default language comes first.
  const codes = catalogues.map(({ file }) => file.replace('.json', ''));
  const others = codes.filter((code) => code !== 'en');
  const offered = ['en', ...others]
    .filter((code) => code !== 'de')
    .map((code) => [
      catalogues.find(({ file }) => file === `${code}.json`)?.messages['language.name'],
      code,
      code,
    ]);
  assert.deepEqual(offered[0], ['English', 'en', 'en']);
  const buttonsIn = (part: string) =>
    $(`${part} form[action="/language"] button`)
      .toArray()
      .map((button) => [$(button).text(), $(button).attr('value'), $(button).attr('lang')]);
  assert.deepEqual(buttonsIn('header'), offered.slice(0, 3), 'the likeliest ones, in one press');
  assert.deepEqual(buttonsIn('footer'), offered, 'all of them');
  const answerToPost = load((await request(app).post('/')).text);
  assert.equal(
    answerToPost('form[action="/language"]').length,
    0,
    'there would be nothing to come back to',
  );
});

test('behind the login the likeliest language is one press away, and all of them stand in the menu', async (t) => {
  const { url } = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${url}/profile`, { as: 'robin' });
  const others = catalogues.map(({ messages }) => messages['language.name']).sort();
  for (const [asked, current, likeliest] of [
    ['en, es;q=0.5', 'English', 'Español'],
    ['fr', 'Français', 'English'],
  ]) {
    const headers = { 'accept-language': asked ?? '' };
    const $ = load(await (await robin.request(`${url}/profile`, { headers })).text());
    const namesIn = (part: string) =>
      $(`${part} button[name=language]`)
        .toArray()
        .map((button) => $(button).text());
    assert.deepEqual(namesIn('.site-account'), [likeliest]);
    assert.deepEqual([current, ...namesIn('.site-menu')].sort(), others);
  }
});

test('a page says that a machine wrote its words, where no native speaker has read them', async () => {
  for (const { file, messages } of catalogues) {
    const code = file.replace('.json', '');
    const footer = load((await home({ 'Accept-Language': code })).text)('footer').text();
    const isMachineMade = messages['language.writtenBy'] === 'machine';
    assert.equal(footer.includes(messages['language.machineMade'] ?? ''), isMachineMade, code);
  }
});

test('dates follow the region of the browser where its language is that of the page, else that of the settings', async (t) => {
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
    '1 mars 1990',
    '1 de marzo de 1990',
  ]);
  await restartApp({ DEFAULT_LOCALE: 'en-GB' });
  assert.deepEqual(await Promise.all(['en', 'tlh', 'en-US'].map(birthDate)), [
    '1 March 1990',
    '1 March 1990',
    'March 1, 1990',
  ]);
});

test('no word of any page stands outside of the catalogues, and a language from right to left turns the page', async (t) => {
  const { url } = await startApp(t, {
    settings: { SERVICE_SCOPES: allServiceScopes, CONVENTION_NAME: '2027' },
    messages: createPseudoLanguages(t),
  });
  for (const attendee of ['robin', 'sam', 'noa']) {
    const browser = visitor();
    await logIn(browser, `${url}/profile`, { as: attendee, untick: ['pii:phone'] });
    const more = [
      '/badge-name?try=%D0%96',
      '/sharing/stop?scope=pii:email',
      '/logged-out',
      '/login/expired',
      '/nowhere',
      '/logout',
    ];
    for (const path of [...pagesWithLogin, ...more]) await checkWords(browser, path);
  }
  for (const path of openPages) await checkWords(visitor(), path);

  async function checkWords(browser: ReturnType<typeof visitor>, path: string): Promise<void> {
    for (const [language, direction] of [
      ['eo', 'ltr'],
      ['ar', 'rtl'],
    ]) {
      const answer = await browser.request(url + path, {
        headers: { 'accept-language': language ?? '', 'sec-fetch-site': 'same-origin' },
      });
      const $ = load(await answer.text());
      assert.deepEqual(
        [$('html').attr('lang'), $('html').attr('dir')],
        [language, direction],
        path,
      );
      // Labels here are names of departments, questions of the event and names of cookies.
      if (['/volunteering', '/dealer', '/privacy'].includes(path)) $('dt').remove();
      assert.deepEqual(untranslatedTexts($), [], `${path} in ${language}`);
    }
  }
});

/**
 * Returns text that comes from no catalogue, in texts and in attributes that are read aloud.
 * Ignores names of languages, dates (recognised by their year) and what a person wrote.
 */
function untranslatedTexts($: ReturnType<typeof load>): string[] {
  // Removes what a person wrote, questions of the event, pictures of a badge and addresses.
  $(
    'script, style, bdi, code, time, [translate=no], [lang][value], svg, .print-only, .badge-facts details dt',
  ).remove();
  // A message with a value in it is in several parts of one element.
  const texts = $('body, body *')
    .toArray()
    .map((element) => textsOf($(element).contents().toArray()).join(''));
  const attributes = $('[aria-label], [alt], [title]')
    .toArray()
    .flatMap((element) =>
      ['aria-label', 'alt', 'title'].map((name) => $(element).attr(name) ?? ''),
    );
  return [...texts, ...attributes, $('title').text()]
    .map(outsideOfMessages)
    .filter((text) => /\p{L}{2}/u.test(text) && !/\p{Nd}{4}/u.test(text));
}

function textsOf(nodes: readonly { type: string; data?: string }[]): string[] {
  return nodes.flatMap(({ type, data = '' }) => (type === 'text' ? data : []));
}

/** Returns what is left of a text without its messages, which may be nested. */
function outsideOfMessages(text: string): string {
  const message = new RegExp(`${opening}[^${opening}${closing}]*${closing}`, 'g');
  const rest = text.replace(message, '');
  return rest === text ? rest.replace(/\u2068.*?\u2069/g, '') : outsideOfMessages(rest);
}

/** Returns the variables of a message, each with its type; the cases of a plural may differ. */
function variablesOf(text: string): string[] {
  const named = (parts: ReturnType<IntlMessageFormat['getAst']>): string[] =>
    parts.flatMap((part) => {
      const own = 'value' in part && part.type !== 0 ? [`${part.type} ${part.value}`] : [];
      const inner =
        'options' in part ? Object.values(part.options).flatMap(({ value }) => named(value)) : [];
      return [...own, ...inner];
    });
  return [
    ...new Set(named(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())),
  ].sort();
}
