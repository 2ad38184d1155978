import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOf } from '../../support/app/rows-of.ts';
import { calls, startScriptedApp } from '../../support/app/scripted-app.ts';
import { setTimeZone } from '../../support/machine/time-zone.ts';

/** Zones in the far west and the far east, one that skipped a day (30 December 2011), and UTC. */
const zones = ['America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Apia', 'UTC'];

const days: Record<string, string[]> = {
  'March 1, 1990': [
    '1990-03-01',
    '1990-03-01T00:00:00.000Z',
    '1990-03-01T00:00:00',
    '1990-03-01 00:00:00',
    '1990-03-01T23:59:59.999Z',
    '1990-03-01T00:00:00+14:00',
    '1990-03-01T23:59:59-12:00',
    '1990-03-01T24:00:00Z',
    '1990-03-01TZ',
  ],
  'December 30, 2011': ['2011-12-30', '2011-12-30T00:00:00.000Z', '2011-12-30T12:00:00+13:00'],
  'January 1, 1995': ['1995-01-01', '1995-01-01T00:00:00.000Z'],
  'July 4, 1892': ['1892-07-04', '1892-07-04T00:00:00.000Z'],
  'February 29, 2000': ['2000-02-29', '2000-02-29T00:00:00.000Z'],
  'February 29, 2024': ['2024-02-29T23:59:59-12:00'],
  'March 10, 2024': ['2024-03-10T02:30:00', '2024-03-10T02:30:00-08:00'],
  'October 10, 1582': ['1582-10-10'],
  'January 1, 1': ['0001-01-01T00:00:00Z'],
  'December 31, 9999': ['9999-12-31', '9999-12-31T23:59:59.999Z'],
  'Can’t be shown': [
    '0000-00-00',
    '0000-00-00T00:00:00.000Z',
    '0000-01-01',
    '1990-00-01',
    '1990-01-00',
    '1990-13-01',
    '1990-04-31',
    ...['1900-02-29', '2001-02-29', '2100-02-29T00:00:00.000Z', '2000-02-30'],
    ...['+275760-09-13T00:00:00.000Z', '275760-09-13', '+275760-09-14', '10000-01-01'],
    ...['-000044-03-15', '-0044-03-15', '-1990-03-01T00:00:00Z', '-271821-04-20T00:00:00.000Z'],
    ...['yesterday', '636249600000', '1990-3-1', '01.03.1990', '1990-W09-4', 'Invalid Date'],
  ],
  'Not available right now': ['', ' '],
};

for (const zone of zones) {
  test(`P74 on a server in the time zone ${zone} a birth date is the same day, and an invalid one is not available`, async (t) => {
    setTimeZone(t, zone);
    const app = await startScriptedApp(t, {}, { CONVENTION_TIME_ZONE: 'Asia/Tokyo' });
    for (const [expected, texts] of Object.entries(days)) {
      for (const bornAt of texts) {
        app.answers[calls.user] = { id: 77, bornAt };
        assert.equal(rowsOf(await app.open('/profile'))['Date of birth'], expected, bornAt);
      }
    }
    // Unlike a birth date, a timestamp is shown in the convention's time zone.
    for (const [createdAt, expected] of [
      ['2026-03-02T18:30:00.000Z', 'March 3, 2026'],
      // A timestamp without a zone is UTC. If it were read in the server's zone (Los Angeles), it
      // would be March 3 in Tokyo.
      ['2026-03-02T08:30:00', 'March 2, 2026'],
    ]) {
      app.answers[calls.registration] = { user: { id: '77' }, createdAt };
      const { $ } = await app.open('/badge-name');
      assert.equal($('.badge-details time').first().text(), expected, createdAt);
    }
  });
}
