import assert from 'node:assert/strict';
import test from 'node:test';
import { homeView } from '../../../src/pages/home/home-view.ts';
import { words } from '../../support/app/english.ts';
import { before } from '../../support/app/event-time.ts';

const unknown = { place: undefined, mapUrl: undefined, nextUrl: undefined };
const unknownTime = { ...before, days: undefined };

test('home says when and where the convention takes place, with a link to the map', () => {
  const view = homeView({
    time: before,
    event: { ...unknown, place: 'Harbour Hall', mapUrl: new URL('https://maps.example/hall') },
    words,
  });
  assert.match(view.when ?? '', /2.*5.*2027/);
  assert.deepEqual(view.where, { name: 'Harbour Hall', mapUrl: 'https://maps.example/hall' });
});

test('unknown values are left out', () => {
  const view = homeView({ event: unknown, time: unknownTime, words });
  assert.deepEqual([view.when, view.where], [undefined, undefined]);
  const withoutMap = homeView({
    event: { ...unknown, place: 'Harbour Hall' },
    time: unknownTime,
    words,
  });
  assert.deepEqual(withoutMap.where, { name: 'Harbour Hall', mapUrl: undefined });
});
