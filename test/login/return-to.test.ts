import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { createPaths } from '../../src/login/paths.ts';
import { safeReturnTo } from '../../src/login/return-to.ts';
import { createAppAlone } from '../support/app/create-app-alone.ts';

const publicUrl = new URL('https://attendees.testcon.example/');
const context = {
  publicUrl,
  returnOrigins: ['https://testcon.example'],
  paths: createPaths('', {}),
};

const allowed: Record<string, string> = {
  '/profile': '/profile',
  '/': '/',
  '/badge-name?try=Ümlaut&x=1': '/badge-name?try=%C3%9Cmlaut&x=1',
  '/a/../profile': '/profile',
  '/profile#contact': '/profile#contact',
  '/roles?a=1#/tickets/5': '/roles?a=1#/tickets/5',
  '/%2F%2Felsewhere.example': '/%2F%2Felsewhere.example',
  '/loginless': '/loginless',
  '//user@attendees.testcon.example/profile': '/profile',
  'https://attendees.testcon.example/profile?tab=1#top': '/profile?tab=1#top',
  'HTTPS://ATTENDEES.testcon.example:443/desk': '/desk',
  'https://attendees.testcon.example': '/',
  'https://me:secret@attendees.testcon.example/desk': '/desk',
  'https://testcon.example/thanks?x=1#top': 'https://testcon.example/thanks?x=1#top',
  'HTTPS://me:secret@TESTCON.example:443': 'https://testcon.example/',
};
for (const [given, expected] of Object.entries(allowed)) {
  test(`P67 ${given} leads to ${expected}`, () =>
    assert.equal(safeReturnTo(given, context), expected));
}

const refused = [
  'http://testcon.example/',
  'https://testcon.example:8443/',
  'https://testcon.example.evil.example/',
  '//testcon.example/',
  'https://evil.testcon.example/',
  'https://testcon.example@evil.example/',
  `https://testcon.example/${'x'.repeat(233)}`,
  'https://elsewhere.example',
  'http://attendees.testcon.example/',
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '\t//elsewhere.example',
  '/.//elsewhere.example',
  '/..//elsewhere.example',
  '/a/..//elsewhere.example',
  '/%2e//elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /profile',
  '@elsewhere.example',
  'profile',
  '',
  '.',
  '/\\/elsewhere.example',
  '／/elsewhere.example',
  'https:/profile',
  'https:profile',
  '/login',
  '/login?return_to=/login',
  '/login/callback?code=x',
  '/logout',
  '/x/../login',
  '//',
  '///',
  '/ /..//elsewhere.example',
  '//[',
  '/'.padEnd(257, 'x'),
  `/${'日'.repeat(29)}`,
  // In the stored JSON, each backslash takes two characters.
  `/?${'\\'.repeat(128)}`,
  '/LOGIN',
  '/Logout',
  '//elsewhere.example:99999999/',
];

test('P67 P26 a URL of up to 256 characters is kept whole', () => {
  const longest = ['/'.padEnd(256, 'x'), 'https://testcon.example/'.padEnd(256, 'x')];
  for (const url of longest) assert.equal(safeReturnTo(url, context), url);
});

for (const value of refused) {
  test(`P67 ${JSON.stringify(value)} leads nowhere`.slice(0, 80), () => {
    assert.equal(safeReturnTo(value, context), undefined);
  });
}

test('a return path with letters beyond ASCII is still read after thousands of calls', () => {
  const returnOrigins = ['https://xn--bcher-kva.example'];
  for (let call = 0; call < 20_000; call += 1) {
    assert.equal(safeReturnTo('/läden', context), '/l%C3%A4den', `call ${call}`);
    const elsewhere = safeReturnTo('https://BÜCHER.example/', { ...context, returnOrigins });
    assert.equal(elsewhere, 'https://xn--bcher-kva.example/', `call ${call}`);
  }
});

test('P67 behind a prefix the login’s path there leads nowhere', () => {
  const paths = createPaths('/account', {});
  const own = ['/account/login', '/account/login/callback?code=x', '/account/Logout'];
  for (const address of [...own, '/account/logout/everywhere']) {
    assert.equal(safeReturnTo(address, { ...context, paths }), undefined, address);
  }
  assert.equal(safeReturnTo('/login', { ...context, paths }), '/login');
});

test('P67 a login path that is somewhere else also leads nowhere', () => {
  const paths = createPaths('', { logoutEverywhere: '/bye' });
  assert.equal(safeReturnTo('/bye', { ...context, paths }), undefined);
});

test('P67 a rejected return_to is logged, without the URL, once a minute', async () => {
  const { app, logLines } = createAppAlone();
  const visit = (returnTo: string) =>
    request(app)
      .get(`/login?return_to=${encodeURIComponent(returnTo)}`)
      .redirects(0);
  await visit('/profile');
  await request(app).get('/login').redirects(0);
  const warnings = () => logLines.filter((line) => line.includes('"level":40'));
  assert.deepEqual(warnings(), []);
  for (const elsewhere of ['https://CANARY.example/', '//CANARY.example', '/login?CANARY'])
    await visit(elsewhere);
  assert.equal(warnings().length, 1);
  assert.match(
    warnings()[0] ?? '',
    /a link to the login has an invalid return_to \(too long, a path of the login, or a site/,
  );
  assert.doesNotMatch(logLines.join(''), /CANARY/i);
});
