import assert from 'node:assert/strict';
import test from 'node:test';
import { tokenOf } from '../../../src/login/oauth/token-set.ts';

test('a token counts for a minute at least and a day at most, and for five minutes without a lifetime', () => {
  for (const [expires_in, seconds] of [
    [61, 61],
    [60, 60],
    [59, 60],
    [86_399, 86_399],
    [86_400, 86_400],
    [86_401, 86_400],
    [undefined, 300],
  ] as const) {
    const { expiresAt } = tokenOf({ access_token: 'token', expires_in }, { now: 1000 });
    assert.equal(expiresAt, 1000 + 1000 * seconds, String(expires_in));
  }
});
