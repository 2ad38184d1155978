// Today: which day of the convention it is, and until when it goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { todayView } from '../../../src/pages/badge-name/today.ts';
import { loadMessages } from '../../../src/web/words/messages.ts';
import { words } from '../../support/english.ts';
import { days, timeAt } from '../../support/event-time.ts';

const on = (day: string, event: { days?: typeof days | undefined } = { days }) =>
  Object.values(todayView({ time: timeAt(`${day}T12:00:00Z`), days: event.days, words }));

test('it says which day of how many it is, and which one is the last', () => {
  assert.deepEqual(on('2027-07-02'), ['Friday, day 1 of 4', 'until Monday, July 5']);
  assert.deepEqual(on('2027-07-04'), ['Sunday, day 3 of 4', 'until Monday, July 5']);
  assert.deepEqual(on('2027-07-05'), ['Monday, day 4 of 4', 'The last day']);
});

test('a convention of one day counts no days', () => {
  const day = { first: '2027-07-02', last: '2027-07-02' };
  assert.deepEqual(on('2027-07-02', { days: day }), ['Friday', undefined]);
});

test('a day on which only the desk is open stands with its date', () => {
  assert.deepEqual(on('2027-07-01'), ['Thursday, July 1', undefined]);
  assert.deepEqual(on('2027-07-02', { days: undefined }), ['Friday, July 2', undefined]);
});

test('in a language whose days are small, the text begins with a capital', () => {
  const folder = new URL('../../../views/messages/', import.meta.url);
  const french = loadMessages(folder, { locale: 'fr', common: { convention: 'Testcon' } });
  const view = todayView({ time: timeAt('2027-07-02T12:00:00Z'), days, words: french });
  assert.deepEqual(Object.values(view), ['Vendredi, jour 1 sur 4', 'jusqu’au lundi 5 juillet']);
});
