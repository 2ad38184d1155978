import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { load } from 'cheerio';
import { checkInert } from '../../support/app/check-inert.ts';
import { withCache } from '../../support/app/limits.ts';
import { rowsOf } from '../../support/app/rows-of.ts';
import { calls, startScriptedApp } from '../../support/app/scripted-app.ts';
import { startApp } from '../../support/app/start-app.ts';
import { type LoadedPage, logIn, visitor } from '../../support/app/visitor.ts';
import { sendHtml } from '../../support/platform/scripted-platform.ts';
import { setFaults } from '../../support/platform/set-faults.ts';
import { validResponses } from '../../support/platform/valid-responses.ts';

const nameOn = ({ $ }: LoadedPage) =>
  $('.badge-name text')
    .toArray()
    .map((line) => $(line).text())
    .join(' ');

/** Returns the drawn name without spaces, because it may be on several lines. */
const lettersOn = ({ $ }: Pick<LoadedPage, '$'>) => withoutSpace($('.badge-name').text());
const withoutSpace = (text: string) => text.replace(/\s/g, '');

const withService = { SERVICE_SCOPES: 'registration:read' };

const aFullPage = {
  ...withService,
  CONVENTION_PLACE: 'Harbour Hall',
  CONVENTION_MAP_URL: 'https://map.example/',
  DESK_HOURS: '2027-07-03 10:00-18:00',
  HELP_EMAIL: 'help@testcon.example',
};

const factsOn = ({ $ }: LoadedPage) =>
  $('.badge-fact')
    .toArray()
    .map((fact) => $(fact).text().trim().replace(/\s+/g, ' '));

test('a paid registration: the badge, that all is set, the facts, and the answers', async (t) => {
  const now = () => Date.parse('2026-07-01T12:05:00Z');
  const app = await startApp(t, {
    settings: { ...aFullPage, CONVENTION_TIME_ZONE: 'Pacific/Auckland' },
    now,
  });
  const page = await logIn(visitor(), `${app.url}/badge-name`, { as: 'robin' });
  assert.equal(page.status, 200);
  assert.equal(page.$('head > title').text(), 'Your badge - Testcon');
  assert.equal(nameOn(page), 'Robin Redbreast');
  assert.equal(
    page.$('svg[role=img] > title').text(),
    'Badge: Robin Redbreast, Testcon, July 3 – 5, 2027, Sponsor, Paid',
  );
  assert.equal(page.$('.first-action').length, 0);
  assert.match(page.text, /Paid You’re all set Bring an ID with your legal name\. Change name/);
  assert.deepEqual(factsOn(page), [
    'Harbour Hall Map',
    'Badge pick-up opens Saturday, July 3 at 10:00 Badge pick-up: Sat 10:00–\u206018:00 Calendar',
  ]);
  assert.deepEqual(rowsOf(page, 'details'), {
    'Name on the badge': 'Robin Redbreast',
    Ticket: 'Sponsor',
    Payment: 'Paid',
    'Number for the desk': '1001',
    When: 'July 3 – 5, 2027',
    'Badge pick-up': 'Sat 10:00–\u206018:00',
    // In UTC, the attendee registered on the evening of March 2.
    Registered: 'March 3, 2026',
    'Age on the first day': '37',
    'T-shirt size': 'M',
    Meals: 'Friday dinner, Sunday brunch',
    'How did you hear of us?': 'A friend told me',
    'Conventions visited before': '4',
  });
  assert.equal(page.$('main a[href^="mailto:"]').text(), 'Something wrong?');
  assert.equal(
    page.$('.badge-checked time .print-only').text(),
    ' (July 2)',
    'the date is only on paper',
  );
  assert.match(page.text, /Checked 00:05 \(July 2\)\. This isn’t a ticket\. Something wrong\?/);
});

test('after a payment, "Check again" reads the record again', async (t) => {
  const app = await startApp(t, { settings: withService });
  const sam = visitor();
  const page = await logIn(sam, `${app.url}/badge-name`, { as: 'sam' });
  const route = 'GET /api/v0/users/{id}/registration';
  const paid = { fault: 'replaced-text', route, fields: ['status'], text: 'paid' };
  await setFaults(app.sandbox, [paid]);
  const again = await sam.follow(page, 'Check again');
  assert.match(again.$('svg > title').text(), /, Paid$/);
  assert.equal(again.$('.first-action').length, 0);
});

