import assert from 'node:assert/strict';
import test from 'node:test';
import { stopView } from '../../../src/pages/sharing/stop-view.ts';
import { words } from '../../support/app/english.ts';
import { asRead } from '../../support/platform/as-read.ts';

const user = asRead({ id: '1', phone: '+12025551001', addressLine1: 'A', addressCity: 'B' });
const view = (changed: Partial<Parameters<typeof stopView>[0]> = {}) =>
  stopView({
    scope: 'pii:phone',
    serviceScopes: [],
    user,
    paths: { stop: '/sharing/stop', sharing: '/sharing' },
    words,
    ...changed,
  });

test('it names the value, and the places where this logs out', () => {
  const { heading, value, text } = view();
  assert.equal(heading, 'Stop sharing your phone number?');
  assert.equal(value, '+1 202 555 1001');
  assert.equal(
    text,
    'We’ll no longer see your phone number, and you’ll be logged out on all your devices.',
  );
});

test('a value of several lines, an empty one and a missing one are left out', () => {
  assert.equal(view({ scope: 'pii:address' }).value, undefined);
  assert.equal(view({ user: undefined }).value, undefined);
  for (const nothing of [null, '', undefined])
    assert.equal(view({ user: asRead({ id: '1', phone: nothing }) }).value, undefined);
});

test('the details say what stays at the platform, and how long the stop is remembered', () => {
  const { note, details } = view();
  assert.equal(note, 'Testcon keeps your phone number. You can share it again at any time.');
  assert.match(details.join(' '), /We give up our access .* may remember .* for 6 months after/);
  assert.doesNotMatch(JSON.stringify(view()), /revoke/i);
});

test('if the site reads applications with its own credential, the page names them and says what stays', () => {
  const more = (serviceScopes: string[]) => view({ serviceScopes }).details.length - 3;
  assert.equal(more(['user:read']), 0);
  const { details } = view({ serviceScopes: ['volunteer:read', 'vendor:read', 'user:read'] });
  assert.match(
    details.join(' '),
    /What you wrote in your volunteer application and your dealer application still shows there, with any email address, phone number/,
  );
  for (const scope of ['registration:read', 'volunteer:read', 'vendor:read'])
    assert.equal(more([scope]), 1, scope);
});
