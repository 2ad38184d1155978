// The bar of the days: where the badge is, whether it is given out now, and what to bring.
import assert from 'node:assert/strict';
import test from 'node:test';
import { eventBar } from '../../../src/pages/badge-name/event-bar.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { words } from '../../support/english.ts';
import { days, timeAt } from '../../support/event-time.ts';
import { goodSettings } from '../../support/good-settings.ts';

const deskPath = '/desk';
const bring = { text: 'Bring an ID with your legal name' };
const link = { text: 'Show at the desk', url: deskPath, isOutside: false };

function barAt(moment: string, settings: Record<string, string> = {}, path?: string) {
  const { event } = readConfig({ ...goodSettings, ...settings });
  const time = timeAt(moment, { deskHours: event.deskHours });
  return eventBar({ time, days, event, deskPath: path, words });
}

const withDesk = {
  CONVENTION_PLACE: 'Harbour Hall',
  DESK_HOURS: '2027-07-02 10:00-20:00; 2027-07-03 9:00-12:00',
};

test('it stands in the days of the convention, and not before', () => {
  assert.equal(barAt('2027-07-01T23:59:59Z', withDesk), undefined);
  assert.notEqual(barAt('2027-07-02T00:00:00Z', withDesk), undefined);
});

test('while the desk is open it says until when, where, what to bring, and leads to the screen for it', () => {
  assert.deepEqual(barAt('2027-07-02T12:00:00Z', withDesk, deskPath), {
    isOpen: true,
    label: 'Badge pick-up',
    text: 'Open now, until 20:00',
    lines: [{ text: 'Harbour Hall', isRecord: true }, bring],
    link,
  });
});

test('while it is closed it says when it opens', () => {
  const statusAt = (moment: string) => {
    const { isOpen, text } = barAt(moment, withDesk) ?? {};
    return [isOpen, text];
  };
  assert.deepEqual(statusAt('2027-07-02T09:00:00Z'), [false, 'Opens today at 10:00']);
  assert.deepEqual(statusAt('2027-07-02T20:00:00Z'), [false, 'Closed until tomorrow at 09:00']);
  assert.deepEqual(statusAt('2027-07-05T12:00:00Z'), [false, 'Closed. Ask the Testcon team.']);
});

test('where its hours and the place are not known, it says which day it is', () => {
  assert.deepEqual(barAt('2027-07-02T12:00:00Z'), {
    isOpen: false,
    label: 'Badge pick-up',
    text: 'Friday, day 1 of 4',
    lines: [bring],
    link: undefined,
  });
});