test('a missing registration is not an error: the page says so, with the first task, and shows no card', async (t) => {
  const app = await startApp(t, {
    settings: { ...aFullPage, OAUTH_LOGOUT_URL: 'https://reg.testcon.example/logout' },
  });
  const noa = visitor();
  const page = await logIn(noa, `${app.url}/badge-name`, { as: 'noa' });
  assert.equal(page.status, 200);
  assert.match(
    page.text,
    /^We couldn’t find your registration Register for Testcon .* Wrong account\? noa@example\.org Switch account Just registered\? .* Check again Something wrong\?/,
  );
  assert.equal(page.$('main .button').first().attr('href'), `${app.sandbox.url}/`);
  assert.equal(page.$('.badge-card, .badge-fact').length, 0);
  assert.equal((await noa.open(`${app.url}/badge-name.svg`)).status, 404);
  await app.restartApp({ OAUTH_LOGOUT_URL: '' });
  const stays = await noa.open(`${app.url}/badge-name`);
  assert.equal(stays.$('main form[action="/logout"] button').text(), 'Log out');
});

for (const [why, as, fault, status] of [
  ['refuses it (403)', 'robin', undefined, 403],
  ['no longer takes the token for it (401)', 'robin', 'expired-token', 401],
  ['has none (404)', 'noa', undefined, 404],
] as const) {
  test(`without its own credential, and when the convention ${why}, the registration is not known here, and nobody is logged out`, async (t) => {
    // In this test, only the attendee without a registration needs con:read.
    const app = await startApp(t, {
      settings: { OAUTH_SCOPES: `pii:basic${as === 'noa' ? ' con:read' : ''}` },
    });
    const route = 'GET /api/v0/users/{id}/registration';
    if (fault) await setFaults(app.sandbox, [{ fault, route }]);
    const attendee = visitor();
    const page = await logIn(attendee, `${app.url}/badge-name`, { as });
    assert.equal(page.status, 200);
    assert.match(
      page.text,
      /^Your badge Badge: (Robin|noa), Testcon, .*, Account name .*We can’t see your registration.* See your registration/,
    );
    const call = app.sandbox.calls.findLast(({ path }) => path.endsWith('/registration'));
    assert.equal(call?.status, status);
    assert.equal((await attendee.open(`${app.url}/profile`)).status, 200, 'still logged in');
  });
}

test('a platform without registrations, which responds with a 404 without JSON, is not an error on the first page after the login', async (t) => {
  const app = await startScriptedApp(
    t,
    {
      ...validResponses,
      [calls.registration]: (response: ServerResponse) => sendHtml(response, 404),
    },
    { SERVICE_SCOPES: '' },
  );
  const page = await app.open('/');
  assert.deepEqual([page.url.pathname, page.status], ['/badge-name', 200]);
  assert.match(page.text, /Account name .*We can’t see your registration/);
});

for (const [as, name] of [
  ['wanda', 'W'.repeat(40)],
  ['kit', 'Kit 👨‍👩‍👧‍👦 🏳️‍🌈'],
  ['layla', 'ليلى الثعلب 2027'],
  ['mallory', '<script>alert(1)</script><b onmouseover="alert(2)">\'&amp;</b>'],
] as const) {
  test(`P69 the badge name of ${as} is shown unchanged, in isolation, and does nothing`, async (t) => {
    const app = await startApp(t, { settings: withService });
    const attendee = visitor();
    const page = await logIn(attendee, `${app.url}/badge-name`, { as });
    assert.equal(nameOn(page).replaceAll(' ', ''), name.replaceAll(' ', ''));
    assert.ok(!page.$('head > title').text().includes(name));
    checkInert(page);
    const desk = await attendee.open(`${app.url}/desk`);
    assert.equal(desk.$('.desk-name').attr('aria-label'), name);
    checkInert(desk);
  });
}

const hostileNames: [typed: string, drawn: string][] = [
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['"><img src=x onerror=alert(3)>', '"><img src=x onerror=alert(3)>'],
  [
    ']]></text></svg><script xmlns="http://www.w3.org/1999/xhtml">alert(4)</script>',
    ']]></text></svg><script xmlns="http://www.w3.org/1999/xhtml">alert(4)</script>',
  ],
  ['<!ENTITY x SYSTEM "file:///etc/passwd">&x;', '<!ENTITY x SYSTEM "file:///etc/passwd">&x;'],
  ['\u202Egnirts', 'gnirts'],
  ['\u0000a\u0008\uFFFEb', 'a b'],
  ['W'.repeat(5000), `${'W'.repeat(80)}…`],
  [`Z${'\u0335'.repeat(400)}`, 'Z\u0335\u0335\u0335'],
  ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
];

