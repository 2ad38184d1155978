import assert from 'node:assert/strict';
import test from 'node:test';
import { isRegistered } from '../src/sandbox/oauth/redirect-uris.ts';
import {
  boundedText,
  cleanText,
  firstGrapheme,
  graphemesOf,
  isolated,
  parseUrl,
  truncate,
  visible,
} from '../src/text.ts';
import { cpuMilliseconds } from './support/machine/cpu-time.ts';

const unsortedMarks = (count: number) => `a${'\u0301\u0323'.repeat(count / 2)}`;

const awkward: Record<string, (size: number) => string> = {
  'marks out of order': unsortedMarks,
  'one mark, again and again': (size) => `a${'\u0301'.repeat(size)}`,
  'marks between letters': (size) => `${unsortedMarks(40)}b`.repeat(size / 42),
  'spaces only': (size) => ' '.repeat(size),
  'spaces before a letter': (size) => `${' '.repeat(size)}a`,
  'invisible characters': (size) => '\u200b\u3164'.repeat(size / 2),
  'an endlessly joined family': (size) => '👩\u200d'.repeat(size / 3),
  'endless flags': (size) => '🇩'.repeat(size / 2),
  'half characters': (size) => '\ud83d'.repeat(size),
  'direction marks': (size) => '\u202e'.repeat(size),
  'letters without a space': (size) => 'x'.repeat(size),
};
for (const [name, textOf] of Object.entries(awkward)) {
  test(`P73 a million units of ${name} are cleaned and normalised at once`, () => {
    const text = textOf(1_000_000);
    const spent = cpuMilliseconds(() => {
      for (const shown of [cleanText(text), boundedText(text)]) {
        shown.normalize('NFC');
        assert.equal(shown.length <= 5000, true);
      }
    });
    // Without the limit on combining marks, normalising unsorted marks would take an hour.
    assert.equal(spent < 500, true, `${spent} ms of CPU`);
  });
}

const lists: Record<string, { text: string; count: number; most: number }> = {
  // Counting the marks with a regular expression would take 15 times as long.
  'words with 30 marks each': {
    text: `a${'\u0301'.repeat(30)} `.repeat(19),
    count: 4000,
    most: 250,
  },
  'words with 20 marks each': {
    text: `a${'\u0301'.repeat(20)} `.repeat(19),
    count: 8000,
    most: 250,
  },
  // A much lower limit, because names without combining marks are scanned only once.
  'ordinary names': { text: 'Group of some name', count: 300_000, most: 80 },
};
for (const [name, { text, count, most }] of Object.entries(lists)) {
  test(`P73 a list of ${count} texts of ${name} is cleaned at once`, () => {
    const clean = () => {
      for (let index = 0; index < count; index += 1) cleanText(text);
    };
    const spent = Math.min(...[1, 2, 3].map(() => cpuMilliseconds(clean)));
    assert.equal(spent < most, true, `${spent} ms of CPU`);
  });
}

test('an ordinary text stays as it is, without the spaces around it', () => {
  for (const text of ['Robin', 'Zoë', 'ร้องเพลง', '👩‍👩‍👧', 'a\nb', 'x'.repeat(1000), 'a\u200bb']) {
    assert.equal(cleanText(` ${text}\t`), text);
    assert.equal(boundedText(` ${text}`), ` ${text}`);
  }
});

test('a text without visible characters is empty', () => {
  for (const text of ['', ' ', '\u200b', '\u3164\n', '\u0000', '\u2800'.repeat(3000)])
    assert.equal(cleanText(text), '');
});

test('a long text is cut between two characters, and ends with an ellipsis', () => {
  assert.equal(cleanText('x'.repeat(1001)), `${'x'.repeat(1000)}…`);
  const family = '👩‍👩‍👧';
  const families = cleanText(family.repeat(500));
  assert.equal(families, `${family.repeat(Math.floor(1000 / family.length))}…`);
  assert.equal(cleanText(`x${family.repeat(500)}`), `x${family.repeat(124)}…`);
  assert.equal(cleanText('👍'.repeat(600)), `${'👍'.repeat(500)}…`);
  const endless = 'x'.repeat(950) + '👩\u200d'.repeat(100);
  assert.equal(
    cleanText(endless),
    `${endless.slice(0, 1000)}…`,
    'a character that never ends is cut',
  );
  const spaces = ' '.repeat(6000);
  assert.equal(cleanText(`left${spaces}right`), 'left…');
  assert.equal(cleanText(`left${spaces}`), 'left');
  assert.equal(
    cleanText(' '.repeat(4990) + 'x'.repeat(10)),
    'x'.repeat(10),
    'only the first 5,000 code units are read',
  );
});

test('typed text keeps its spaces, at most 5,000 units and 30 marks in a row', () => {
  assert.equal(boundedText(` ${'x'.repeat(6000)}`), ` ${'x'.repeat(4999)}`);
  assert.equal(
    boundedText(`x${'👍'.repeat(3000)}`),
    `x${'👍'.repeat(2499)}`,
    'no character is cut in half',
  );
  assert.equal(boundedText(`a${'\u0301'.repeat(31)}b`), `a${'\u0301'.repeat(30)}b`);
  const mark = '\u{1E944}';
  assert.equal(
    boundedText(`a${mark.repeat(40)}b`),
    `a${mark.repeat(30)}b`,
    'no mark is cut in half',
  );
});

