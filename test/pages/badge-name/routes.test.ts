// The badge page over HTTP, for sandbox attendees and for answers that the sandbox never gives.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { load } from 'cheerio';
import { sendHtml } from '../../convention/scripted-convention.ts';
import { checkInert } from '../../support/check-inert.ts';
import { rowsOf } from '../../support/rows-of.ts';
import { attendeeId, calls, startScriptedApp } from '../../support/scripted-app.ts';
import { setFaults } from '../../support/set-faults.ts';
import { startApp } from '../../support/start-app.ts';
import { validAnswers } from '../../support/valid-answers.ts';
import { type LoadedPage, logIn, visitor } from '../../support/visitor.ts';

/** The name on the card, its lines joined. */
const nameOn = ({ $ }: LoadedPage) =>
  $('.badge-name text')
    .toArray()
    .map((line) => $(line).text())
    .join(' ');

const withService = { SERVICE_SCOPES: 'registration:read' };

test('a paid registration: the name stands large, below it ticket, payment, dates, marks and what was answered', async (t) => {
  const now = () => Date.parse('2026-07-01T12:05:00Z');
  const app = await startApp(t, {
    settings: { ...withService, CONVENTION_TIME_ZONE: 'Pacific/Auckland' },
    now,
  });
  const page = await logIn(visitor(), `${app.url}/badge-name`, { as: 'robin' });
  assert.equal(page.status, 200);
  assert.equal(page.$('head > title').text(), 'Your badge - Testcon');
  assert.equal(nameOn(page), 'Robin Redbreast');
  assert.equal(
    page.$('svg[role=img] > title').text(),
    'Badge preview: Robin Redbreast, Sponsor, Paid',
  );
  assert.match(page.$('.badge-in-short').text(), /^Paid\s+Sponsor$/);
  assert.deepEqual(rowsOf(page), {
    'Badge name': 'Robin Redbreast',
    Ticket: 'Sponsor',
    Payment: 'Paid',
    // In UTC it was still the evening before.
    Registered: 'March 3, 2026',
    'Last changed': 'April 11, 2026',
    'Marks of the convention': 'Sponsor',
    'T-shirt size': 'M',
    Meals: 'Friday dinner, Sunday brunch',
    'How did you hear of us?': 'A friend told me',
    'Conventions visited before': '4',
    'Age on the first day': '37 on July 3, 2027',
  });
  assert.equal(page.$('details .row').length, 4, 'what was answered is folded away');
  assert.equal(page.$('time').first().attr('datetime'), '2026-03-02T18:05:09.000Z');
  assert.match(page.text, /Checked 00:05 GMT\+12\. This page is not a ticket/);
  assert.equal(page.$('.notice').length, 0);
  assert.equal(page.headers.get('cache-control'), 'no-store');
});

test('an unpaid registration: an important notice, the ticket chosen, and the way to pay', async (t) => {
  const app = await startApp(t, {
    settings: { ...withService, REGISTRATION_URL: 'https://reg.testcon.example/' },
  });
  const page = await logIn(visitor(), `${app.url}/badge-name`, { as: 'sam' });
  assert.match(
    page.text,
    /^Important Your registration is not paid yet\. Your badge Badge preview: Sam, saturday-2027, Not paid/,
  );
  const { 'Ticket you chose': ticket, Payment: payment, ...others } = rowsOf(page);
  assert.deepEqual([ticket, payment, 'Ticket' in others], ['saturday-2027', 'Not paid', false]);
  const button = page.$('.actions .button');
  assert.deepEqual(
    [button.text(), button.attr('href')],
    ['Pay at Testcon registration', 'https://reg.testcon.example/'],
  );
});

test('no registration is no error: the page says so, and where to register', async (t) => {
  const app = await startApp(t, { settings: withService });
  const page = await logIn(visitor(), `${app.url}/badge-name`, { as: 'noa' });
  assert.equal(page.status, 200);
  assert.match(
    page.text,
    /^You do not have a registration yet Badge preview: no name chosen yet, .*\u2068noa\u2069, we found no registration/,
  );
  assert.equal(page.$('.actions .button').text(), 'Register at Testcon registration');
  assert.equal(page.$('.row, .badge-name text').length, 0);
  assert.equal(page.$('.badge-name path').length, 1, 'a dotted line in place of a name');
});

for (const [why, as, fault, status] of [
  ['refuses it (403)', 'robin', undefined, 403],
  ['no longer takes the token for it (401)', 'robin', 'expired-token', 401],
  ['has none (404)', 'noa', undefined, 404],
] as const) {
  test(`without a credential of its own, and when the convention ${why}, the registration is not known here, and nobody is logged out`, async (t) => {
    // Only the attendee without a registration asks for con:read.
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
      /^Your badge Badge preview: (Robin|noa), Name of your account .*We cannot see your registration here/,
    );
    assert.equal(
      page.$('.actions .button').text(),
      'See your registration at Testcon registration',
    );
    const call = app.sandbox.calls.findLast(({ path }) => path.endsWith('/registration'));
    assert.equal(call?.status, status);
    assert.equal((await attendee.open(`${app.url}/profile`)).status, 200, 'still logged in');
  });
}