test('P69 any previewed name is shown and does nothing, on the page and in the picture', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  for (const [typed, drawn] of hostileNames) {
    const query = new URLSearchParams({ try: typed });
    const page = await robin.open(`${app.url}/badge-name?${query}`, app.url);
    const title = `Preview: ${drawn}, Testcon, July 2 – 5, 2027, Sponsor, Not saved`;
    assert.deepEqual([page.status, page.$('svg > title').text()], [200, title]);
    // Next to the profile picture, about fifty of the widest letters fit on the badge.
    const letters = lettersOn(page);
    assert.ok(withoutSpace(drawn).startsWith(letters.replace(/…$/, '')), letters);
    assert.ok(letters.length >= Math.min(50, withoutSpace(drawn).length), letters);
    assert.equal(
      page.$('input[name=try]').val(),
      typed.slice(0, 500).replace(/\p{Cc}/gu, ' ') + (typed.length > 500 ? '…' : ''),
    );
    assert.match(page.text, /Your badge name is still “Robin Redbreast”/);
    assert.doesNotMatch(page.text, /\bPaid/);
    checkInert(page);
    const picture = await robin.open(`${app.url}/badge-name.svg?${query}`, app.url);
    const $ = load(picture.html, { xml: true });
    assert.equal($('svg > title').text(), title);
    assert.equal(lettersOn({ $ }), letters);
    checkPicture(picture);
  }
});

test('P69 the picture of every badge name is a valid document of its own in which nothing runs', async (t) => {
  const app = await startApp(t, { settings: withService });
  for (const as of ['robin', 'sam', 'mallory', 'blair', 'wanda', 'kit', 'layla', 'zoe']) {
    const attendee = visitor();
    const page = await logIn(attendee, `${app.url}/badge-name`, { as });
    const picture = await attendee.open(`${app.url}/badge-name.svg`);
    checkPicture(picture);
    const $ = load(picture.html, { xml: true });
    assert.equal($('svg > title').text(), page.$('svg > title').text());
    assert.equal(lettersOn({ $ }), lettersOn(page));
    assert.match(
      $('style').text(),
      /^@font-face\{.*url\(data:font\/woff2;base64,[\w+/]{9000,}=*\)\}$/,
    );
    assert.equal($('image, img').length, 0, 'the file loads nothing');
  }
});

test('the picture is a file to keep, for every attendee who is logged in', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  const { status, headers } = await robin.open(`${app.url}/badge-name.svg`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'image/svg+xml; charset=utf-8');
  assert.equal(headers.get('content-disposition'), 'attachment; filename="badge.svg"');
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none';.* sandbox$/);
  const byScript = {
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    'sec-fetch-site': 'same-origin',
  };
  const nobody = await visitor().request(`${app.url}/badge-name.svg`, { headers: byScript });
  assert.equal(nobody.status, 401);
  assert.doesNotMatch(await nobody.text(), /Robin/);
});

test('the saved picture has a portrait version, and on request a place for the profile picture', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  const upright = ['badge-upright.svg', '0 0 1080 1920'] as const;
  for (const [query, [file, viewBox], initials] of [
    ['', ['badge.svg', '0 0 640 412'], 0],
    ['?picture', ['badge.svg', '0 0 640 412'], 1],
    ['?upright', upright, 0],
    ['?upright&picture=', upright, 1],
  ] as const) {
    const picture = await robin.open(`${app.url}/badge-name.svg${query}`);
    checkPicture(picture);
    const $ = load(picture.html, { xml: true });
    assert.equal($('svg').first().attr('viewBox'), viewBox);
    assert.match($('svg > title').text(), /^Badge: Robin Redbreast, .* Paid$/);
    assert.equal(
      $('text:contains("RR")').length,
      initials,
      'the initials are drawn only with ?picture',
    );
    const disposition = picture.headers.get('content-disposition');
    assert.equal(disposition, `attachment; filename="${file}"`);
  }
  const noa = visitor();
  await logIn(noa, `${app.url}/badge-name`, { as: 'noa' });
  assert.equal((await noa.open(`${app.url}/badge-name.svg?upright`)).status, 404);
});

