import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { withCache } from '../support/app/limits.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';

const registration = 'GET /api/v0/users/{id}/registration';
const settings = {
  SERVICE_SCOPES: 'registration:read',
  CONVENTION_NAME: 'Foxcon',
  CONVENTION_TIME_ZONE: 'Europe/Berlin',
  CONVENTION_DAYS: '2027-07-02/2027-07-05',
};

async function start(t: TestContext, from = '2027-06-20T15:25:30Z') {
  let clock = Date.parse(from);
  const app = await startApp(t, {
    settings,
    limits: withCache,
    now: () => clock,
    clock: () => clock,
  });
  return {
    app,
    pass(minutes: number) {
      clock += minutes * 60_000;
    },
    breakConvention: (fault: object = { fault: 'server-error' }, route = '*') =>
      setFaults(app.sandbox, [{ fault: 'server-error', route, ...fault }]),
  };
}

const text = 'The Foxcon registration site isn’t responding. Shown as of 17:25.';

for (const fault of [
  { fault: 'server-error' },
  { fault: 'html', status: 503 },
  { fault: 'html', status: 429 },
])
  test(`P56 while the platform is down (${Object.values(fault).join(' ')}), badge and desk show the last records that were read`, async (t) => {
    const { app, pass, breakConvention } = await start(t);
    const robin = visitor();
    const before = await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
    assert.match(before.text, /You’re all set/);
    assert.doesNotMatch(before.text, /isn’t responding/);
    pass(2);
    await breakConvention(fault);

    const badge = await robin.open(`${app.url}/badge-name`);
    assert.equal(badge.status, 200);
    assert.ok(badge.text.startsWith(text), badge.text);
    assert.match(badge.text, /Robin Redbreast.*Checked 17:25 \(June 20\)\./);
    assert.doesNotMatch(badge.text, /all set/i);
    assert.ok(
      badge.$('main a:contains("Change name")').attr('href'),
      'the page links to the place where names can be changed',
    );

    const desk = await robin.open(`${app.url}/desk`);
    assert.equal(desk.status, 200);
    assert.ok(desk.text.includes(text), desk.text);
    assert.equal(desk.$('.desk-name').attr('aria-label'), 'Robin Redbreast');
    const fields = desk.$('.desk-fields > svg').toArray();
    const labels = fields.map((field) => desk.$(field).attr('aria-label'));
    assert.deepEqual(
      labels,
      ['Sponsor'],
      'without a current record, the desk shows no payment status',
    );
    assert.equal((await robin.open(`${app.url}/badge-name?again`)).status, 200);

    await setFaults(app.sandbox, []);
    // The first request after an outage may still show the old record, while a new one is being
    // read.
    await robin.open(`${app.url}/badge-name`);
    pass(10);
    const after = await robin.open(`${app.url}/badge-name`);
    assert.match(after.text, /You’re all set.*Checked 17:37 \(June 20\)\./);
    assert.doesNotMatch(after.text, /isn’t responding/);
  });

test('P56 an attendee who has not paid can still pay', async (t) => {
  const { app, pass, breakConvention } = await start(t);
  const sam = visitor();
  await logIn(sam, `${app.url}/badge-name`, { as: 'sam' });
  pass(2);
  await breakConvention();
  const badge = await sam.open(`${app.url}/badge-name`);
  assert.ok(badge.text.startsWith(text), badge.text);
  assert.ok(badge.$('a:contains("Pay now")').attr('href'));
  assert.equal((await sam.open(`${app.url}/desk`)).$('.desk-fields > svg').length, 1);
});

test('P56 the badge is shown for as many minutes after it was read as the privacy page and the download say', async (t) => {
  const { app, pass, breakConvention } = await start(t);
  const robin = visitor();
  const read = await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  assert.match(read.text, /You’re all set/);
  const promise = /in memory for at most (\d+) minutes/;
  const [, minutes] = promise.exec((await robin.open(`${app.url}/privacy`)).text) ?? [];
  const sharing = await robin.open(`${app.url}/sharing`);
  const download = await robin.open(`${app.url}/sharing/download`, sharing.url.href);
  assert.equal(promise.exec(download.html)?.[1], minutes);
  await breakConvention();
  const half = Number(minutes) / 2;
  for (const [passed, status] of [
    [half, 200],
    [half - 1, 200],
    [1, 502],
  ] as const) {
    pass(passed);
    const { status: shown, text: said } = await robin.open(`${app.url}/badge-name`);
    assert.equal(shown, status, `${passed} minutes later: ${said}`);
  }
});

test('P56 a record from before midnight has its day, in the convention’s time zone', async (t) => {
  // The convention's time zone is two hours ahead of UTC, so the next day begins there after 19.5
  // minutes.
  const { app, pass, breakConvention } = await start(t, '2027-06-20T21:40:30Z');
  const robin = visitor();
  await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  await breakConvention();
  for (const [minutes, day, isShort] of [
    [19, '', true],
    [1, ' (June 20)', false],
  ] as const) {
    pass(minutes);
    const page = await robin.open(`${app.url}/badge-name`);
    assert.ok(page.text.includes(`Shown as of 23:40${day}.`), page.text);
    assert.equal(page.$('.badge-checked .print-only').length === 1, isShort);
  }
});

test('P56 records that were never read here cause the error page, and so does an account without a registration', async (t) => {
  const { app, pass, breakConvention } = await start(t);
  const [robin, noa] = [visitor(), visitor()];
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await logIn(noa, `${app.url}/badge-name`, { as: 'noa' });
  pass(2);
  await breakConvention();
  for (const who of [robin, noa])
    for (const path of ['/badge-name', '/desk']) {
      const { status, text: said } = await who.open(app.url + path);
      assert.equal(status, 502);
      assert.doesNotMatch(said, /Shown as of/);
    }
});

test('P56 P52 no other person and no other session gets the badge', async (t) => {
  const { app, pass, breakConvention } = await start(t);
  const [browser, laptop] = [visitor(), visitor()];
  const badge = await logIn(browser, `${app.url}/badge-name`, { as: 'robin' });
  await logIn(laptop, `${app.url}/sharing`, { as: 'robin' });
  pass(2);
  await breakConvention({}, registration);
  assert.equal((await browser.open(badge.url)).status, 200);
  assert.equal(
    (await laptop.open(badge.url)).status,
    502,
    'another session of the same person shows no old record',
  );

  await browser.press(badge, 'Log out');
  browser.cookies(app.sandbox.url).clear();
  await logIn(browser, `${app.url}/sharing`, { as: 'sam' });
  const asSam = await browser.open(badge.url);
  assert.equal(asSam.status, 502);
  assert.doesNotMatch(asSam.html, /robin/i);
});

test('P56 P79 when the platform no longer accepts the token, no old record is shown', async (t) => {
  const { app, pass, breakConvention } = await start(t);
  const robin = visitor();
  const badge = await logIn(robin, `${app.url}/badge-name`, { as: 'robin' });
  pass(2);
  await breakConvention({ fault: 'expired-token' }, 'GET /api/users/current');
  const { status } = await robin.request(badge.url);
  assert.equal(status, 303);
});
