import assert from 'node:assert/strict';
import test from 'node:test';
import type { CurrentUser } from '../../../src/convention/current-user.ts';
import type { UserRole } from '../../../src/convention/role.ts';
import { rolesView } from '../../../src/pages/roles/roles-view.ts';
import { words } from '../../support/app/english.ts';
import { cpuMilliseconds } from '../../support/machine/cpu-time.ts';
import { asRead } from '../../support/platform/as-read.ts';

const viewOf = (roles: readonly UserRole[] | undefined, user: Partial<CurrentUser> = {}) =>
  rolesView({ ...asRead({ user: { id: '1', preferredName: 'Foxy', ...user }, roles }), words });

test('roles that the site’s own credential lists are grouped by scope', () => {
  const { groups, none } = viewOf([
    { id: '1', name: 'Staff', scope: 'convention' },
    { id: '2', name: 'NDA', scope: 'global' },
    { id: '3', name: 'Panelist', scope: 'convention' },
  ]);
  assert.equal(none, undefined);
  assert.deepEqual(groups, [
    { heading: 'This convention', names: ['Staff', 'Panelist'] },
    { heading: 'All conventions', names: ['NDA'] },
  ]);
});

test('an unknown scope is shown unchanged, and roles without a scope are together', () => {
  const scopes = ['galaxy', '__proto__', '<b>', null, undefined, '', ' \u200b'];
  const { groups } = viewOf(
    scopes.map((scope, id) => ({ id: String(id), name: `Role ${id}`, scope })),
  );
  assert.deepEqual(groups, [
    { heading: '\u2068galaxy\u2069', names: ['Role 0'] },
    { heading: '\u2068__proto__\u2069', names: ['Role 1'] },
    { heading: '\u2068<b>\u2069', names: ['Role 2'] },
    { heading: 'Other roles', names: ['Role 3', 'Role 4', 'Role 5', 'Role 6'] },
  ]);
});

test('without that credential the names in the current user are one list', () => {
  const userRoles = [
    { id: '1', name: 'Staff' },
    { id: '2', name: '\u200b' },
  ];
  assert.deepEqual(viewOf(undefined, { userRoles }).groups, [
    { heading: undefined, names: ['Staff'] },
  ]);
  assert.deepEqual(
    viewOf([], { userRoles }).groups,
    [],
    'an empty list from the credential is trusted',
  );
});

test('a person without roles sees that most people have none', () => {
  for (const roles of [undefined, [], [{ id: '1', name: ' ', scope: 'convention' }]]) {
    const { none, groups } = viewOf(roles, { userRoles: null });
    assert.equal(none, 'You have no special roles.');
    assert.deepEqual(groups, []);
  }
});

test('10,000 roles in 10,000 scopes are cut, and sorted quickly', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `N${index}`);
  const inOne = viewOf(many.map((name, id) => ({ id: String(id), name, scope: 'global' })));
  assert.equal(inOne.groups[0]?.names.length, 101);
  const cost = cpuMilliseconds(() => {
    const inMany = viewOf(many.map((scope, id) => ({ id: String(id), name: 'Staff', scope })));
    assert.equal(inMany.groups.length, 10);
  });
  assert.ok(cost < 500, `${cost} ms`);
});
