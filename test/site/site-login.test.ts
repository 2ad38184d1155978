import assert from 'node:assert/strict';
import test from 'node:test';
import { keyPrefixes } from '../../src/login/store/key-names.ts';
import { startApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

test('P31 the list of a person’s sessions lives as long as a session that is always in use', async (t) => {
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

test('P31 a log-out everywhere ends a session that was in use for longer than the idle time', async (t) => {
  const sessions = { idleSeconds: 600, absoluteSeconds: 8 * 3600 };
  const app = await startApp(t, { limits: { sessions } });
  const [phone, laptop] = [visitor(), visitor()];
  await logIn(phone, `${app.url}/profile`, { as: 'robin' });
  // Simulates that twenty minutes have passed for every key except the session, which is still in
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
