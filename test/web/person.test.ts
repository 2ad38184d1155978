import assert from 'node:assert/strict';
import test from 'node:test';
import * as person from '../../src/web/person.ts';
import { initials, pictureUrl } from '../../src/web/person.ts';
import { checkInert } from '../support/app/check-inert.ts';
import { calls, startScriptedApp } from '../support/app/scripted-app.ts';
import { startApp } from '../support/app/start-app.ts';
import { type LoadedPage, logIn, visitor } from '../support/app/visitor.ts';
import { cpuMilliseconds } from '../support/machine/cpu-time.ts';
import { asRead } from '../support/platform/as-read.ts';

type Person = Parameters<typeof person.displayName>[0];
const displayName = (user: Person) => person.displayName(asRead(user));
const legalName = (user: Person) => person.legalName(asRead(user));

const blanks = [
  undefined,
  null,
  '',
  ' ',
  '\t\n',
  '\u00a0',
  '\u200b',
  '\u200b \u2060\ufeff',
  '\u202e\u202c',
  '\u0000\u0007',
];

test('a preferred name is shown, without the spaces around it', () => {
  assert.equal(
    displayName({ preferredName: ' Robin ', firstName: 'Roberta', lastName: 'Banks' }),
    'Robin',
  );
  assert.equal(displayName({ preferredName: '  👨‍👩‍👧‍👦', firstName: 'Roberta' }), '👨‍👩‍👧‍👦');
});

test('without a preferred name the username is shown, without that nothing, and never the legal name', () => {
  for (const preferredName of blanks) {
    const person = { preferredName, firstName: 'Roberta', lastName: 'Banks' };
    assert.equal(displayName({ ...person, username: 'robin_banks' }), 'robin_banks');
    for (const username of blanks) assert.equal(displayName({ ...person, username }), '');
  }
});

test('a person with a single name has that name, with any placeholder in the other field', () => {
  for (const mark of ['-', '.', ' - ', ...blanks]) {
    assert.equal(legalName({ firstName: 'Suharto', lastName: mark }), 'Suharto');
    assert.equal(legalName({ firstName: mark, lastName: 'Suharto' }), 'Suharto');
  }
});

test('the parts of a name are never swapped, and marks within them stay', () => {
  assert.equal(legalName({ firstName: 'Yoko', lastName: 'Ono' }), 'Yoko Ono');
  assert.equal(legalName({ firstName: 'J.', lastName: 'Smith-Jones' }), 'J. Smith-Jones');
});

test('the initials of a megabyte-long name take no time', () => {
  for (const name of [
    'W'.repeat(2 ** 20),
    `a${'\u0301'.repeat(2 ** 20)}`,
    '🦊\u200d'.repeat(2 ** 18),
  ]) {
    let letters = '';
    const cost = cpuMilliseconds(() => {
      letters = initials(name);
    });
    assert.ok(cost < 500, `${cost} ms`);
    assert.ok(letters.length > 0 && letters.length <= 16, `${letters.length} code units`);
    assert.doesNotMatch(letters, /\p{Surrogate}/u);
  }
});

test('initials are the first letters of the first two words, as complete characters', () => {
  assert.equal(initials('Robin'), 'R');
  assert.equal(initials('robin van banks'), 'RV');
  assert.equal(initials('🦊 fox'), '🦊F');
  assert.equal(initials('👨‍👩‍👧‍👦 e\u0301mile'), '👨‍👩‍👧‍👦E\u0301');
  assert.equal(initials(''), '');
});

