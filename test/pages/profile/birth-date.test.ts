// Dates on servers all over the world: a birth date is the day in the record, never the day before
// or after.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startChild } from '../../support/child-app.ts';
import { freePort } from '../../support/free-port.ts';
import { goodSettings } from '../../support/good-settings.ts';
import { sharedRedis } from '../../support/redis.ts';
import { rounds } from '../../support/rounds.ts';
import { rowsOf } from '../../support/rows-of.ts';
import { calls, startScript } from '../../support/scripted-app.ts';
import { allServiceScopes } from '../../support/start-app.ts';
import { visitor } from '../../support/visitor.ts';

/** Far west, far east, one that skipped a day (30 December 2011), and UTC. */
const allZones = ['America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Apia', 'UTC'];

const days: Record<string, string[]> = {
  'March 1, 1990': [
    ...[
      '1990-03-01',
      '1990-03-01T00:00:00.000Z',
      '1990-03-01T00:00:00',
      '1990-03-01 00:00:00',
      '1990-03-01T23:59:59.999Z',
    ],
    ...[
      '1990-03-01T00:00:00+14:00',
      '1990-03-01T23:59:59-12:00',
      '1990-03-01T24:00:00Z',
      '1990-03-01TZ',
    ],
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
  'Not available right now': [
    ...[
      '0000-00-00',
      '0000-00-00T00:00:00.000Z',
      '0000-01-01',
      '1990-00-01',
      '1990-01-00',
      '1990-13-01',
      '1990-04-31',
    ],
    ...['1900-02-29', '2001-02-29', '2100-02-29T00:00:00.000Z', '2000-02-30'],
    ...['+275760-09-13T00:00:00.000Z', '275760-09-13', '+275760-09-14', '10000-01-01'],
    ...['-000044-03-15', '-0044-03-15', '-1990-03-01T00:00:00Z', '-271821-04-20T00:00:00.000Z'],
    ...[
      '',
      ' ',
      'yesterday',
      '636249600000',
      '1990-3-1',
      '01.03.1990',
      '1990-W09-4',
      'Invalid Date',
    ],
  ],
};

test('P69 on servers all over the world a birth date is the same day, and what is none is not available', async (t) => {
  const zones = allZones.slice(0, rounds(t, { short: 2, full: allZones.length, of: 'time zones' }));
  const [convention, redis] = await Promise.all([startScript(t), sharedRedis()]);
  const servers = await Promise.all(
    zones.map(async (TZ) => {
      const PORT = String(await freePort());
      const url = `http://localhost:${PORT}`;
      const env = {
        ...{ ...goodSettings, TZ, PORT, PUBLIC_URL: url, REDIS_URL: redis.url },
        ...{
          CONVENTION_URL: convention.baseUrl.href,
          SERVICE_SCOPES: allServiceScopes,
          CONVENTION_TIME_ZONE: 'Asia/Tokyo',
          // The record changes between two views.
          RECORD_CACHE_SECONDS: '0',
        },
      };
      await startChild(t, { file: 'src/server.ts', env, ready: 'Lanyard is up' });
      return { TZ, url, attendee: visitor() };
    }),
  );
  for (const [expected, texts] of Object.entries(days)) {
    for (const bornAt of texts) {
      convention.answers[calls.user] = { id: 77, bornAt };
      for (const { TZ, url, attendee } of servers) {
        const page = await attendee.open(`${url}/profile`);
        assert.equal(rowsOf(page)['Date of birth'], expected, `${bornAt} in ${TZ}`);
      }
    }
  }
  // Unlike a birth date, a timestamp is shown in the time zone of the convention.
  convention.answers[calls.registration] = {
    user: { id: '77' },
    createdAt: '2026-03-02T18:30:00.000Z',
  };
  for (const { TZ, url, attendee } of servers) {
    const { $ } = await attendee.open(`${url}/badge-name`);
    assert.equal($('.facts time').first().text(), 'March 3, 2026', TZ);
  }
});