test('a text is split into the characters that a reader sees', () => {
  assert.deepEqual(graphemesOf('Ann-1'), ['A', 'n', 'n', '-', '1']);
  assert.deepEqual(graphemesOf('e\u0301 👨‍👩‍👧\r\n'), ['e\u0301', ' ', '👨‍👩‍👧', '\r\n']);
});

test('the first character is a whole one, and an empty text has none', () => {
  assert.equal(firstGrapheme('👨‍👩‍👧‍👦 family'), '👨‍👩‍👧‍👦');
  assert.equal(firstGrapheme('e\u0301mile'), 'e\u0301');
  assert.equal(firstGrapheme(''), '');
});

test('a long text is cut after 500 graphemes, never inside one', () => {
  const family = '👨‍👩‍👧‍👦';
  for (const one of ['W', 'é', 'e\u0301', '漢', '🦊', family]) {
    assert.equal(truncate(one.repeat(500)), one.repeat(500), 'nothing is truncated');
    assert.equal(truncate(one.repeat(501)), `${one.repeat(500)}…`);
  }
  assert.equal(truncate('abcdef', 3), 'abc…');
  assert.equal(truncate('', 3), '');
});

test('a megabyte of text is cut at once, even if all of it is a single grapheme', () => {
  for (const text of [
    'W'.repeat(2 ** 20),
    `a${'\u0301'.repeat(2 ** 20)}`,
    '🦊\u200d'.repeat(2 ** 18),
  ]) {
    let cut = '';
    const cost = cpuMilliseconds(() => {
      cut = truncate(text);
    });
    assert.ok(cost < 500, `${cost} ms`);
    assert.ok(cut.length <= 8001 && cut.endsWith('…'), `${cut.length} code units`);
    assert.doesNotMatch(cut, /\p{Surrogate}/u);
  }
});

test('a URL with letters beyond ASCII is still parsed after thousands of calls', () => {
  const address = 'https://BÜCHER.example/';
  for (let call = 0; call < 20_000; call += 1) {
    assert.equal(parseUrl(address)?.host, 'xn--bcher-kva.example', `call ${call}`);
    assert.equal(isRegistered(address, [address]), true, `call ${call}`);
  }
});

test('anything that is not a URL is undefined', () => {
  for (const text of ['no address', '/path', 'https://[', '', undefined, 1, {}])
    assert.equal(parseUrl(text), undefined);
});

test('characters that Unicode says not to draw are invisible in any script', () => {
  const undrawn = ['\ufe0f', '\u034f', '\u{e0100}', '\u17b4', '\u180b', '\u2060', '\u{1d173}'];
  for (const text of [
    ...undrawn,
    undrawn.join(' '),
    '\u{1d159}',
    '\u{13441}',
    '\u{13442}',
    '\ufffe',
    '\u3164',
    ' \u115f ',
    '\uffa0',
    '\u202e\u202c',
  ])
    assert.equal(visible(text), '', JSON.stringify(text));
  assert.equal(visible(' a\u200bb '), 'a\u200bb', 'hidden characters inside a text stay');
});

test('a character that this version of Unicode does not know is visible, as are private ones', () => {
  for (const text of [
    '\u{1facf}',
    '\u{1f6d9}',
    '\u{323b0}',
    '\u{10d8f}',
    '\ue000',
    '\u06dd',
    '\u0301',
  ])
    assert.equal(visible(text), text, JSON.stringify(text));
});

test('a vowel sign is part of its letter, even if Unicode counts it separately', () => {
  assert.deepEqual(graphemesOf('ကျော်ဇော'), ['ကျော်', 'ဇော']);
  assert.deepEqual(graphemesOf('\u1a20\u1a63\u1a20'), ['\u1a20\u1a63', '\u1a20']);
  assert.deepEqual(graphemesOf('\u0301a'), ['\u0301', 'a']);
});

test('P70 a name in a sentence has no isolates except the one around it', () => {
  assert.equal(isolated('Robin'), '\u2068Robin\u2069');
  assert.equal(isolated('\u2069\u202ERo\u2067bin\u2066'), '\u2068Robin\u2069');
});

/**
 * For each limit: the function that applies it, a string at the limit, a string just over it, and
 * the result for the second string.
 */
const edges: Record<string, [(text: string) => string, string, string, string]> = {
  'a text is looked at': [boundedText, 'x'.repeat(5000), 'x'.repeat(5001), 'x'.repeat(5000)],
  'a text is shown': [cleanText, 'x'.repeat(1000), 'x'.repeat(1001), `${'x'.repeat(1000)}…`],
  'marks follow a letter': [boundedText, marked(30), marked(31), marked(30)],
  'marks stack on a letter': [(text) => firstGrapheme(text), marked(30), marked(31), marked(15)],
};
for (const [name, [bound, inside, outside, left]] of Object.entries(edges)) {
  test(`up to its limit ${name} whole, and beyond it in part`, () => {
    assert.equal(bound(inside), inside);
    assert.equal(bound(outside), left);
  });
}

function marked(count: number) {
  return `a${'\u0301'.repeat(count)}`;
}
