import assert from 'node:assert/strict';
import test from 'node:test';
import { daytime } from '../../support/app/clocks.ts';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import { fromOwnPage, logIn, type Visitor, visitor } from '../../support/app/visitor.ts';

const press = (who: Visitor, { url }: RunningApp, token: string) =>
  who.request(`${url}/login/stay`, {
    method: 'POST',
    headers: fromOwnPage,
    form: new URLSearchParams({ form_token: token }),
  });

test('P41 a press extends the session, which lasts at least as long as the page says', async (t) => {
  let clock = daytime;
  const app = await startApp(t, { ownRedis: true, now: () => clock });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const token = String(page.$('input[name=form_token]').val());
  const [key = ''] = (await app.redis.command('KEYS', 's:*')) as string[];
  for (const secondsLater of [59, 25 * 60]) {
    clock += 1000 * secondsLater;
    await app.redis.command('EXPIRE', key, String(30 * 60 - secondsLater));
    const response = await press(robin, app, token);
    assert.equal(response.status, 200);
    const end = (await response.json()) as { left: number };
    assert.deepEqual(Object.keys(end), ['left', 'over', 'text', 'canExtend']);
    assert.equal(end.left, 29 * 60);
    while (Number(await app.redis.command('TTL', key)) < end.left - 1);
  }
});

test('P41 a visitor without a login cannot extend anything', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const token = String(page.$('input[name=form_token]').val());
  await robin.press(page, 'Log out');
  assert.equal((await press(robin, app, token)).status, 401);
  assert.equal((await press(visitor(), app, token)).status, 401);
});

test('a session that outlives its attendee’s token is also extended', async (t) => {
  let clock = daytime;
  const app = await startApp(t, { now: () => clock });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  clock += 61 * 60_000;
  const response = await press(robin, app, String(page.$('input[name=form_token]').val()));
  assert.equal(response.status, 200);
});
