// The choice of what to share outlives the keys that sealed it: the next login never asks for more.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { CookieOptions, Request, Response } from 'express';
import { createCookies } from '../../../src/login/login.ts';
import { rememberedChoice } from '../../../src/login/optional/remembered-choice.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { fromOwnPage, logIn, type Visitor, visitor } from '../../support/visitor.ts';

const [old, fresh] = [`old:${'1'.repeat(64)}`, `fresh:${'2'.repeat(64)}`];
const useKeys = (app: RunningApp, keys: string) => app.restartApp({ ENCRYPTION_KEYS: keys });

/** Resolves to the scopes that a login of this browser asks for, which sets its cookies. */
async function askedFor(app: RunningApp, who: Visitor): Promise<string | null> {
  const start = await who.request(`${app.url}/login`, { headers: fromOwnPage });
  return new URL(start.headers.get('location') ?? '').searchParams.get('scope');
}

/** Robin stops sharing one thing, and is logged out by that. */
async function startWithChoice(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, { settings: { ENCRYPTION_KEYS: old } });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
  await robin.press(await robin.follow(page, 'Stop: Phone'), 'Stop sharing');
  return { app, robin, chosen: 'pii:basic pii:email pii:address' };
}

test('P35 a choice is sealed with the newest key at each login, and is there when the old key is gone', async (t) => {
  const { app, robin, chosen } = await startWithChoice(t);
  for (const keys of [old, `${old},${fresh}`, `${fresh},${old}`, fresh]) {
    await useKeys(app, keys);
    assert.equal(await askedFor(app, robin), chosen, keys);
  }
});

test('only a login of somebody who was logged in already, and still is, makes a new choice', () => {
  const keys = [{ id: 'k', key: Buffer.alloc(32, 1) }] as const;
  const cookies = createCookies(new URL('http://localhost:3000'), keys);
  const choice = rememberedChoice({ optionalScopes: ['pii:email'], cookies });
  const token = { accessToken: 't', expiresAt: 4e12, grantedScopes: ['pii:email'] };
  const secrets = { state: 's', codeVerifier: 'v', createdAt: 0 };

  function isChoice({ evenIfLoggedIn, before }: { evenIfLoggedIn: boolean; before?: string }) {
    const set: string[] = [];
    const req = { ...(before && { attendee: { userId: before, ...token } }) } as unknown as Request;
    const res = { cookie: (name: string) => set.push(name) } as unknown as Response;
    const pending = { ...secrets, scopes: ['pii:email'], returnTo: '/', evenIfLoggedIn };
    choice.afterLogin?.(req, res, { pending, attendee: { userId: 'robin', ...token } });
    return set.length > 0;
  }
  assert.equal(isChoice({ evenIfLoggedIn: true, before: 'robin' }), true, 'shares more');
  assert.equal(isChoice({ evenIfLoggedIn: true, before: 'sam' }), false, 'switches account');
  assert.equal(isChoice({ evenIfLoggedIn: true }), false, 'logs in with another account');
  assert.equal(isChoice({ evenIfLoggedIn: false, before: 'robin' }), false, 'in another tab');
  assert.equal(isChoice({ evenIfLoggedIn: false }), false, 'logs in');
});

test('a choice is kept for 180 days after the last login', () => {
  const keys = [{ id: 'k', key: Buffer.alloc(32, 1) }] as const;
  const cookies = createCookies(new URL('http://localhost:3000'), keys);
  const lives: unknown[] = [];
  const res = {
    cookie: (_name: string, _value: string, { maxAge }: CookieOptions) => lives.push(maxAge),
  };
  rememberedChoice({ optionalScopes: [], cookies }).remember(res as unknown as Response, []);
  assert.deepEqual(lives, [180 * 24 * 3_600_000]);
});

test('P35 a choice that no key opens any more asks for nothing optional, and is not written over', async (t) => {
  const { app, robin, chosen } = await startWithChoice(t);
  await useKeys(app, fresh);
  assert.equal(await askedFor(app, robin), 'pii:basic');
  const choose = await robin.open(`${app.url}/login/choose`);
  assert.equal(choose.$('input[name=scope]:checked').length, 0);
  await useKeys(app, `${fresh},${old}`);
  assert.equal(await askedFor(app, robin), chosen);
  assert.match(String(await askedFor(app, visitor())), /pii:phone/, 'others are asked for all');
});
