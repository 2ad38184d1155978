import assert from 'node:assert/strict';
import test from 'node:test';
import { createPaths } from '../../src/login/paths.ts';

test('a path of the login has no query, because the login adds its own', () => {
  assert.throws(() => createPaths('', { loggedOut: '/?bye=1' }), /must contain no \? and no #/);
  assert.equal(createPaths('', { home: '/?x=1' }).home, '/?x=1');
});
