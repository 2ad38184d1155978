// What the header says about an attendee, from their user record.
import assert from 'node:assert/strict';
import test from 'node:test';
import { visitorOf } from '../../src/web/visitor.ts';

test('who helps has the volunteering page in front, who has a role that of the roles, and nobody else', () => {
  const ownPagesOf = (user: Parameters<typeof visitorOf>[0]) => visitorOf(user).ownPages;
  assert.deepEqual(ownPagesOf({ isVolunteer: true }), ['volunteering']);
  assert.deepEqual(ownPagesOf({ isDepartmentLead: true }), ['volunteering']);
  assert.deepEqual(ownPagesOf({ userRoles: [{ name: 'Staff' }] }), ['roles']);
  assert.deepEqual(ownPagesOf({ isVolunteer: false, isDepartmentLead: null, userRoles: [] }), []);
  assert.deepEqual(ownPagesOf({}), []);
});

test('the header has the preferred name, else the user name', () => {
  assert.equal(visitorOf({ preferredName: 'Foxy', username: 'ada' }).visitorName, 'Foxy');
  assert.equal(visitorOf({ username: 'ada' }).visitorName, 'ada');
});
