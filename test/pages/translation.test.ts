// Browsers must not translate names of people, places, departments and the convention, or any text
// that a person typed. Page titles and attributes cannot be marked, so they are not checked.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import { createNameMarks } from '../../src/web/untranslated-names.ts';
import { allPages, openPages } from '../support/app/page-paths.ts';
import { startScriptedApp } from '../support/app/scripted-app.ts';
import { visitor } from '../support/app/visitor.ts';
import { validResponses } from '../support/platform/valid-responses.ts';
import { textsIn } from './texts-in.ts';

const notTyped = /(^|\.)(id|sub|type|bornAt|createdAt|updatedAt|productId|profilePictureUrl)$/;
const paths = [
  ...allPages.filter((path) => path !== '/login/callback'),
  '/badge-name?try=Zqpreview',
  '/sharing/stop?scope=pii:email',
  '/login/choose?return_to=/roles',
  '/nowhere',
];

function withTypedTexts(response: unknown): unknown {
  let changed = response;
  for (const [index, { field }] of textsIn(response).entries())
    if (!notTyped.test(field))
      changed = textsIn(changed)[index]?.withText(
        /email$/i.test(field) ? `Zq${index}@example.org` : `Zq${index} text`,
      );
  return changed;
}

function translatedIn(html: string): string[] {
  const $ = load(html);
  $('head, script, template, [translate=no]').remove();
  const nodes = $('*').contents().toArray();
  return nodes.flatMap((node) => (node.type === 'text' ? [$(node).text()] : []));
}

for (const name of ['Eurofurence 31', 'ÀNuit & Jour', 'the.con!', 'فرکون ۲۰۲۷'])
  test(`the convention "${name}", typed texts and the place are marked on every page, in each language`, async (t) => {
    const responses = Object.fromEntries(
      Object.entries(validResponses).map(([call, response]) => [call, withTypedTexts(response)]),
    );
    const app = await startScriptedApp(t, responses, {
      CONVENTION_NAME: name,
      CONVENTION_PLACE: 'Zqplace',
      HELP_EMAIL: 'zqhelp@example.org',
      DESK_HOURS: '2099-07-03 10:00-18:00',
    });
    const shown = new Set<string>();
    const visits = [
      ...paths.map((path) => [app.attendee, path] as const),
      ...['/nowhere', ...openPages].map((path) => [visitor(), path] as const),
    ];
    for (const language of ['en', 'de', 'fr', 'es'])
      for (const [who, path] of visits) {
        who.cookies(app.url).set(`language-${new URL(app.url).port}`, language);
        const { html, $ } = await who.open(app.url + path, `${app.url}/badge-name`);
        for (const [text] of html.matchAll(/Zq\d+/g)) shown.add(text);
        assert.equal($('html').attr('lang'), language, path);
        assert.ok($('body').text().includes(name), `${path} names the convention`);
        const translated = translatedIn(html).filter(
          (text) => /zq|[\u2066-\u2069]/i.test(text) || text.includes(name),
        );
        assert.deepEqual(translated, [], `${language} ${path}`);
      }
    assert.ok(shown.size > 25, `${shown.size} texts of records are shown`);
  });

test('a name is marked in text only, as a separate word, and once', () => {
  const mark = createNameMarks('C++ &amp; (Con)');
  const marked = '<span translate="no" dir="auto">C++ &amp; (Con)</span>';
  for (const [html, expected] of [
    ['<p>At C++ &amp; (Con).</p>', `<p>At ${marked}.</p>`],
    ['<p>C++ &amp; (Con)s</p>', '<p>C++ &amp; (Con)s</p>'],
    ['<p title="C++ &amp; (Con)">a</p>', '<p title="C++ &amp; (Con)">a</p>'],
    ['<title>C++ &amp; (Con)</title>', '<title>C++ &amp; (Con)</title>'],
    ['<style>C++ &amp; (Con)</style>', '<style>C++ &amp; (Con)</style>'],
    ['<text x="1">C++ &amp; (Con)</text>', '<text x="1">C++ &amp; (Con)</text>'],
    [
      '<b translate="no" dir="ltr">a C++ &amp; (Con)</b>',
      '<b translate="no" dir="ltr">a C++ &amp; (Con)</b>',
    ],
    ['<p>“\u2068fox.\u2069”</p>', '<p>“<span translate="no" dir="auto">fox.</span>”</p>'],
    ['<p aria-label="\u2068fox\u2069">a</p>', '<p aria-label="\u2068fox\u2069">a</p>'],
  ] as const)
    assert.equal(mark(html), expected);
});
