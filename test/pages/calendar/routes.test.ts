// The calendar file over HTTP: for everybody, the same for everybody.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setFaults } from '../../support/set-faults.ts';
import { startApp } from '../../support/start-app.ts';
import { visitor } from '../../support/visitor.ts';

test('anybody can put the days of the convention into a calendar, and the file says nothing about them', async (t) => {
  const settings = { CONVENTION_PLACE: 'Harbour Hall', CONVENTION_SITE_URL: 'https://con.example' };
  const app = await startApp(t, { settings, now: () => Date.parse('2027-01-05T12:05:09Z') });
  const answer = await visitor().request(`${app.url}/convention.ics`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8');
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="convention.ics"');
  assert.equal(answer.headers.get('set-cookie'), null);
  const file = await answer.text();
  assert.match(file, /^DTSTART;VALUE=DATE:20270702\r\nDTEND;VALUE=DATE:20270706\r$/m);
  assert.match(file, /^LOCATION:Harbour Hall\r\nURL:https:\/\/con\.example\/\r$/m);

  await app.restartApp({ CONVENTION_DAYS: '2027-08-06/2027-08-08' });
  const moved = await visitor().request(`${app.url}/convention.ics`);
  assert.match(await moved.text(), /^DTSTART;VALUE=DATE:20270806\r\nDTEND;VALUE=DATE:20270809\r$/m);
});

test('while the days are not known there is no such file', async (t) => {
  const app = await startApp(t);
  await setFaults(app.sandbox, [{ fault: 'server-error', route: 'GET /api/config' }]);
  assert.equal((await visitor().request(`${app.url}/convention.ics`)).status, 404);
});
