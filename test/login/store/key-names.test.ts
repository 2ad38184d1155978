import assert from 'node:assert/strict';
import test from 'node:test';
import {
  isSessionKey,
  personKey,
  sessionEndKey,
  sessionKey,
  usedStateKey,
} from '../../../src/login/store/key-names.ts';

test('the key of a session is recognised by its form, which no other key has', () => {
  const key = sessionKey('the session id');
  assert.equal(isSessionKey(key), true);
  for (const other of [
    ...[key.slice(0, -1), `${key}x`, `x${key}`, `${key}\n`, ''],
    ...[sessionEndKey(key), personKey(key), usedStateKey('the state')],
  ])
    assert.equal(isSessionKey(other), false, other);
  assert.doesNotMatch(key, /session id/);
});
