// P54: the response for an attendee's file must not tell another site whether somebody is logged
// in or registered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyPage } from '../../../src/app.ts';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';

const files = [
  ['/badge-name.svg', '/badge-name', 'attachment; filename="badge.svg"'],
  ['/kept-badge', '/badge-name', null],
  ['/sharing/download', '/sharing', 'attachment; filename=what-this-site-holds.json'],
] as const;

test('P54 another site’s window gets the same response for everybody: registered, not registered, not logged in', async (t) => {
  const app = await startApp(t);
  const [robin, noa, nobody] = [visitor(), visitor(), visitor()];
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await logIn(noa, `${app.url}/profile`, { as: 'noa' });
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { referer: 'https://evil.example/' },
    { referer: `${app.url}.evil.example/` },
    { origin: 'null' },
    {},
  ];
  for (const headers of foreign)
    for (const [file, page] of files)
      for (const address of [file, `${file}/`, `${file}?fixed`, file.toUpperCase()])
        for (const method of ['GET', 'HEAD'])
          for (const who of [robin, noa, nobody]) {
            const response = await who.request(app.url + address, { method, headers });
            const seen = [
              response.status,
              response.headers.get('location'),
              response.headers.get('set-cookie'),
            ];
            assert.deepEqual(seen, [303, page, null], `${method} ${address}`);
          }
});

test('P54 a link on a page of this site gets the file, and so does a typed URL', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const headers of [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { referer: `${app.url}/sharing` },
  ] as Record<string, string>[])
    for (const [file, , disposition] of files) {
      const response = await robin.request(`${app.url}${file}?keep`, { headers });
      assert.deepEqual(
        [response.status, response.headers.get('content-disposition')],
        [200, disposition],
      );
    }
});

test('P54 every file that needs a login is among these', () => {
  const ofTheAttendee = everyPage.filter(({ isFile, open }) => isFile && !open);
  const pairs = ofTheAttendee.map(({ path, partOf }) => [path, `/${partOf}`]);
  assert.deepEqual(pairs.sort(), files.map(([file, page]) => [file, page]).sort());
});
