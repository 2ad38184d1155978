import assert from 'node:assert/strict';
import test from 'node:test';
import express from 'express';
import request from 'supertest';
import { createCookies, createMemoryKeys, sessionLimits } from '../../src/login/login.ts';
import { keyPrefixes } from '../../src/login/store/key-names.ts';
import { readConfig } from '../../src/settings/config.ts';
import { createSiteLogin } from '../../src/wiring/site-login.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';

test('P34 the list of a person’s sessions lives as long as a session that is always in use', async (t) => {
  const sessions = { idleSeconds: 600, absoluteSeconds: 8 * 3600 };
  const app = await startApp(t, { limits: { sessions } });
  await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  const lists = (await app.redis.dump()).filter(({ key }) =>
    key.startsWith(keyPrefixes.sessionsOfPerson),
  );
  assert.equal(lists.length, 1);
  const [{ ttl } = { ttl: 0 }] = lists;
  assert.equal(ttl > 8 * 3600 - 300 && ttl <= 8 * 3600, true, `${ttl} seconds`);
});

test('P34 a log-out everywhere ends a session that was in use for longer than the idle time', async (t) => {
  const sessions = { idleSeconds: 600, absoluteSeconds: 8 * 3600 };
  const app = await startApp(t, { limits: { sessions } });
  const [phone, laptop] = [visitor(), visitor()];
  await logIn(phone, `${app.url}/profile`, { as: 'robin' });
  // Simulates the passing of twenty minutes for every key except the session, which is still in
  // use.
  for (const { key, ttl } of await app.redis.dump()) {
    if (!key.startsWith(keyPrefixes.session))
      await app.redis.command('EXPIRE', key, String(ttl - 20 * 60));
  }
  const sharing = await logIn(laptop, `${app.url}/sharing`, { as: 'robin' });
  await laptop.press(sharing, 'Log out everywhere');
  for (const device of [phone, laptop])
    assert.equal((await device.request(`${app.url}/profile`)).status, 303);
});

test('a request has no session only if it reads an open page and has no session cookie', async () => {
  const config = readConfig(goodSettings);
  const cookies = createCookies(config.publicUrl, config.encryptionKeys);
  const { session } = createSiteLogin({
    ...{ config, cookies, keys: createMemoryKeys(), limits: sessionLimits, now: Date.now },
    pages: [
      { name: 'open', path: '/open', open: true },
      { name: 'part', path: '/part', open: 'in part' },
      { name: 'closed', path: '/closed' },
    ],
    optionalScopes: [],
    whoIs: () => Promise.reject(new Error('nobody logs in')),
    onSessionsEnd() {},
    onLogin() {},
    warn: assert.fail,
  });
  const app = express().use(session, (req, res) => {
    res.status(req.session ? 200 : 204).end();
  });
  const sid = cookies.nameOf('sid');
  for (const [path, cookie, status, method = 'get'] of [
    ['/open', '', 204],
    ['/open', `language=de; x${sid}=1`, 204, 'head'],
    ['/open', `language=de; ${sid}=s%3A1`, 200],
    ['/open', `${sid}=`, 200],
    ['/open', '', 200, 'post'],
    ['/part', '', 200],
    ['/closed', '', 200],
  ] as const) {
    const response = await request(app)[method](path).set('Cookie', cookie);
    assert.equal(response.status, status, `${method} ${path} ${cookie}`);
  }
});