test('initials have the usual capitals, and are complete characters', () => {
  for (const [name, expected] of [
    ['გიორგი ბერიძე', 'გბ'],
    ['ანა', 'ა'],
    ['ßeta', 'ß'],
    ['ŉdlovu', 'ŉ'],
    ['άννα ωμέγα', 'ΆΩ'],
    ['армен', 'А'],
    ['սիրանուշ', 'Ս'],
    ['ကျော် ဇော်', 'ကျော်ဇော်'],
    ['സുബ്രഹ്മണ്യൻ', 'സു'],
    ['👩🏽‍❤️‍💋‍👨🏿👩🏽‍❤️‍💋‍👨🏿', '👩🏽‍❤️‍💋‍👨🏿'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿 fox', '🏴󠁧󠁢󠁳󠁣󠁴󠁿F'],
    ['👨🏽‍👩🏽‍👧🏽‍👦🏽‍👧🏽', '👨🏽‍👩🏽‍👧🏽‍👦🏽‍👧🏽'],
    ['(robin) "van" b', 'RV'],
    ['\u200frobin - fox', 'RF'],
    ['\u{1facf} x', '\u{1facf}X'],
    ['ليلى العامري', 'ل\u200Cا'],
    ['محمد', 'م'],
    ['---', '-'],
  ] as const)
    assert.equal(initials(name), expected, name);
});

test('an invisible preferred name gives way to the username', () => {
  for (const blank of ['\ufe0f', '\u034f', '\u{e0001}', '\u180b \u2060'])
    assert.equal(displayName({ preferredName: blank, username: 'robin' }), 'robin');
});

test('a username that begins with @ has one @ on a page', () => {
  const usernameOf = (username: string, preferredName = 'Ada') =>
    person.personView(asRead({ username, preferredName }), []).username;
  for (const username of ['ada', '@ada', '@@ada'])
    assert.equal(usernameOf(username), 'ada', username);
  assert.equal(usernameOf('@', 'Ada'), undefined);
  assert.equal(usernameOf('@Ada'), undefined, 'no username if it equals the name');
  assert.equal(usernameOf('a@da'), 'a@da');
});

const settings = {
  PICTURE_ORIGINS: 'https://pictures.example, https://bücher.example:8443 http://127.0.0.1:4000',
};

const shown: [string, string][] = [
  ['https://pictures.example/77.jpg', 'https://pictures.example/77.jpg'],
  ['//pictures.example/77.jpg', 'https://pictures.example/77.jpg'],
  [' //pictures.example/a?b=//c', 'https://pictures.example/a?b=//c'],
  ['https://pictures.example/77.svg?size=2#part', 'https://pictures.example/77.svg?size=2#part'],
  ['https://pictures.example:443/77.jpg', 'https://pictures.example/77.jpg'],
  ['HTTPS://Pictures.EXAMPLE/A.JPG', 'https://pictures.example/A.JPG'],
  ['https://pictures。example/77.jpg', 'https://pictures.example/77.jpg'],
  ['  https://pict\tures.exam\r\nple/7\n7.jpg ', 'https://pictures.example/77.jpg'],
  ['https:\\\\pictures.example\\77.jpg', 'https://pictures.example/77.jpg'],
  [
    'https://pictures.example\\@evil.example/77.jpg',
    'https://pictures.example/@evil.example/77.jpg',
  ],
  ['https://pictures.example/../../77.jpg', 'https://pictures.example/77.jpg'],
  [
    'https://pictures.example/"><script>alert(1)</script>',
    'https://pictures.example/%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  ],
  ['https://pictures.example/\u202egpj.77', 'https://pictures.example/%E2%80%AEgpj.77'],
  ['https://\u0000pictures.example/\ud800', 'https://pictures.example/%EF%BF%BD'],
  ['https://BÜCHER.example:8443/77.jpg', 'https://xn--bcher-kva.example:8443/77.jpg'],
  ['http://127.0.0.1:4000/77.jpg', 'http://127.0.0.1:4000/77.jpg'],
  ['http://0x7f.1:4000/77.jpg', 'http://127.0.0.1:4000/77.jpg'],
  [`https://pictures.example/${'x'.repeat(1975)}`, `https://pictures.example/${'x'.repeat(1975)}`],
];

const notShown: unknown[] = [
  ...[undefined, null, '', ' ', '77.jpg', '/77.jpg', '\\\\pictures.example\\77.jpg'],
  ...['javascript:alert(1)', 'java\nscript:alert(1)', 'javascript://pictures.example/%0aalert(1)'],
  'data:image/png;base64,AAAA',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://pictures.example/77',
  'file:///etc/passwd',
  'ftp://pictures.example/77.jpg',
  'view-source:https://pictures.example/77.jpg',
  'http://pictures.example/77.jpg',
  'https://127.0.0.1:4000/77.jpg',
  'http://localhost:4000/77.jpg',
  'http://169.254.169.254/latest/meta-data',
  'https://169.254.169.254/',
  'http://[::1]:4000/',
  'http://127.0.0.1/77',
  ...['//tracker.example/77.gif', '///', '//', '//me@pictures.example/77.jpg'],
  ...['https://tracker.example/77.gif', 'https://evil.example/https://pictures.example/77.jpg'],
  'https://pictures.example@evil.example/77.jpg',
  'https://evil.example\\@pictures.example/77.jpg',
  ...['https://evil.example#@pictures.example/77.jpg', 'https://me:secret@pictures.example/77.jpg'],
  'https://pictures.example.evil.example/77.jpg',
  'https://pictures.example%2eevil.example/77.jpg',
  'https://sub.pictures.example/77.jpg',
  'https://evilpictures.example/77.jpg',
  'https://pictures.example./77.jpg',
  'https://pictures.example:8443/77.jpg',
  'https://pictures.example:99999/77.jpg',
  'https://bücher.example/77.jpg',
  // Lookalike letters: a Cyrillic i and a dotless Latin i.
  'https://pіctures.example/77.jpg',
  'https://pıctures.example/77.jpg',
  'https://bucher.example:8443/77.jpg',
  `https://pictures.example/${'x'.repeat(1976)}`,
  `https://pictures.example/${'ü'.repeat(400)}`,
  `https://pictures.example/${'x'.repeat(500_000)}`,
  ...[['https://pictures.example/77.jpg'], { href: 'https://pictures.example/77.jpg' }, 77, true],
];

test('P53 a picture is shown only from the configured sites, by its parsed URL, and otherwise the initials', async (t) => {
  const app = await startScriptedApp(t, {}, settings);
  const openWith = (profilePictureUrl: unknown) => {
    app.answers[calls.user] = { id: 77, preferredName: 'Foxy Fox', profilePictureUrl };
    return app.open('/profile');
  };
  for (const [address, src] of shown)
    assert.equal(pictureOf(await openWith(address)), src, address);
  for (const address of notShown) {
    assert.equal(
      pictureOf(await openWith(address)),
      undefined,
      JSON.stringify(address)?.slice(0, 100),
    );
  }
  const asked = new Set(app.requests.map(({ method, path }) => `${method} ${path}`));
  assert.deepEqual([...asked], [calls.user], 'the server itself does not request the picture');
});

function pictureOf(page: LoadedPage): string | undefined {
  assert.equal(page.status, 200);
  assert.equal(page.$('.picture .initials text').text(), 'FF');
  checkInert(page);
  const picture = page.$('main img');
  assert.ok(picture.length <= 1);
  const { src, ...others } = picture.attr() ?? {};
  if (picture.length > 0) {
    assert.deepEqual(others, { alt: '', width: '64', height: '64', referrerpolicy: 'no-referrer' });
  }
  return src;
}

test('P53 pictures may come from CONVENTION_URL unless the settings say otherwise, also for the browser', async (t) => {
  const app = await startApp(t);
  const { html, headers } = await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  assert.ok(html.includes(`<img src="${app.sandbox.url}/pictures/1001.svg"`));
  assert.match(
    headers.get('content-security-policy') ?? '',
    new RegExp(`;img-src 'self' ${app.sandbox.url};`),
  );
  for (const name of ['blair', 'mallory']) {
    const page = await logIn(visitor(), `${app.url}/profile`, { as: name });
    assert.equal(
      page.$('main img').length,
      0,
      `the picture of ${name} is not shown, because it is on another site or a script`,
    );
  }
  assert.ok(
    !app.sandbox.calls.some(({ path }) => path.startsWith('/pictures/')),
    'the server itself does not request a picture',
  );

  await app.restartApp({ PICTURE_ORIGINS: 'https://pictures.example.net' });
  const blairs = await logIn(visitor(), `${app.url}/profile`, { as: 'blair' });
  assert.equal(blairs.$('main img').attr('src'), 'https://pictures.example.net/blair.jpg');
  assert.match(
    blairs.headers.get('content-security-policy') ?? '',
    /;img-src 'self' https:\/\/pictures\.example\.net;/,
  );
});

test('a picture URL has at most 2,000 characters', () => {
  const origins = ['https://pictures.example'];
  const longest = 'https://pictures.example/'.padEnd(2000, 'x');
  assert.equal(pictureUrl(longest, origins), longest);
  assert.equal(pictureUrl(`${longest}x`, origins), undefined);
});
