// The expected ratios were computed with other tools.
import assert from 'node:assert/strict';
import test from 'node:test';
import { channelsOf, contrast, textOn } from '../src/contrast.ts';

test('the contrast ratio is that of WCAG 2.2, whichever colour comes first', () => {
  for (const [one, other, ratio] of [
    ['#000000', '#ffffff', 21],
    ['#5527b8', '#5527b8', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#00ff00', '#000000', 15.3],
    ['#0000ff', '#ffffff', 8.59],
    ['#0b0b0b', '#000000', 1.07],
    ['#1b1b1f', '#ffdd00', 12.75],
  ] as const) {
    assert.ok(
      Math.abs(contrast(one, other) - ratio) < 0.05,
      `${one} ${other}: ${contrast(one, other)}`,
    );
    assert.equal(contrast(one, other), contrast(other, one));
  }
});

test('a three-digit colour equals its six-digit form', () => {
  assert.deepEqual(channelsOf('#fd0'), [255, 221, 0]);
  assert.deepEqual(channelsOf('#ffdd00'), channelsOf('#FD0'));
});

test('text is white or near-black, whichever is more readable', () => {
  for (const dark of ['#000', '#101014', '#5527b8', '#d00'])
    assert.equal(textOn(dark), '#fff', dark);
  for (const light of ['#fff', '#ffd400', '#e8590c', '#ff0000'])
    assert.equal(textOn(light), '#16161a', light);
});
