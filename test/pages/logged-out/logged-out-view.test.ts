import assert from 'node:assert/strict';
import test from 'node:test';
import { type LogoutReason, loggedOutView } from '../../../src/pages/logged-out/logged-out-view.ts';
import { words } from '../../support/app/english.ts';

const registrationUrl = new URL('https://reg.testcon.example');
const view = (by: LogoutReason, changed: { logoutUrl?: URL; promptLogin?: boolean } = {}) =>
  loggedOutView({
    by,
    words,
    registrationUrl,
    logInPath: '/login',
    loginPath: '/login',
    sharingPath: '/sharing',
    logoutUrl: undefined,
    promptLogin: false,
    ...changed,
  });

test('after a log-out the one button logs out of the platform, if that has a page for it', () => {
  const without = view({ why: 'log-out' });
  assert.deepEqual(without.button, { text: 'Log in again', href: '/login' });
  assert.deepEqual([without.secondButton, without.link], [undefined, undefined]);
  const logoutUrl = new URL('https://reg.testcon.example/bye');
  const { button, secondButton, link } = view({ why: 'log-out' }, { logoutUrl, promptLogin: true });
  assert.deepEqual(button, {
    text: 'Log out of Testcon too',
    href: logoutUrl.href,
    isOutside: true,
  });
  assert.deepEqual(secondButton, { text: 'Switch account', href: '/login?prompt=login' });
  assert.deepEqual(link, { text: 'Log in again', href: '/login' });
});

test('after stopping to share, the heading names what is no longer visible, and the next step leads to the rest', () => {
  const { heading, button, paragraphs } = view({ why: 'stopped', scope: 'pii:address' });
  assert.equal(heading, 'We can no longer see your postal address');
  assert.equal(button.href, '/login?return_to=%2Fsharing');
  assert.match(
    paragraphs.join(' '),
    /logged you out on all your devices\..*Your registration isn’t affected/,
  );
});

test('after everything was deleted the page says what stays at the platform, and in this browser', () => {
  const { heading, paragraphs, button, link } = view({ why: 'forgotten' });
  assert.equal(heading, 'We deleted the data we held about you');
  assert.equal(button.href, registrationUrl.href);
  assert.equal(link?.href, '/login');
  assert.match(
    paragraphs.join(' '),
    /what you stopped sharing\..* Your registration and your badge are kept\. .*may still list us.*browser may still remember/,
  );
});
