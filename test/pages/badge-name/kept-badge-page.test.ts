import assert from 'node:assert/strict';
import test from 'node:test';
import { keptUntil } from '../../../src/pages/badge-name/kept-badge-page.ts';
import { daytime } from '../../support/app/clocks.ts';
import { startApp } from '../../support/app/start-app.ts';
import { cookieHeader, fromOwnPage, logIn, visitor } from '../../support/app/visitor.ts';

const settings = { SERVICE_SCOPES: 'registration:read' };
const timeZone = 'Europe/Berlin';
const readAt = Date.parse('2027-06-30T12:00:00Z');

test('P58 a copy ends two days after the last day in the convention’s time zone, or after 30 days', () => {
  const end = (first: string, last: string) =>
    new Date(keptUntil(readAt, { time: { days: { first, last } }, timeZone })).toISOString();
  assert.equal(end('2027-07-02', '2027-07-05'), '2027-07-07T22:00:00.000Z');
  assert.equal(end('2027-09-01', '2027-09-03'), '2027-07-30T12:00:00.000Z');
  const unknown = keptUntil(readAt, { time: { days: undefined }, timeZone });
  assert.equal(new Date(unknown).toISOString(), '2027-07-30T12:00:00.000Z');
});

test('P58 the badge pages name the owner of the copy in this browser, and another person ends it on any page', async (t) => {
  const app = await startApp(t, { settings });
  const phone = visitor();
  const orderOn = async (path: string) =>
    (await phone.open(app.url + path)).headers.get('kept-badge');
  const cookieNames = () => [...phone.cookies(app.url).keys()].filter((one) => /kept/.test(one));

  await logIn(phone, `${app.url}/badge-name`, { as: 'robin' });
  assert.deepEqual([await orderOn('/badge-name'), await orderOn('/desk')], ['delete', 'delete']);
  const copy = await phone.request(`${app.url}/kept-badge?keep`, { headers: fromOwnPage });
  assert.equal(copy.status, 200);
  assert.match(await copy.text(), />No\.\s1001</);
  assert.ok(Number(copy.headers.get('kept-badge-until')) > daytime);
  assert.deepEqual([await orderOn('/badge-name'), await orderOn('/desk')], ['renew', 'renew']);
  assert.equal((await phone.open(`${app.url}/profile`)).headers.get('clear-site-data'), null);
  assert.equal(cookieNames().length, 1);
  assert.doesNotMatch(phone.cookies(app.url).get(cookieNames()[0] ?? '') ?? '', /robin|1001/);

  phone
    .cookies(app.url)
    .delete([...phone.cookies(app.url).keys()].find((one) => /^sid/.test(one)) ?? '');
  phone.cookies(app.sandbox.url).clear();
  await logIn(phone, `${app.url}/profile`, { as: 'sam' });
  const callback = app
    .heard()
    .exchanges.findLast(({ address }) => address.startsWith('/login/callback'));
  assert.equal(
    callback?.answered.headers['clear-site-data'],
    '"storage"',
    'the stored copy is deleted before any page is shown',
  );
  const { $ } = await phone.open(`${app.url}/profile`);
  assert.equal(
    $('script[src*="keep"]').length,
    1,
    'a script deletes it where the header is ignored',
  );
  assert.equal(await orderOn('/badge-name'), 'delete');
});

test('P58 P55 after a log-out everywhere, the copy is deleted at any spelling of its pages', async (t) => {
  const app = await startApp(t, { settings });
  const [phone, laptop] = [visitor(), visitor()];
  await logIn(phone, `${app.url}/badge-name`, { as: 'robin' });
  await phone.request(`${app.url}/kept-badge?keep`, { headers: fromOwnPage });
  const cookies = cookieHeader(phone.cookies(app.url));
  await laptop.press(await logIn(laptop, `${app.url}/sharing`, { as: 'robin' }), 'everywhere');
  for (const path of ['/badge-name', '/Badge-Name/', '/DESK', '/desk/?x', '/kept-badge/']) {
    const { headers } = await visitor().request(app.url + path, { headers: cookies });
    assert.equal(headers.get('clear-site-data'), '"storage"', path);
  }
});

test('P58 after a log-out everywhere, the copy is deleted even if its owner has logged in again', async (t) => {
  const app = await startApp(t, { settings });
  const [phone, laptop] = [visitor(), visitor()];
  await logIn(phone, `${app.url}/badge-name`, { as: 'robin' });
  await phone.request(`${app.url}/kept-badge?keep`, { headers: fromOwnPage });
  await laptop.press(await logIn(laptop, `${app.url}/sharing`, { as: 'robin' }), 'everywhere');
  await phone.open(`${app.url}/login?return_to=/profile`, app.url);
  assert.equal((await phone.open(`${app.url}/profile`)).status, 200);
  const { headers } = await phone.request(`${app.url}/badge-name`, { headers: fromOwnPage });
  assert.equal(headers.get('clear-site-data'), '"storage"');
  assert.equal(headers.get('kept-badge'), 'delete');
  assert.equal((await phone.open(`${app.url}/badge-name`)).headers.get('kept-badge'), 'delete');
  const again = await phone.request(`${app.url}/kept-badge`, { headers: fromOwnPage });
  assert.equal(again.headers.get('kept-badge-until'), null, 'only the switch stores a new copy');
});

test('P58 an attendee without a registration has nothing to keep', async (t) => {
  const app = await startApp(t, { settings });
  const noa = visitor();
  const page = await logIn(noa, `${app.url}/badge-name`, { as: 'noa' });
  assert.equal(page.headers.get('kept-badge'), 'delete');
  const copy = await noa.request(`${app.url}/kept-badge`, { headers: fromOwnPage });
  assert.deepEqual([copy.status, copy.headers.get('kept-badge-until')], [404, null]);
});
