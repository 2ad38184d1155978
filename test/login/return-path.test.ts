// The way back leads to our own pages only.
import assert from 'node:assert/strict';
import test from 'node:test';
import { safeReturnPath } from '../../src/login/return-path.ts';

const publicUrl = new URL('https://attendees.testcon.example/');

const ownPages: Record<string, string> = {
  '/profile': '/profile',
  '/': '/',
  '/badge-name?try=Ümlaut&x=1': '/badge-name?try=%C3%9Cmlaut&x=1',
  '/a/../profile': '/profile',
  '/profile#contact': '/profile',
  '/%2F%2Felsewhere.example': '/%2F%2Felsewhere.example',
  '/loginless': '/loginless',
  '//user@attendees.testcon.example/profile': '/profile',
};
for (const [given, expected] of Object.entries(ownPages)) {
  test(`${given} leads to ${expected}`, () => assert.equal(safeReturnPath(given, publicUrl), expected));
}

const refused: unknown[] = [
  ...['https://elsewhere.example', 'http://attendees.testcon.example/', '//elsewhere.example', '///elsewhere.example'],
  ...[
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '\t//elsewhere.example',
  ],
  ...['/.//elsewhere.example', '/..//elsewhere.example', '/a/..//elsewhere.example', '/%2e//elsewhere.example'],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    ' /profile',
    '@elsewhere.example',
    'profile',
    '',
    '.',
    '/\\/elsewhere.example',
  ],
  ...['／/elsewhere.example', 'https:/profile', 'https:profile'],
  ...[
    '/login',
    '/login?return_to=/login',
    '/login/callback?code=x',
    '/logout',
    '/x/../login',
    '//',
    '///',
    '/ /..//elsewhere.example',
  ],
  ...['//[', '/'.padEnd(513, 'x'), `/${'日'.repeat(170)}`, '/LOGIN', '/Logout', '//elsewhere.example:99999999/'],
  ...[undefined, null, 5, ['/profile', '//elsewhere.example'], { toString: () => '/profile' }],
];
for (const value of refused) {
  test(`${JSON.stringify(value) ?? 'nothing'} leads nowhere`.slice(0, 80), () => {
    assert.equal(safeReturnPath(value, publicUrl), undefined);
  });
}
