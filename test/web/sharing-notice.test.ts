import assert from 'node:assert/strict';
import test from 'node:test';
import type { CookieOptions, Response } from 'express';
import { createCookies } from '../../src/login/login.ts';
import { shownBy } from '../../src/scopes.ts';
import { createSharingNotices, describeNotice } from '../../src/web/sharing-notice.ts';
import { words } from '../support/app/english.ts';

const optionalScopes = ['pii:email', 'pii:phone', 'pii:address'];
const describe = (
  { kind, asked = [] }: { kind: string; asked?: readonly string[] },
  granted: readonly string[] = [],
) =>
  describeNotice(
    { kind, asked },
    { grantedScopes: ['pii:basic', ...granted], optionalScopes, words },
  );
const textFor = (...args: Parameters<typeof describe>) => describe(...args)?.text;

test('scopes that were requested and are now shared are named, in any order', () => {
  const asked = ['pii:phone', 'pii:email'];
  assert.equal(
    textFor({ kind: 'shared', asked: ['pii:email'] }, ['pii:email']),
    'Now on your profile: your email address.',
  );
  assert.equal(
    textFor({ kind: 'shared', asked }, asked),
    'Now on your profile: your email address and your phone number.',
  );
  assert.equal(
    textFor({ kind: 'shared', asked: optionalScopes }, optionalScopes),
    'Now on your profile: your email address, your phone number, and your postal address.',
  );
});

test('a partial result and an empty one are shown as such', () => {
  assert.equal(
    textFor({ kind: 'shared', asked: optionalScopes }, ['pii:email']),
    'Shared: your email address. Not shared: your phone number and your postal address.',
  );
  assert.equal(
    textFor({ kind: 'shared', asked: ['pii:phone'] }, ['pii:email']),
    'Not shared: your phone number. You can share it at any time.',
  );
});

test('nothing is claimed that the session does not confirm', () => {
  const asked = optionalScopes;
  for (const granted of [[], ['pii:email'], ['pii:phone', 'pii:address'], optionalScopes]) {
    const text = String(textFor({ kind: 'shared', asked }, granted));
    const [, shared = ''] = /(?:Now on your profile|Shared): ([^.]*)/.exec(text) ?? [];
    const [, notShared = ''] = /Not shared: ([^.]*)/.exec(text) ?? [];
    for (const scope of optionalScopes) {
      const what = words(`scope.${shownBy(scope)}.inSentence`);
      assert.deepEqual(
        [shared.includes(what), notShared.includes(what)],
        [granted.includes(scope), !granted.includes(scope)],
      );
    }
  }
});

test('a scope that is required, not requested here or unknown is not mentioned', () => {
  for (const asked of [
    [],
    ['pii:basic'],
    ['con:read'],
    ['<b>'],
    ['pii:finance:read', '__proto__'],
  ]) {
    assert.equal(textFor({ kind: 'shared', asked }, ['pii:email']), undefined);
  }
  const less = { grantedScopes: ['pii:basic', 'pii:email'], optionalScopes: ['pii:phone'], words };
  assert.equal(describeNotice({ kind: 'shared', asked: ['pii:email'] }, less), undefined);
});

test('the other codes have their messages, and any other code has none', () => {
  assert.equal(textFor({ kind: 'nothing-changed' }), 'Nothing changed.');
  assert.match(
    String(textFor({ kind: 'different-account' })),
    /^Nothing changed\. You’re still logged in with the same account/,
  );
  for (const kind of ['', 'SHARED', 'stopped', 'constructor', '<script>']) {
    assert.equal(textFor({ kind, asked: ['pii:email'] }, ['pii:email']), undefined);
  }
});

test('green means that everything requested was granted', () => {
  const asked = ['pii:email', 'pii:phone'];
  assert.equal(describe({ kind: 'shared', asked }, asked)?.isGood, true);
  assert.equal(describe({ kind: 'shared', asked }, ['pii:email'])?.isGood, false);
  assert.equal(describe({ kind: 'shared', asked })?.isGood, false);
  assert.equal(describe({ kind: 'nothing-changed' })?.isGood, false);
  assert.equal(describe({ kind: 'different-account' })?.isGood, false);
});

test('a notice waits a minute for the page that shows it, and a deletion ten minutes for a form that is sent again', () => {
  const keys = [{ id: 'k', key: Buffer.alloc(32, 1) }] as const;
  const cookies = createCookies(new URL('http://localhost:3000'), keys);
  const lives: unknown[] = [];
  const res = {
    cookie: (_name: string, _value: string, { maxAge }: CookieOptions) => lives.push(maxAge),
  } as unknown as Response;
  const notices = createSharingNotices({ cookies, optionalScopes });
  notices.announceForgotten(res);
  const refused = { asked: ['pii:email'], granted: [], refused: ['pii:email'] };
  notices.announce(res, { result: 'logged-in', returnTo: '/', ...refused });
  assert.deepEqual(lives, [600_000, 60_000]);
});