test('a platform that has no registrations, and says so by a 404 without JSON, is no error on the first page after the login', async (t) => {
  const app = await startScriptedApp(
    t,
    {
      ...validAnswers,
      [calls.registration]: (response: ServerResponse) => sendHtml(response, 404),
    },
    { SERVICE_SCOPES: '' },
  );
  const page = await app.open('/');
  assert.deepEqual([page.url.pathname, page.status], ['/badge-name', 200]);
  assert.match(page.text, /Name of your account .*We cannot see your registration here/);
});

test('a badge name that looks empty is not chosen yet, and the page says where to choose one', async (t) => {
  const app = await startApp(t, { settings: withService });
  const page = await logIn(visitor(), `${app.url}/badge-name`, { as: 'blair' });
  assert.equal(rowsOf(page)['Badge name'], 'Not chosen yet');
  assert.deepEqual([nameOn(page), page.$('.badge-name path').length], ['', 1]);
  assert.match(
    page.$('.row-action a').first().text(),
    /^Choose a badge name at Testcon registration/,
  );
});

for (const [as, name] of [
  ['wanda', 'W'.repeat(40)],
  ['kit', 'Kit 👨‍👩‍👧‍👦 🏳️‍🌈'],
  ['layla', 'ليلى الثعلب 2027'],
  ['mallory', '<script>alert(1)</script><b onmouseover="alert(2)">\'&amp;</b>'],
] as const) {
  test(`P63 the badge name of ${as} is shown as it is, in isolation, and does nothing`, async (t) => {
    const app = await startApp(t, { settings: withService });
    const page = await logIn(visitor(), `${app.url}/badge-name`, { as });
    assert.equal(rowsOf(page)['Badge name'], name);
    assert.ok(!page.$('head > title').text().includes(name));
    checkInert(page);
  });
}

test('a registration of 5,000 answers and 5,000 marks shows 100 of each, on a page of modest size', async (t) => {
  const many = Array.from({ length: 5000 }, (_, index) => `Item ${index}`);
  const app = await startScriptedApp(t, {
    [calls.registration]: {
      user: { id: attendeeId },
      badgeName: 'é'.repeat(10_000),
      status: 'refunded in part',
      options: many.map((name) => ({ name, type: 'text', value: name })),
      flags: many.map((shortName, id) => ({ id, shortName })),
    },
  });
  const page = await app.open('/badge-name');
  assert.equal(page.$('details .row').length, 101);
  assert.match(page.$('details .row').last().text(), /and 4,900 more/);
  assert.equal(page.$('dt:contains("Marks") + dd li').length, 101);
  assert.equal(nameOn(page), `${'é'.repeat(80)}…`);
  assert.equal(rowsOf(page)['Badge name'], `${'é'.repeat(500)}…`);
  assert.equal(rowsOf(page).Payment, 'refunded in part');
  assert.ok(page.html.length < 100_000, `${page.html.length} characters`);
});

/** What somebody may type, and what the card shows. */
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

test('P63 a name that is tried is shown and does nothing, on the page and in the picture, whatever it is', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  for (const [typed, drawn] of hostileNames) {
    const query = new URLSearchParams({ try: typed });
    const page = await robin.open(`${app.url}/badge-name?${query}`, app.url);
    assert.deepEqual([page.status, nameOn(page)], [200, drawn]);
    assert.equal(
      page.$('details[open] input[name=try]').val(),
      typed.slice(0, 500).replace(/\p{Cc}/gu, ' ') + (typed.length > 500 ? '…' : ''),
    );
    assert.equal(rowsOf(page)['Badge name'], 'Robin Redbreast');
    checkInert(page);
    const picture = await robin.open(`${app.url}/badge-name.svg?${query}`, app.url);
    const $ = load(picture.html, { xml: true });
    assert.equal(nameOn({ ...picture, $ }), drawn);
    checkPicture(picture);
  }
});

test('P63 the picture of every badge name is a sound document of its own in which nothing runs', async (t) => {
  const app = await startApp(t, { settings: withService });
  for (const as of ['robin', 'sam', 'noa', 'mallory', 'blair', 'wanda', 'kit', 'layla', 'zoe']) {
    const attendee = visitor();
    const page = await logIn(attendee, `${app.url}/badge-name`, { as });
    const picture = await attendee.open(`${app.url}/badge-name.svg`);
    checkPicture(picture);
    const $ = load(picture.html, { xml: true });
    assert.equal($('svg > title').text(), page.$('svg > title').text());
    assert.equal($('.badge-name').text().trim(), page.$('.badge-name').text().trim());
  }
});

