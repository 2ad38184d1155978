import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadMessages, withRegion } from '../../../src/web/words/messages.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const folder = new URL('../../../views/messages/', import.meta.url);
const catalogue: Record<string, string> = JSON.parse(
  readFileSync(new URL('en.json', folder), 'utf8'),
);
const sources = [...readAll('src', /^(?!sandbox).*\.ts$/), ...readAll('views', /\.eta$/)];
const words = loadMessages(folder, { locale: 'en', common: { convention: 'Foxcon' } });
const variables = Object.fromEntries(
  Object.values(catalogue)
    .flatMap((text) => [...text.matchAll(/\{(\w+)(, (plural|number|selectordinal))?/g)])
    .map(([, name = '', , format]) => [name, format ? 2 : 'Foxy'])
    // A variable that is a number in one message is a number in all of them.
    .sort(([, a], [, b]) => Number(typeof a === 'number') - Number(typeof b === 'number')),
);
const longestSentence = 20;
/** Punctuation that breaks the rules in views/messages/README.md. */
const wrongSigns: Record<string, RegExp> = {
  // These signs need a non-breaking space before them, and quotation marks need one inside.
  fr: /[^\u202f][;?!%]|[^\u00a0][:»]|«[^\u00a0]/,
  es: /(^|[.?!:] )[^¿?]*\?| [:;?!]/,
};

/** Wordings that views/messages/README.md rules out, each with its replacement. */
const ruledOut: Record<string, readonly (readonly [wording: RegExp, instead: string])[]> = {
  en: [
    [/\{convention\} registration(?! site)/, 'the {convention} registration site'],
    // The heading "At {convention}" means the event, so only the lower-case wording is ruled out.
    [/\bat \{convention\}|\bat the \{convention\} reg/, 'on the {convention} registration site'],
    [/\bafter [^.]*\bat the latest\b/i, 'after … in any case'],
    [
      /\b(cannot|(do|does|is|are|was|were|will|did|could|would|has|have|had) not)\b/i,
      'a contraction, such as can’t',
    ],
    [/\b([Yy]ou|[Ww]e) will\b|\b[Yy]ou are \w/, 'a contraction, such as you’ll or you’re'],
  ],
  de: [
    // The dative of "Das Treffen" is "dem Treffen", so the name must not follow these words.
    [
      /(?<!\p{L})(aus|bei|mit|nach|seit|von|zu|gegenüber|an|auf|in|neben|vor|zwischen) \{convention\}/iu,
      'für {convention}, über {convention} or der Convention {convention}',
    ],
    [/[Ss]ichern/, 'speichern'],
    [/(^|[.!?] )Nichts (wurde|hat)/, 'Es wurde nichts …, Es hat sich nichts …'],
  ],
  fr: [
    [/\b[Ss]ite \{convention\}/, 'site d’inscription {convention}, or site web {convention}'],
    [/au plus tard après/, 'dans tous les cas après'],
    [/ en (paysage|portrait)/, 'au format paysage'],
    [/(^|\. )Dure \d+ mois/, 'Expire'],
  ],
  es: [
    [/(?<!Inscribirse )en \{convention\}/, 'en la web de inscripción de {convention}'],
    [/a más tardar tras/, 'en cualquier caso tras'],
    // The article depends on the time: "a las 14:05", but "a la 1:05".
    [/(?<!\p{L})las? \{time\}/u, 'a label before the time, such as "Hora: {time}"'],
  ],
};

test('the catalogue has a heading and a text for each problem, and no others', () => {
  const patterns = [
    /problem(?: =|:) '([a-z-]+)'/g,
    /LoginError\('([a-z-]+)'/g,
    /^ {2}'?([a-z-]+)'?: [45]\d\d,$/gm,
  ];
  // All set-up problems share one message.
  const found = patterns.flatMap(findAll).map((name) => name.replace(/^set-.*/, 'set-up'));
  const problems = [...new Set(found)];
  assert.deepEqual(
    problems.flatMap((name) => [`problem.${name}.heading`, `problem.${name}.text`]).sort(),
    Object.keys(catalogue)
      .filter((key) => key.startsWith('problem.'))
      .sort(),
  );
});

test('every message of the catalogue is used', () => {
  const literals = new Set(findAll(/'([\w.-]+)'/g));
  const builtKeys = findAll(/words\(`([\w.-]+)\$\{/g);
  const isUsed = (key: string) =>
    literals.has(key) || builtKeys.some((prefix) => key.startsWith(prefix));
  assert.deepEqual(
    Object.keys(catalogue).filter((key) => !isUsed(key)),
    [],
  );
});

for (const { language, texts } of readCatalogues()) {
  test(`no message in ${language} is empty, or has markup or spaces at its ends`, () => {
    for (const [key, text] of texts) {
      assert.doesNotMatch(text, /[<>!]|&\w+;|&#/, key);
      assert.equal(text, text.trim(), key);
      assert.notEqual(text, '', key);
    }
  });

  test(`no message in ${language} has a wording that the style guide rules out`, () => {
    for (const [key, text] of texts) {
      for (const [wording, instead] of ruledOut[language] ?? []) {
        const found = wording.exec(text)?.[0];
        assert.ok(!found, `${key}: write "${instead}" instead of "${found}"`);
      }
    }
  });

  test(`in ${language} it says who wrote it, and punctuation follows its rules`, () => {
    const said = Object.fromEntries(texts);
    assert.match(said['language.writtenBy'] ?? '', /^(people|machine)$/);
    for (const [key, text] of texts) {
      assert.doesNotMatch(text, /'/, `${key}: use ’ for an apostrophe`);
      const found = wrongSigns[language]?.exec(text)?.[0];
      assert.ok(
        !found,
        `${key}: wrong punctuation or space in "${found}", see views/messages/README.md`,
      );
    }
  });

  test(`no sentence in ${language} is longer than ${longestSentence} words`, () => {
    const say = loadMessages(folder, { locale: language, common: { convention: 'Foxcon' } });
    const tooLong = new Set<string>();
    for (const [key] of texts) {
      for (const n of [1, 2, 1_000_000]) {
        const said = say(key, { ...variables, minutes: n, hours: n, count: n });
        for (const sentence of sentencesOf(said))
          if (wordsIn(sentence) > longestSentence) tooLong.add(`${key}: ${sentence}`);
      }
    }
    assert.deepEqual([...tooLong], [], `split these sentences in views/messages/${language}.json`);
  });
}

/** Words whose form depends on the name next to them, so the catalogues must avoid them. */
const bends: Record<string, RegExp> = {
  // Elision and contraction: d’Eurofurence, qu’Eurofurence; aux Utopiales, du Mans.
  fr: /(?<!\p{L})(à|au|aux|ce|de|des|du|en|jusque|la|le|les|lorsque|ne|puisque|que|se|si) \{(convention|name)\}/iu,
  // The genitive of a name that ends with an s does not add an s, and the article depends on the
  // name.
  de: /\{(convention|name)\}(s|’s?)(?!\p{L})|(?<!\p{L})(d(er|ie|as|en|em|es)|eine?[mnrs]?|beim|vom|zum|zur|im|am) \{(convention|name)\}/iu,
  // Before a name, y and o may become e and u, and al and del depend on its article.
  es: /(?<!\p{L})(y|o|al|del|el|la|los|las) \{(convention|name)\}/iu,
  en: /(?<!\p{L})an? \{(convention|name)\}/iu,
};

test('no word depends on the name after it, and no name ends a sentence twice, in any language', () => {
  for (const { language, texts } of readCatalogues()) {
    for (const [key, text] of texts) assert.doesNotMatch(text, bends[language] ?? /^$/, key);
    for (const convention of [
      'Eurofurence',
      'Hydra',
      '31 Furs',
      'anthrocon',
      'פרוקון',
      'Furs Inc.',
      'Yip!',
      'Où ça ?',
      'and so on…',
    ]) {
      const say = loadMessages(folder, { locale: language, common: { convention } });
      for (const [key] of texts)
        assert.doesNotMatch(say(key, variables), /[.!?…]\.(?!\p{L})/u, `${key}: ${convention}`);
    }
  }
  const shouting = loadMessages(folder, { locale: 'en', common: { convention: 'Yip!' } });
  assert.match(shouting('privacy.ask'), /^Questions\? Contact the Yip! team\.$/);
  const spanish = loadMessages(folder, { locale: 'es', common: { convention: 'Yip!' } });
  assert.match(spanish('privacy.ask'), /al equipo de Yip!$/);
});

test('every message can be formatted with the variables that it names', () => {
  for (const key of Object.keys(catalogue)) {
    assert.doesNotThrow(() => words(key, variables), key);
    assert.doesNotMatch(words(key, variables), /[{}]/, key);
  }
});

test('a variable that every message may use is optional, and a number selects the plural form', () => {
  assert.match(words('home.heading'), /your Foxcon badge/);
  assert.match(words('expired.text', { minutes: 1, hours: 1 }), /after 1 minute without/);
  assert.match(words('expired.text', { minutes: 30, hours: 12 }), /after 30 minutes without/);
});

test('a variable that is an object is a part of the message, in its place; texts are joined', () => {
  const value = { name: '{what} \u0000' };
  assert.deepEqual(words.parts('stop.heading', { what: value }), ['Stop sharing ', value, '?']);
  assert.deepEqual(words.parts('stop.heading', { what: 'it' }), ['Stop sharing it?']);
  assert.deepEqual(words.parts('home.heading', {}), ['Check your Foxcon badge']);
  const regional = withRegion(words, 'en-GB');
  assert.deepEqual(regional.parts('stop.heading', { what: value })[1], value);
});

test('an unknown message, or one without a variable, is reported at once', () => {
  assert.throws(() => words('home.nothing'), /no message home\.nothing/);
  assert.throws(() => words('expired.text'));
  assert.throws(() => words.parts('stop.heading', {}));
  for (const key of ['constructor', '__proto__', '']) assert.throws(() => words(key), /no message/);
});

test('the value of a variable is never read as a message', () => {
  const hostile = loadMessages(folder, {
    locale: 'en',
    common: { convention: "{minutes} <b>'{x}'" },
  });
  assert.equal(hostile('home.heading'), "Check your {minutes} <b>'{x}' badge");
});

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]) /);
}

function wordsIn(sentence: string): number {
  return sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function readCatalogues(): { language: string; texts: [key: string, text: string][] }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      language: file.replace('.json', ''),
      texts: Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
    }));
}

function findAll(pattern: RegExp): string[] {
  return sources.flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found));
}

function readAll(within: string, fits: RegExp): string[] {
  return readdirSync(join(project, within), { recursive: true, encoding: 'utf8' })
    .filter((path) => fits.test(path))
    .map((path) => readFileSync(join(project, within, path), 'utf8'));
}