test('a previewed name is neither sent to the convention nor logged or stored', async (t) => {
  // With a cache, the picture uses the ticket that the page has just read.
  const app = await startApp(t, { settings: withService, limits: withCache });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  const asked = app.sandbox.calls.length;
  const picture = await robin.open(`${app.url}/badge-name.svg?try=Quetzalcoatlus`, app.url);
  assert.equal(app.sandbox.calls.length, asked, 'the picture needs no call to the convention');
  assert.match(picture.html, /Quetzalcoatlus/);
  const preview = await robin.open(`${app.url}/badge-name?try=Quetzalcoatlus`, app.url);
  const { autocorrect, spellcheck, writingsuggestions, autocomplete } =
    preview.$('#try').attr() ?? {};
  assert.deepEqual(
    [autocorrect, spellcheck, writingsuggestions, autocomplete],
    ['off', 'false', 'false', 'off'],
    'the keyboard does not correct, check or store the name',
  );
  const { redis, logLines, exchanges, app: server } = app.heard();
  const toConvention = exchanges
    .filter((exchange) => exchange.server !== server)
    .map(({ address, asked }) => address + asked.body);
  assert.doesNotMatch([redis, ...logLines, ...toConvention].join(), /Quetzalcoatlus/);
  assert.doesNotMatch((await robin.open(`${app.url}/badge-name`)).html, /Quetzalcoatlus/);
});

test('a link from elsewhere puts no text on a badge, and the page is the same as without it', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  const evil = { referer: 'https://evil.example/' };
  const elsewhere: Record<string, string>[] = [
    ...['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site })),
    { 'sec-fetch-site': 'cross-site', ...evil },
    // These requests come from browsers without Fetch Metadata.
    {},
    evil,
    { referer: `${app.url}.evil.example/badge-name` },
    // These Referers are pages of this site, but a link on another site may have opened them.
    { 'sec-fetch-site': 'same-origin', referer: `${app.url}/login/choose` },
    {
      'sec-fetch-site': 'same-origin',
      referer: `${app.url}/logged-out?return_to=/badge-name?try=CANCELLED`,
    },
    { referer: `${app.url}/login/expired?return_to=/badge-name?try=CANCELLED` },
  ];
  for (const headers of elsewhere) {
    for (const path of ['/badge-name', '/badge-name.svg']) {
      const page = await robin.request(`${app.url}${path}?try=CANCELLED`, { headers });
      assert.ok([200, 303].includes(page.status));
      assert.doesNotMatch(await page.text(), /CANCELLED/, JSON.stringify(headers));
    }
  }
  const back = `${app.url}/login?return_to=${encodeURIComponent('/badge-name?try=CANCELLED')}`;
  assert.doesNotMatch((await robin.open(back)).html, /CANCELLED/);
});

test('once the name is final there is no preview: no link, and its URL is the badge', async (t) => {
  let now = Date.parse('2027-06-01T21:59:00Z');
  const settings = {
    ...aFullPage,
    BADGE_NAME_UNTIL: '2027-06-01',
    CONVENTION_TIME_ZONE: 'Europe/Berlin',
  };
  const app = await startApp(t, { settings, now: () => now });
  const [robin, noa] = [visitor(), visitor()];
  const before = await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  assert.match(before.text, /Names can be changed until June 1 \(today\)\./);
  const tried = () => robin.open(`${app.url}/badge-name?try=Foxy`, app.url);
  assert.match((await tried()).text, /^Preview a name/);
  await logIn(noa, `${app.url}/badge-name`, { as: 'noa' });
  now += 2 * 60_000;
  const final = await tried();
  assert.match(final.text, /^Your badge .*Badges are being printed: your name is final\./);
  assert.doesNotMatch(final.text, /Foxy|Preview|Change name/);
  assert.equal((await noa.open(`${app.url}/badge-name`)).$('a[href*="try="]').length, 0);
});

