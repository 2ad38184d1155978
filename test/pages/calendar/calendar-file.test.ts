// RFC 5545 defines the format.
import assert from 'node:assert/strict';
import test from 'node:test';
import ICAL from 'ical.js';
import { calendarFile } from '../../../src/pages/calendar/calendar-file.ts';
import { dayAfter } from '../../../src/web/words/event-times.ts';

const event = {
  name: 'Testcon 2027',
  days: { first: '2027-07-02', last: '2027-07-05' },
  place: 'Harbour Hall',
  description: undefined,
  deadlines: [],
  url: new URL('https://testcon.example'),
  host: 'attendees.testcon.example',
  now: Date.parse('2027-01-05T12:05:09.123Z'),
};

test('it is one event with all days of the convention, and over on the day after the last', () => {
  assert.equal(
    calendarFile(event),
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Lanyard//Convention days//EN',
      'BEGIN:VEVENT',
      'UID:2027-8eaa2f72562a@attendees.testcon.example',
      'DTSTAMP:20270105T120509Z',
      'LAST-MODIFIED:20270105T120509Z',
      'SEQUENCE:29985845',
      'DTSTART;VALUE=DATE:20270702',
      'DTEND;VALUE=DATE:20270706',
      'SUMMARY:Testcon 2027',
      'LOCATION:Harbour Hall',
      'URL:https://testcon.example/',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('it stays the same event when the days change, and another year is another event', () => {
  const uid = (first: string, last: string) =>
    /^UID:.*/m.exec(calendarFile({ ...event, days: { first, last } }))?.[0];
  assert.equal(uid('2027-08-01', '2027-08-03'), uid('2027-07-02', '2027-07-05'));
  assert.notEqual(uid('2028-07-02', '2028-07-05'), uid('2027-07-02', '2027-07-05'));
  assert.equal(uid('2027-12-30', '2028-01-02'), uid('2028-01-06', '2028-01-09'), 'over New Year');
  assert.notEqual(uid('2027-12-30', '2028-01-02'), uid('2028-12-30', '2029-01-02'));
});

test('it stays the same event when the name gets another apostrophe, and each later file is a newer revision', () => {
  const fileOf = (name: string, now = event.now) => calendarFile({ ...event, name, now });
  const uids = ["Fox's Den", 'Fox’s Den', 'Foxʼs Den'].map(
    (name) => /^UID:.*/m.exec(fileOf(name))?.[0],
  );
  assert.equal(new Set(uids).size, 1);
  const revision = (now: number) => Number(/^SEQUENCE:(\d+)/m.exec(fileOf('F', now))?.[1]);
  assert.ok(revision(event.now + 60_000) > revision(event.now));
  assert.ok(revision(Date.parse('2200-01-01')) < 2 ** 31);
});

test('no fold is between a backslash and its letter', () => {
  for (let length = 40; length < 90; length += 1) {
    const file = calendarFile({ ...event, name: `${'x'.repeat(length)},,;\\;` });
    assert.doesNotMatch(file.replaceAll('\\\\', ''), /\\\r\n /, `${length}`);
  }
});

test('two conventions in a year are two events, in whatever script their names are written', () => {
  const names = ['Foxcon Spring', 'Foxcon Autumn', 'きつねコン春', 'きつねコン秋', 'F', 'f'];
  const uids = names.map((name) => /^UID:.*/m.exec(calendarFile({ ...event, name }))?.[0]);
  assert.equal(new Set(uids).size, names.length);
  assert.ok(uids.every((uid) => /^UID:[!-~]{20,60}$/.test(uid ?? '')));
});

test('another program reads the same days, name and place from it', () => {
  const [name, place] = ['Ünïcön, 🦊; the \\ one', 'Hall 1\\, Kai; am Tor'];
  for (const first of ['2027-02-28', '2028-02-28', '2027-12-31', '2027-03-28']) {
    const file = calendarFile({ ...event, name, place, days: { first, last: dayAfter(first) } });
    const calendar = new ICAL.Component(ICAL.parse(file));
    const { summary, location, startDate, endDate } = new ICAL.Event(
      calendar.getFirstSubcomponent('vevent') ?? undefined,
    );
    assert.deepEqual(
      [summary, location, startDate.toString(), endDate.toString(), startDate.isDate],
      [name, place, first, dayAfter(dayAfter(first)), true],
    );
  }
});

test('without a place it has none, and a comma, a semicolon, a backslash and a line break are text', () => {
  assert.doesNotMatch(calendarFile({ ...event, place: undefined }), /LOCATION/);
  const file = calendarFile({ ...event, place: 'Hall 1, Kai\\Nord; am Tor\r\nBEGIN:VALARM' });
  assert.match(file, /^LOCATION:Hall 1\\, Kai\\\\Nord\\; am Tor BEGIN:VALARM\r$/m);
});

test('a long line is folded to at most 75 bytes, and never inside a character', () => {
  const name = `${'Ünïcön 🦊 '.repeat(12)}End`;
  const file = calendarFile({ ...event, name });
  const lines = file.split('\r\n');
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75));
  assert.ok(file.replaceAll('\r\n ', '').includes(`SUMMARY:${name}\r\n`));
});

test('a deadline is an all-day event that shows nobody as busy, and stays the same event when the day changes', () => {
  const summary = 'Testcon: last day, to pay';
  const eventsOf = (lastDay: string) =>
    new ICAL.Component(
      ICAL.parse(calendarFile({ ...event, deadlines: [{ id: 'pay', lastDay, summary }] })),
    ).getAllSubcomponents('vevent');
  const [days, deadline, ...others] = eventsOf('2027-06-30');
  assert.deepEqual(others, []);
  const { startDate, endDate, summary: read, uid } = new ICAL.Event(deadline);
  assert.deepEqual(
    [startDate.toString(), endDate.toString(), read],
    ['2027-06-30', '2027-07-01', summary],
  );
  assert.equal(deadline?.getFirstPropertyValue('transp'), 'TRANSPARENT');
  assert.equal(new ICAL.Event(eventsOf('2027-05-01')[1]).uid, uid);
  assert.notEqual(new ICAL.Event(days).uid, uid);
});

test('the description of the days is text', () => {
  const description = 'Badge pick-up: Fri 10:00–20:00, Sat 9:00–13:00';
  const calendar = new ICAL.Component(ICAL.parse(calendarFile({ ...event, description })));
  assert.equal(
    new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined).description,
    description,
  );
  assert.doesNotMatch(calendarFile(event), /DESCRIPTION/);
});
