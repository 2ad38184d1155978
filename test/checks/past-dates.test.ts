import assert from 'node:assert/strict';
import test from 'node:test';
import { outdatedFindings } from '../../src/checks/past-dates.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';

const thisYear = {
  CONVENTION_NAME: 'Foxcon 2027',
  CONVENTION_DAYS: '2027-07-02/2027-07-05',
  CONVENTION_TIME_ZONE: 'Europe/Berlin',
  CONVENTION_PLACE: 'Harbour Hall, Hamburg',
  DESK_HOURS: '2027-07-01 10:00-20:00; 2027-07-05 9:00-13:00',
  BADGE_NAME_UNTIL: '2027-06-01',
  PAY_UNTIL: '2027-06-15',
  BADGE_TIERS: 'Sponsor=f6bd2f/2a1b00',
};

function find(day: string, changed: Record<string, string>): string[] {
  const config = readConfig({ ...goodSettings, ...thisYear, ...changed });
  return outdatedFindings(config, Date.parse(`${day}T12:00:00Z`)).map(({ what }) => what);
}

test('the settings for this year cause no warning, before and during the convention', () => {
  for (const day of ['2026-10-01', '2027-06-30', '2027-07-01', '2027-07-05'])
    assert.deepEqual(find(day, {}), [], day);
  assert.deepEqual(find('2027-06-20', { DESK_HOURS: '2027-07-01 10:00-20:00' }), []);
  const earliest = { BADGE_NAME_UNTIL: '2026-10-05', PAY_UNTIL: '2026-10-05' };
  assert.deepEqual(
    find('2027-06-20', earliest),
    [],
    'a deadline 270 days before the event is accepted',
  );
});

test('a year among the previous three is outdated, and an older one is part of a name', () => {
  const names = (year: number) => find('2027-06-20', { CONVENTION_NAME: `Foxcon ${year}` });
  assert.deepEqual(names(2024), ['CONVENTION_NAME names the year 2024']);
  assert.deepEqual(names(2023), []);
});

const lastYear: readonly [changed: Record<string, string>, expected: string][] = [
  [{ CONVENTION_NAME: 'Foxcon 2026' }, 'CONVENTION_NAME names the year 2026'],
  [{ CONVENTION_PLACE: 'Hall 3 (as in 2025)' }, 'CONVENTION_PLACE names the year 2025'],
  [
    { BADGE_TIERS: 'Sponsor 2026=f6bd2f/2a1b00; Staff=0a6b3d/fff' },
    'BADGE_TIERS names the year 2026',
  ],
  [{ BADGE_NAME_UNTIL: '2026-07-03' }, 'BADGE_NAME_UNTIL is long past, perhaps from last year'],
  [{ PAY_UNTIL: '2026-10-04' }, 'PAY_UNTIL is long past, perhaps from last year'],
];

test('each setting that is still from last year is named', () => {
  for (const [changed, expected] of lastYear)
    assert.deepEqual(find('2027-03-01', changed), [expected], JSON.stringify(changed));
});

test('without days the settings are compared with today', () => {
  const undated = { CONVENTION_DAYS: '', DESK_HOURS: '', BADGE_NAME_UNTIL: '', PAY_UNTIL: '' };
  assert.deepEqual(find('2027-12-31', undated), []);
  assert.deepEqual(find('2028-01-01', undated), ['CONVENTION_NAME names the year 2027']);
  const nameless = { ...undated, CONVENTION_NAME: 'Foxcon' };
  assert.deepEqual(find('2028-01-01', { ...nameless, PAY_UNTIL: '2027-02-01' }), [
    'PAY_UNTIL is long past, perhaps from last year',
  ]);
  assert.deepEqual(find('2028-01-01', { ...nameless, DESK_HOURS: '2027-07-02 10:00-20:00' }), [
    'DESK_HOURS are over',
  ]);
});

test('a year that is part of a permanent name causes no warning, and no other number is a year', () => {
  for (const CONVENTION_NAME of [
    '2001: A Fox Odyssey',
    'Foxcon 20267',
    'Foxcon 1926',
    'Foxcon 2028',
  ])
    assert.deepEqual(find('2027-03-01', { CONVENTION_NAME }), [], CONVENTION_NAME);
});

test('after the last day that is the only warning', () => {
  assert.deepEqual(find('2027-07-06', {}), ['CONVENTION_DAYS are over']);
  assert.deepEqual(find('2028-03-01', { CONVENTION_NAME: 'Foxcon 2026' }), [
    'CONVENTION_DAYS are over',
  ]);
});