test('the picture is a file to keep, for whoever is logged in and for nobody’s cache', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  const { status, headers } = await robin.request(`${app.url}/badge-name.svg`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'image/svg+xml; charset=utf-8');
  assert.equal(headers.get('content-disposition'), 'attachment; filename="badge.svg"');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none';.* sandbox$/);
  const byScript = {
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    'sec-fetch-site': 'same-origin',
  };
  const nobody = await visitor().request(`${app.url}/badge-name.svg`, { headers: byScript });
  assert.equal(nobody.status, 401);
  assert.doesNotMatch(await nobody.text(), /Robin/);
  assert.equal(
    (
      await robin.request(`${app.url}/badge-name.svg`, {
        method: 'PUT',
        headers: { origin: app.url },
      })
    ).status,
    405,
  );
});

test('of a name that is tried the convention learns nothing, the log neither, and nothing of it is kept', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  const asked = app.sandbox.calls.length;
  const picture = await robin.open(`${app.url}/badge-name.svg?try=Quetzalcoatlus`, app.url);
  assert.equal(app.sandbox.calls.length, asked, 'for the picture it is not even asked');
  assert.match(picture.html, /Quetzalcoatlus/);
  await robin.open(`${app.url}/badge-name?try=Quetzalcoatlus`, app.url);
  const { redis, logLines, exchanges, app: server } = app.heard();
  const toConvention = exchanges
    .filter((exchange) => exchange.server !== server)
    .map(({ address, asked }) => address + asked.body);
  assert.doesNotMatch([redis, ...logLines, ...toConvention].join(), /Quetzalcoatlus/);
  assert.doesNotMatch((await robin.open(`${app.url}/badge-name`)).html, /Quetzalcoatlus/);
});

test('a link from elsewhere puts no text on a badge, and the page is as without it', async (t) => {
  const app = await startApp(t, { settings: withService });
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  const evil = { referer: 'https://evil.example/' };
  const elsewhere: Record<string, string>[] = [
    ...['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site })),
    { 'sec-fetch-site': 'cross-site', ...evil },
    // A browser without Fetch Metadata.
    {},
    evil,
    { referer: `${app.url}.evil.example/badge-name` },
    // Another page of this site: a link from elsewhere may have led through it.
    { 'sec-fetch-site': 'same-origin', referer: `${app.url}/login/choose` },
    { referer: `${app.url}/login/expired?return_to=/badge-name?try=CANCELLED` },
  ];
  for (const headers of elsewhere) {
    for (const path of ['/badge-name', '/badge-name.svg']) {
      const page = await robin.request(`${app.url}${path}?try=CANCELLED`, { headers });
      assert.equal(page.status, 200);
      assert.doesNotMatch(await page.text(), /CANCELLED/, JSON.stringify(headers));
    }
  }
  const back = `${app.url}/login?return_to=${encodeURIComponent('/badge-name?try=CANCELLED')}`;
  assert.doesNotMatch((await robin.open(back)).html, /CANCELLED/);
});

test('a name from the form of the page is tried, also in a browser without Fetch Metadata', async (t) => {
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

test('what is no name to try shows the own one: empty, blank, twice, not to be decoded', async (t) => {
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
    'half a character',
  );
});

test('before you come: what is open, or that all is done; and no word of an age while the dates are not known', async (t) => {
  const app = await startApp(t, { settings: withService });
  const all = await logIn(visitor(), `${app.url}/badge-name`, { as: 'robin' });
  assert.match(all.$('.badge-before').text(), /All is done/);
  await setFaults(app.sandbox, [{ fault: 'server-error', route: 'GET /api/config' }]);
  await app.restartApp({});
  const open = await logIn(visitor(), `${app.url}/badge-name`, { as: 'sam' });
  assert.deepEqual(rowsOf(open, '.badge-before'), {
    'Badge name chosen': 'Yes',
    'Registration paid': 'Not yet',
    'E-mail verified': 'Not yet',
    'Identity verified': 'Not yet',
  });
  assert.equal(open.$('.badge-before .row-action').length, 3);
});

test('the badge bears the accent of the convention, also where no style sheet reaches: in the picture to keep', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  for (const [accent, onAccent] of [
    ['#5527b8', '#fff'],
    ['#ffd400', '#16161a'],
    ['#00008b', '#fff'],
  ]) {
    await app.restartApp(accent === '#5527b8' ? {} : { CONVENTION_ACCENT: String(accent) });
    for (const path of ['/badge-name', '/badge-name.svg', '/badge-name.svg?try=Vixen']) {
      const { $ } = await robin.open(app.url + path, app.url);
      assert.deepEqual(
        [$('.badge-band').attr('fill'), $('.badge-on-band').attr('fill')],
        [accent, onAccent],
        path,
      );
    }
  }
});

test('BADGE_NAME_SOFT_LIMIT says from when on a name counts as long', async (t) => {
  const app = await startApp(t, { settings: { ...withService, BADGE_NAME_SOFT_LIMIT: '5' } });
  const page = await logIn(visitor(), `${app.url}/badge-name`, { as: 'robin' });
  assert.match(page.$('.badge-hints:not([hidden]) li').text(), /more than 5 characters/);
});

/**
 * Fails if the picture has a character that XML forbids, or an element, an attribute or an address
 * that no template writes.
 */
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
  const known = ['svg', 'title', 'desc', 'rect', 'path', 'g', 'text', 'circle'];
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
