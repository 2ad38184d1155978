import assert from 'node:assert/strict';
import test from 'node:test';
import { homeView } from '../../../src/pages/home/home-view.ts';
import { words } from '../../support/app/english.ts';
import { after, before } from '../../support/app/event-time.ts';

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

test('after the convention, home says so and thanks, has a next step, and offers nothing from before', () => {
  const nextUrl = new URL('https://testcon.example/2028');
  const view = homeView({ event: { ...unknown, nextUrl }, time: after, words });
  assert.equal(view.heading, 'Your badge is still here');
  assert.deepEqual(view.over, {
    thanks: 'Testcon is over. Thank you for being part of it.',
    nextUrl: nextUrl.href,
  });
  assert.deepEqual(view.benefits, ['Decide what we can see']);
  const still = homeView({ event: { ...unknown, nextUrl }, time: before, words });
  assert.deepEqual([still.over, still.benefits.length], [undefined, 3]);
});
