// The badge page over HTTP, for attendees of the sandbox and for answers that no sandbox gives.
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkInert } from '../../support/check-inert.ts';
import { rowsOf } from '../../support/rows-of.ts';
import { attendeeId, calls, startScriptedApp } from '../../support/scripted-app.ts';
import { setFaults } from '../../support/set-faults.ts';
import { startApp } from '../../support/start-app.ts';
import { logIn, visitor } from '../../support/visitor.ts';

const withService = { SERVICE_SCOPES: 'registration:read' };

test('a paid registration: the name stands large, below it ticket, payment, dates, marks and what was answered', async (t) => {
  const now = () => Date.parse('2026-07-01T12:05:00Z');
  const app = await startApp(t, { settings: { ...withService, CONVENTION_TIME_ZONE: 'Pacific/Auckland' }, now });
  const page = await logIn(visitor(), `${app.url}/badge-name`, { as: 'robin' });
  assert.equal(page.status, 200);
  assert.equal(page.$('title').text(), 'Your badge - Attendee pages - Testcon');
  assert.equal(page.$('.badge-name-text').text(), 'Robin Redbreast');
  assert.deepEqual(rowsOf(page), {
    'Badge name': 'Robin Redbreast',
    Ticket: 'Sponsor',
    Payment: 'Paid',
    // It was the evening of the day before in UTC.
    Registered: 'March 3, 2026',
    'Last changed': 'April 11, 2026',
    'Marks of the convention': 'Sponsor',
    'T-shirt size': 'M',
    Meals: 'Friday dinner, Sunday brunch',
    'How did you hear of us?': 'A friend told me',
    'Conventions visited before': '4',
  });
  assert.equal(page.$('details .row').length, 4, 'what was answered is folded away');
  assert.equal(page.$('time').first().attr('datetime'), '2026-03-02T18:05:09.000Z');
  assert.match(page.text, /Checked 00:05 GMT\+12\. This page is not a ticket/);
  assert.equal(page.$('.notice').length, 0);
  assert.equal(page.headers.get('cache-control'), 'no-store');
});

test('an unpaid registration: an important notice, the ticket chosen, and the way to pay', async (t) => {
  const app = await startApp(t, { settings: { ...withService, REGISTRATION_URL: 'https://reg.testcon.example/' } });
  const page = await logIn(visitor(), `${app.url}/badge-name`, { as: 'sam' });
  assert.match(page.text, /^Important Your registration is not paid yet\. Your badge Badge name Sam/);
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
  assert.match(page.text, /^You do not have a registration yet \u2068noa\u2069, we found no registration/);
  assert.equal(page.$('.actions .button').text(), 'Register at Testcon registration');
  assert.equal(page.$('.row, .badge-name').length, 0);
});

for (const [why, as, fault] of [
  ['refuses it (403)', 'robin', undefined],
  ['no longer takes the token for it (401)', 'robin', 'expired-token'],
  ['has none (404)', 'noa', undefined],
] as const) {
  test(`without a credential of its own, and when the convention ${why}, the registration is not known here, and nobody is logged out`, async (t) => {
    // Only the one without a registration may ask for it.
    const app = await startApp(t, { settings: { OAUTH_SCOPES: `pii:basic${as === 'noa' ? ' con:read' : ''}` } });
    const route = 'GET /api/v0/users/{id}/registration';
    if (fault) await setFaults(app.sandbox, [{ fault, route }]);
    const attendee = visitor();
    const page = await logIn(attendee, `${app.url}/badge-name`, { as });
    assert.equal(page.status, 200);
    assert.match(page.text, /^Your badge Your name (Robin|noa) We cannot see your registration here/);
    assert.equal(page.$('.actions .button').text(), 'See your registration at Testcon registration');
    const call = app.sandbox.calls.findLast(({ path }) => path.endsWith('/registration'));
    assert.equal(call?.status, as === 'noa' ? 404 : fault ? 401 : 403);
    assert.equal((await attendee.open(`${app.url}/profile`)).status, 200, 'still logged in');
  });
}

test('a badge name that looks empty is not chosen yet, and the page says where to choose one', async (t) => {
  const app = await startApp(t, { settings: withService });
  const page = await logIn(visitor(), `${app.url}/badge-name`, { as: 'blair' });
  assert.equal(rowsOf(page)['Badge name'], 'Not chosen yet');
  assert.equal(page.$('.badge-name').length, 0);
  assert.match(page.$('.row-action a').text(), /^Choose a badge name at Testcon registration/);
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
    assert.equal(page.$('bdi.badge-name-text[translate=no]').text(), name);
    assert.equal(rowsOf(page)['Badge name'], name);
    assert.ok(!page.$('title').text().includes(name));
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
  assert.equal(page.$('.badge-name-text').text(), `${'é'.repeat(500)}…`);
  assert.equal(rowsOf(page).Payment, 'refunded in part');
  assert.ok(page.html.length < 100_000, `${page.html.length} characters`);
});
