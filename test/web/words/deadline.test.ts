// A last day: when it is over, and how it is said.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deadlineOf } from '../../../src/web/words/deadline.ts';
import { loadMessages } from '../../../src/web/words/messages.ts';

function deadlineAt(today: string, locale = 'en-GB', lastDay = '2027-06-01') {
  const folder = new URL('../../../views/messages/', import.meta.url);
  const words = loadMessages(folder, { locale, common: { convention: 'Testcon' } });
  return deadlineOf(lastDay, { today, words });
}

test('it is over on the day after the last day', () => {
  assert.equal(deadlineAt('2027-06-01')?.isOver, false);
  assert.equal(deadlineAt('2027-06-02')?.isOver, true);
});

test('it says the day, and how long until then', () => {
  const said = (today: string, locale?: string) => {
    const { day, left, duration, lastDay } = deadlineAt(today, locale) ?? {};
    assert.equal(lastDay, '2027-06-01');
    return [day, left, duration].join(' | ');
  };
  assert.equal(said('2027-05-20'), '1 June | in 12 days | P12D');
  assert.equal(said('2027-05-31'), '1 June | tomorrow | P1D');
  assert.equal(said('2027-06-01'), '1 June | today | P0D');
  assert.equal(said('2026-12-31'), '1 June 2027 | in 152 days | P152D');
  assert.equal(said('2027-05-20', 'de'), '1. Juni | in 12 Tagen | P12D');
  assert.equal(said('2027-05-20', 'fr'), '1er juin | dans 12 jours | P12D');
  assert.equal(said('2027-05-20', 'es'), '1 de junio | dentro de 12 días | P12D');
});

test('without a last day there is no deadline', () => {
  assert.equal(deadlineAt('2027-05-20', 'en', ''), undefined);
});
