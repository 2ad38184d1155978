// The view models of the choice before login: what is offered, and how a choice is confirmed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { chosenView, loginChooseView } from '../../../src/pages/login-choose/login-choose-view.ts';
import { words } from '../../support/english.ts';

const optionalScopes = ['pii:email', 'pii:phone'];
const scopes = ['pii:basic', ...optionalScopes, 'con:read'];
const paths = { login: '/login', choose: '/login/choose' };
const asked = { scopes, optionalScopes, paths, words };

test('each thing on offer has its words and a reason, and is ticked only when it was chosen', () => {
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

test('a choice is said as what is asked for and what is not', () => {
  const said = (chosen: string[], returnTo?: string) => chosenView({ ...asked, chosen, returnTo });
  const some = said(['pii:email'], '/profile?a=1&b');
  assert.deepEqual(some.asks, ['Name and account', 'Email', 'Registration']);
  assert.equal(some.leftOut, 'We will not ask for your phone number.');
  assert.equal(some.changePath, '/login/choose?return_to=%2Fprofile%3Fa%3D1%26b');
  assert.equal(some.continuePath, '/login?scope=pii%3Aemail&return_to=%2Fprofile%3Fa%3D1%26b');
  assert.equal(said([]).leftOut, 'We will not ask for your email address or your phone number.');
  assert.equal(said(optionalScopes).leftOut, undefined);
  assert.deepEqual([said([]).continuePath, said([]).changePath], ['/login', '/login/choose']);
});
