// The page after a log-out, for each reason: exactly what was done, and what stays.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type LogoutReason, loggedOutView } from '../../../src/pages/logged-out/logged-out-view.ts';
import { words } from '../../support/english.ts';
import { pathOf } from '../../support/path-of.ts';

const registrationUrl = new URL('https://reg.testcon.example');
const view = (by: LogoutReason, changed: { logoutUrl?: URL; promptLogin?: boolean } = {}) =>
  loggedOutView({
    by,
    words,
    registrationUrl,
    pathOf,
    logoutUrl: undefined,
    promptLogin: false,
    ...changed,
  });

test('after a log-out the platform is named, with its log-out where there is one', () => {
  assert.equal(view({ why: 'log-out' }).link, undefined);
  const logoutUrl = new URL('https://reg.testcon.example/bye');
  assert.equal(view({ why: 'log-out' }, { logoutUrl }).link?.href, logoutUrl.href);
  assert.equal(view({ why: 'log-out' }).another, undefined);
  const { another } = view({ why: 'log-out' }, { promptLogin: true });
  assert.equal(another, 'Log in with another account');
});

test('after stopping to share, the heading says what is no longer held, and the way on leads to what is left', () => {
  const { heading, query, mayChoose, paragraphs } = view({ why: 'stopped', scope: 'pii:address' });
  assert.equal(heading, 'This site no longer holds your postal address');
  assert.deepEqual([query, mayChoose], ['?return_to=%2Fsharing', false]);
  assert.match(
    paragraphs.join(' '),
    /every login of yours here, on all devices.*Your registration is not affected/,
  );
});

test('after being forgotten it is said what stays at the platform, and in this browser', () => {
  const { heading, paragraphs, link } = view({ why: 'forgotten' });
  assert.equal(heading, 'You are logged out');
  assert.equal(link?.href, registrationUrl.href);
  assert.match(
    paragraphs.join(' '),
    /forgotten you.* are not affected\. .*it remembers the choice/,
  );
});

test('nothing is ever called revoked', () => {
  for (const by of [
    { why: 'log-out' },
    { why: 'stopped', scope: 'pii:email' },
    { why: 'forgotten' },
  ] as LogoutReason[]) {
    assert.doesNotMatch(JSON.stringify(view(by)), /revoke/i);
  }
});
