import assert from 'node:assert/strict';
import test from 'node:test';
import { chosenView, loginChooseView } from '../../../src/pages/login-choose/login-choose-view.ts';
import { words } from '../../support/app/english.ts';

const optionalScopes = ['pii:email', 'pii:phone'];
const scopes = ['pii:basic', ...optionalScopes, 'con:read'];
const paths = { login: '/login', choose: '/login/choose' };
const asked = { scopes, optionalScopes, paths, words };

test('each item on offer has its words and a reason, and is ticked only when it was chosen', () => {
  const options = { ...asked, chosen: ['pii:phone'], returnTo: undefined };
  const { always, choices } = loginChooseView(options);
  assert.deepEqual(
    always.map(({ label }) => label),
    ['Name and account', 'Registration'],
  );
  assert.deepEqual(
    choices.map(({ id, row, isChosen }) => [id, row.label, isChosen]),
    [
      ['pii-email', 'Email', false],
      ['pii-phone', 'Phone', true],
    ],
  );
  assert.ok(choices.every(({ row }) => row.lines[0]?.startsWith('Shown on your profile')));
});

test('once the choice is stored the page is the same, and continues to the login that requests it', () => {
  const options = { ...asked, chosen: ['pii:email'], returnTo: '/profile?a=1&b' };
  const { continued, ...page } = chosenView(options);
  assert.deepEqual({ ...page, continued: undefined }, loginChooseView(options));
  assert.deepEqual(continued, {
    path: '/login?scope=pii%3Aemail&return_to=%2Fprofile%3Fa%3D1%26b',
    changePath: '/login/choose?return_to=%2Fprofile%3Fa%3D1%26b',
  });
  assert.deepEqual(chosenView({ ...asked, chosen: [], returnTo: undefined }).continued, {
    path: '/login',
    changePath: '/login/choose',
  });
});
