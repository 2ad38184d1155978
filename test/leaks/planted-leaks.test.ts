import assert from 'node:assert/strict';
import test from 'node:test';
import { findLeaks, type Recording, sensitiveValuesIn } from '../support/app/leaks.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import type { Exchange } from '../support/app/wire.ts';

test('P45 P46 each kind of value is found in each place, as plain text, percent-encoded and in Base64', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await robin.open(`${app.url}/nowhere`);
  const heard = app.heard();
  const kinds = new Map(sensitiveValuesIn(heard).map(({ what, value }) => [what, value]));
  assert.deepEqual([...kinds.keys()].sort(), [
    'a code',
    'a code verifier',
    'a cookie',
    'a form token',
    'a personal value',
    'a refresh token',
    'a session secret',
    'a state',
    'an access token',
    'an encryption key',
    'the client secret',
  ]);
  for (const [what, value] of kinds) {
    for (const text of [value, percentEncoded(value), Buffer.from(value).toString('base64')]) {
      for (const { name, planted } of plantEverywhere(heard, { what, text })) {
        assert.ok(findLeaks(planted).includes(`${what} in ${name}`), `${text} in ${name}`);
      }
    }
  }
});

function plantEverywhere(heard: Recording, { what, text }: { what: string; text: string }) {
  const inPage = { body: `<p>${text}</p>`, headers: {} };
  return [
    { name: 'the log', planted: { ...heard, logLines: [...heard.logLines, `{"msg":"${text}"}`] } },
    { name: 'Redis', planted: { ...heard, redis: `${heard.redis} "SET" "k" "${text}"` } },
    ...inExchange('an address at /profile', { address: `/profile?x=${text}` }),
    ...inExchange('a referrer of /profile', {
      asked: { headers: { referer: `http://localhost/?x=${text}` }, body: '' },
    }),
    ...inExchange('an address at /profile', {
      answered: { headers: { location: `/profile?x=${text}` }, body: '' },
    }),
    ...inExchange('a header of /profile', { answered: { headers: { 'x-new': text }, body: '' } }),
    ...inExchange(
      'a cookie of /profile',
      { answered: { headers: { 'set-cookie': `a=${text}` }, body: '' } },
      ['a cookie'],
    ),
    ...inExchange('an error page at /profile', { status: 404, answered: inPage }, ['a form token']),
    ...inExchange('the page /profile', { answered: inPage }, ['a form token', 'a personal value']),
  ];

  function inExchange(name: string, change: Partial<Exchange>, allowed: readonly string[] = []) {
    if (allowed.includes(what)) return [];
    const profile = { server: heard.app, method: 'GET', address: '/profile', status: 200 };
    const plain = {
      ...profile,
      asked: { headers: {}, body: '' },
      answered: { headers: {}, body: '' },
    };
    return [
      { name, planted: { ...heard, exchanges: [...heard.exchanges, { ...plain, ...change }] } },
    ];
  }
}

function percentEncoded(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
