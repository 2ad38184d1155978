import assert from 'node:assert/strict';
import test from 'node:test';
import { apiPath } from '../../src/convention/api-request.ts';

test('ids are filled into a path, and no id can add a part to it', () => {
  assert.equal(apiPath`/api/users/${'7'}/roles/${'a/b?c'}`, '/api/users/7/roles/a%2Fb%3Fc');
});

test('each id has to be valid, even if the others are', () => {
  for (const [user, role] of [
    ['7', '..'],
    ['', '3'],
    ['7', 'a b'],
  ] as const)
    assert.throws(() => apiPath`/api/users/${user}/roles/${role}`, RangeError);
});

test('an id may begin with dots, and has at most 255 characters', () => {
  for (const id of ['...', '..a', '.a', 'x'.repeat(255)])
    assert.equal(apiPath`/api/users/${id}`, `/api/users/${id}`);
  for (const id of ['.', '..', 'x'.repeat(256), 'a\u00e9'])
    assert.throws(() => apiPath`/api/users/${id}`, RangeError, id);
});
