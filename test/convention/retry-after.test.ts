// RFC 9110 does not permit most of these values, but servers may send them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readRetryAfter } from '../../src/convention/retry-after.ts';
import { readAt } from '../support/platform/retry-after.ts';

test('a fraction, a unit, several headers in one, and dates in other notations are read', () => {
  for (const [header, seconds] of [
    ['1.5', 2],
    ['0.2', 1],
    ['-5', 1],
    ['+30', 30],
    ['30s', 30],
    ['30 seconds', 30],
    ['20, 40', 20],
    ['Sun Mar  1 12:00:20 2026', 20],
    ['Sun, 01 Mar 2026 12:00:20 +0000', 20],
    ['2026-03-01T12:00:20Z', 20],
    ['2026-03-01T12:00:20.500', 21],
    ['soon', undefined],
    ['1e1', undefined],
    ['2026', 2026],
    ['12.31', 13],
    ['3601', 3600],
    ['March 1', undefined],
    ['', undefined],
  ] as const)
    assert.equal(readRetryAfter(header, readAt), seconds, header);
});
