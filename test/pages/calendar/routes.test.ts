import assert from 'node:assert/strict';
import test from 'node:test';
import { startApp } from '../../support/app/start-app.ts';
import { visitor } from '../../support/app/visitor.ts';
import { setFaults } from '../../support/platform/set-faults.ts';

test('anybody can add the days of the convention to a calendar, and the file reveals nothing about them', async (t) => {
  const settings = { CONVENTION_PLACE: 'Harbour Hall', CONVENTION_SITE_URL: 'https://con.example' };
  const app = await startApp(t, { settings, now: () => Date.parse('2027-01-05T12:05:09Z') });
  const response = await visitor().request(`${app.url}/convention.ics`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8');
  assert.equal(
    response.headers.get('content-disposition'),
    'attachment; filename="convention.ics"',
  );
  assert.equal(response.headers.get('set-cookie'), null);
  const file = await response.text();
  assert.match(file, /^DTSTART;VALUE=DATE:20270702\r\nDTEND;VALUE=DATE:20270706\r$/m);
  assert.match(file, /^LOCATION:Harbour Hall\r\nURL:https:\/\/con\.example\/\r$/m);

  await app.restartApp({ CONVENTION_DAYS: '2027-08-06/2027-08-08' });
  const moved = await visitor().request(`${app.url}/convention.ics`);
  assert.match(await moved.text(), /^DTSTART;VALUE=DATE:20270806\r\nDTEND;VALUE=DATE:20270809\r$/m);
});

test('while the days are unknown there is no such file', async (t) => {
  const app = await startApp(t);
  await setFaults(app.sandbox, [{ fault: 'server-error', route: 'GET /api/config' }]);
  assert.equal((await visitor().request(`${app.url}/convention.ics`)).status, 404);
});

test('it has the desk hours and the deadlines, in the reader’s language, until they are over', async (t) => {
  let now = '2027-06-01T12:00:00Z';
  const app = await startApp(t, {
    settings: {
      DESK_HOURS: '2027-07-02 10:00-13:00, 14:00-20:00; 2027-07-03 9:00-12:00',
      BADGE_NAME_UNTIL: '2027-06-01',
      PAY_UNTIL: '2027-06-15',
    },
    now: () => Date.parse(now),
  });
  const linesIn = async (language: string) => {
    const headers = { 'accept-language': language };
    const response = await visitor().request(`${app.url}/convention.ics`, { headers });
    assert.match(response.headers.get('vary') ?? '', /Accept-Language/);
    return (await response.text()).replaceAll('\r\n ', '').split('\r\n');
  };
  const named = (lines: string[]) => lines.filter((line) => /^(SUMMARY|DESCRIPTION)/.test(line));
  const english = await linesIn('en');
  assert.deepEqual(named(english), [
    'SUMMARY:Testcon',
    'DESCRIPTION:Badge pick-up: Fri 10:00–13:00\\, 14:00–20:00\\, Sat 09:00–12:00',
    'SUMMARY:Testcon: last day to change your badge name',
    'SUMMARY:Testcon: last day to pay',
  ]);
  assert.deepEqual(
    english.filter((line) => line.startsWith('DTSTART')),
    ['DTSTART;VALUE=DATE:20270702', 'DTSTART;VALUE=DATE:20270601', 'DTSTART;VALUE=DATE:20270615'],
  );
  const [, german] = named(await linesIn('de'));
  assert.match(german ?? '', /^DESCRIPTION:Badge-Ausgabe: Fr 10:00/);
  now = '2027-06-02T00:00:00Z';
  assert.deepEqual(named(await linesIn('en')).slice(2), ['SUMMARY:Testcon: last day to pay']);
  now = '2027-07-03T12:00:00Z';
  assert.deepEqual(named(await linesIn('en')), ['SUMMARY:Testcon']);
});
