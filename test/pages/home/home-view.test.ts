// What the home page says: when and where, as far as that is known.
import assert from 'node:assert/strict';
import test from 'node:test';
import { homeView } from '../../../src/pages/home/home-view.ts';
import { words } from '../../support/english.ts';

test('home says when and where the convention takes place, with a way to the map', () => {
  const view = homeView({
    days: { first: '2027-07-02', last: '2027-07-05' },
    event: { place: 'Harbour Hall', mapUrl: new URL('https://maps.example/hall') },
    words,
  });
  assert.match(view.when ?? '', /2.*5.*2027/);
  assert.deepEqual(view.where, { name: 'Harbour Hall', mapUrl: 'https://maps.example/hall' });
});

test('what is not known is left out', () => {
  const view = homeView({ days: undefined, event: {}, words });
  assert.deepEqual([view.when, view.where], [undefined, undefined]);
  const withoutMap = homeView({ days: undefined, event: { place: 'Harbour Hall' }, words });
  assert.deepEqual(withoutMap.where, { name: 'Harbour Hall', mapUrl: undefined });
});
