import assert from 'node:assert/strict';
import test from 'node:test';
import { createViewCache } from '../../src/convention/view-cache.ts';

const user = { id: '1', name: 'Robin' };
const words = Object.assign(() => '', { locale: 'en-GB' });
const options = { user, words, scopes: ['pii:basic', 'pii:email'], days: { first: '2027-07-02' } };

test('the same options in new objects create the same view', () => {
  const { viewOf } = createViewCache();
  const create = (given: object) => ({ given });
  const first = viewOf('s:ada', create, options);
  const again = { ...options, scopes: [...options.scopes], days: { ...options.days } };
  assert.equal(viewOf('s:ada', create, again), first);
});

test('P52 any change in the options creates a new view, and each session has its own', () => {
  const { viewOf } = createViewCache();
  const create = (given: object) => ({ given });
  for (const changed of [
    { ...options, user: { ...user, name: 'Sam' } },
    { ...options, words: Object.assign(() => '', { locale: 'en-GB' }) },
    { ...options, scopes: ['pii:basic'] },
    { ...options, days: { first: '2027-07-03' } },
    { ...options, now: 1 },
  ]) {
    viewOf('s:ada', create, options);
    assert.equal(viewOf('s:ada', create, changed).given, changed);
  }
  const own = viewOf('s:grace', create, options);
  assert.notEqual(own, viewOf('s:ada', create, options));
  assert.equal(viewOf('s:grace', create, options), own);
});

test('each page has its own view', () => {
  const { viewOf } = createViewCache();
  const [profile, badge] = [(given: object) => ({ given }), (given: object) => ({ given })];
  const first = viewOf('s:ada', profile, options);
  assert.notEqual(viewOf('s:ada', badge, options), first);
  assert.equal(viewOf('s:ada', profile, options), first);
});

test('with 1,001 sessions the oldest loses its views', () => {
  const { viewOf, size } = createViewCache();
  const create = (given: object) => ({ given });
  const first = viewOf('s:0', create, options);
  for (let session = 1; session < 1000; session += 1) viewOf(`s:${session}`, create, options);
  assert.equal(viewOf('s:0', create, options), first);
  assert.equal(size(), 1000);
  viewOf('s:1000', create, options);
  assert.equal(size(), 1000);
  assert.notEqual(viewOf('s:0', create, options), first);
});
