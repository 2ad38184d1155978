import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { load } from 'cheerio';
import request from 'supertest';
import { createAppAlone } from '../../support/app/create-app-alone.ts';
import { openPages, pagesWithLogin } from '../../support/app/page-paths.ts';
import { allServiceScopes, startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';
import { closing, createPseudoLanguages, opening } from './made-up-languages.ts';

const folder = new URL('../../../views/messages/', import.meta.url);
const catalogues = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    file,
    messages: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>,
  }));

const { app } = createAppAlone();

test('a page says that a machine wrote its words, if no native speaker has read them', async () => {
  for (const { file, messages } of catalogues) {
    const code = file.replace('.json', '');
    const footer = load((await request(app).get('/').set('Accept-Language', code)).text)(
      'footer',
    ).text();
    const isMachineMade = messages['language.writtenBy'] === 'machine';
    assert.equal(footer.includes(messages['language.machineMade'] ?? ''), isMachineMade, code);
  }
});

test('all words on all pages are in the catalogues, and a right-to-left language mirrors the page', async (t) => {
  const { url } = await startApp(t, {
    settings: { SERVICE_SCOPES: allServiceScopes, CONVENTION_NAME: '1999' },
    messages: createPseudoLanguages(t),
  });
  for (const attendee of ['robin', 'sam', 'noa']) {
    const browser = visitor();
    await logIn(browser, `${url}/profile`, { as: attendee, untick: ['pii:phone'] });
    const more = [
      '/badge-name?try=%D0%96',
      '/sharing/stop?scope=pii:email',
      '/logged-out',
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
      const response = await browser.request(url + path, {
        headers: { 'accept-language': language ?? '', 'sec-fetch-site': 'same-origin' },
      });
      const $ = load(await response.text());
      assert.deepEqual(
        [$('html').attr('lang'), $('html').attr('dir')],
        [language, direction],
        path,
      );
      // On these pages, the labels are department names, the convention's own questions and cookie
      // names, which are never translated.
      if (['/volunteering', '/dealer', '/privacy'].includes(path)) $('dt').remove();
      assert.deepEqual(
        untranslatedTexts($),
        [],
        `${path} in ${language}: these words do not come from a message (it.t, words)`,
      );
    }
  }
});

/**
 * Returns the strings that do not come from a message catalogue, including attributes that are read
 * aloud. Language names, dates (recognised by their year) and text written by people are left out.
 */
function untranslatedTexts($: ReturnType<typeof load>): string[] {
  $(
    'script, style, bdi, code, time, [translate=no], [lang][value], svg, .print-only, .badge-details dt',
  ).remove();
  // A message that contains a value is split into several nodes of one element.
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

function outsideOfMessages(text: string): string {
  const message = new RegExp(`${opening}[^${opening}${closing}]*${closing}`, 'g');
  const rest = text.replace(message, '');
  return rest === text ? rest.replace(/\u2068.*?\u2069/g, '') : outsideOfMessages(rest);
}