test('during the convention the page begins with the desk, and links to the desk page', async (t) => {
  const now = () => Date.parse('2027-07-03T09:00:00Z');
  const settings = { ...aFullPage, BADGE_TIERS: 'Sponsor=f6bd2f/2a1b00' };
  const app = await startApp(t, { settings, now });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  assert.match(
    page.text,
    /^Your badge Badge pick-up opens today at 10:00 Bring an ID .* Show at the desk Badge: Robin/,
  );
  assert.doesNotMatch(page.text, /Preview|Calendar/);
  assert.deepEqual(factsOn(page), ['Saturday, day 2 of 4 Harbour Hall Map']);
  const folded = ({ $ }: LoadedPage) => $('.badge-details').text();
  assert.match(folded(page), /Pick-up times .*Change name.*Save or share/s);

  const desk = await robin.follow(page, 'Show at the desk');
  assert.deepEqual([desk.url.pathname, desk.status], ['/desk', 200]);
  const pictures = desk.$('svg[role=img]').toArray();
  assert.deepEqual(
    pictures.map((one) => desk.$(one).attr('aria-label')),
    ['Robin Redbreast', 'Sponsor', 'Paid'],
  );
  assert.match(desk.text, /Username robin_banks No\. 1001/);
  assert.match(
    desk.$('footer').text(),
    /Checked 09:00 \(July 3\)\. This isn’t a ticket\. Have your ID/,
  );
  assert.equal(desk.$('rect[fill="#f6bd2f"]').length, 1);
  assert.doesNotMatch(
    desk.html,
    /Roberta|Banks\b|@example/,
    'the desk shows neither the legal name nor contact details',
  );
  assert.equal((await robin.follow(desk, 'Close')).url.pathname, '/badge-name');
});

test('the desk page reads the payment again, and an attendee without a registration has no desk page', async (t) => {
  const app = await startApp(t, { settings: withService });
  const [sam, noa] = [visitor(), visitor()];
  const desk = await logIn(sam, `${app.url}/desk`, { as: 'sam' });
  const shown = ({ $ }: LoadedPage) => $('.desk-fields svg').last().attr('aria-label');
  assert.equal(shown(desk), 'NOT PAID');
  const route = 'GET /api/v0/users/{id}/registration';
  await setFaults(app.sandbox, [
    { fault: 'replaced-text', route, fields: ['status'], text: 'paid' },
  ]);
  const again = await sam.follow(desk, 'Check again');
  assert.equal(shown(again), 'Paid');
  assert.doesNotMatch(again.text, /Just paid/);
  await setFaults(app.sandbox, []);
  const page = await logIn(noa, `${app.url}/desk`, { as: 'noa' });
  assert.match(page.text, /^We couldn’t find your registration/);
});

test('a name from the page’s form is previewed, even in a browser without Fetch Metadata', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  const own: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', referer: `${app.url}/badge-name` },
    { referer: `${app.url}/badge-name?try=Foxy` },
  ];
  for (const headers of own) {
    for (const path of ['/badge-name', '/badge-name.svg']) {
      const page = await robin.request(`${app.url}${path}?try=Vixen`, { headers });
      assert.match(await page.text(), /Vixen/, JSON.stringify(headers));
    }
  }
});

test('an invalid name to preview shows the real one: empty, blank, repeated, or not decodable', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  for (const query of ['try', 'try=', 'try=%20%E2%80%8B', 'try=a&try=b', 'try[]=a', 'TRY=a']) {
    const page = await robin.open(`${app.url}/badge-name?${query}`, app.url);
    assert.deepEqual([page.status, nameOn(page)], [200, 'Robin Redbreast'], query);
  }
  assert.equal(
    nameOn(await robin.open(`${app.url}/badge-name?try=%ED%A0%80`, app.url)).length > 0,
    true,
    'half a character does not break the page',
  );
});

function checkPicture({ html }: LoadedPage): void {
  assert.ok(
    html.startsWith('<svg xmlns="http://www.w3.org/2000/svg"') && html.trimEnd().endsWith('</svg>'),
  );
  assert.doesNotMatch(html, /[^\P{Cc}\n]|\p{Surrogate}|[\uFFFE\uFFFF]/u);
  const $ = load(html, { xml: true });
  const names = new Set(
    $('*')
      .toArray()
      .map((element) => ('name' in element ? element.name : '')),
  );
  const known = ['svg', 'title', 'desc', 'style', 'rect', 'path', 'pattern', 'g', 'text', 'circle'];
  assert.deepEqual(
    [...names].filter((name) => !known.includes(name)),
    [],
  );
  const attributes = $('*')
    .toArray()
    .flatMap((element) => ('attribs' in element ? Object.keys(element.attribs) : []));
  assert.deepEqual(
    attributes.filter((name) => /^on|href|^style$|^src/.test(name)),
    [],
  );
}
