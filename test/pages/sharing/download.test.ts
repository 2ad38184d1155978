import assert from 'node:assert/strict';
import test from 'node:test';
import { ownRecords } from '../../../src/convention/own-records.ts';
import { attendeeId, calls, startScriptedApp } from '../../support/app/scripted-app.ts';
import { allServiceScopes, startApp } from '../../support/app/start-app.ts';
import { fromOwnPage, logIn, type Visitor, visitor } from '../../support/app/visitor.ts';
import { validResponses } from '../../support/platform/valid-responses.ts';

test('the file has everything that is stored for the login and everything it can read at this moment', async (t) => {
  const now = Date.parse('2027-03-04T10:05:30Z');
  const app = await startApp(t, { now: () => now, settings: { SERVICE_SCOPES: allServiceScopes } });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin', untick: ['pii:address'] });
  const file = await robin.follow(page, 'Download: A copy of your data');
  assert.equal(file.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(
    file.headers.get('content-disposition'),
    'attachment; filename=what-this-site-holds.json',
  );
  const { about, kept, read } = JSON.parse(file.$('body').text());
  assert.match(about, /don’t store it/);
  assert.match(about, /Lists stop at 1,000 entries/);
  assert.deepEqual(kept, {
    userId: '1001',
    name: 'Robin',
    grantedScopes: ['pii:basic', 'pii:email', 'pii:phone'],
    since: '2027-03-04T10:05:30.000Z',
    until: '2027-03-04T22:05:30.000Z',
    permittedUntil: '2027-03-04T11:05:30.000Z',
    stoppedScopes: [],
    keptBadge: null,
  });
  assert.equal(read.currentUser.email, 'robin@example.org');
  assert.ok(!('addressLine1' in read.currentUser));
  assert.equal(read.registration.badgeName, 'Robin Redbreast');
  assert.equal(read.volunteer.departments[0].name, 'Registration');
  assert.equal(read.dealers[0].name, "Robin's Nest Boxes");
  assert.equal(read.roles.length, 2);
  assert.ok(!('email' in read.registration.user), 'fields that were not shared are removed');
});

test('the file lists what the attendee has stopped sharing, and says whether they keep a badge', async (t) => {
  const now = Date.parse('2027-03-04T10:05:30Z');
  const app = await startApp(t, { now: () => now });
  const [robin, robinsLaptop] = [visitor(), visitor()];
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await logIn(robinsLaptop, `${app.url}/profile`, { as: 'robin' });
  await robinsLaptop.request(`${app.url}/kept-badge?keep`, { headers: fromOwnPage });
  const keptIn = async (who: Visitor) =>
    JSON.parse((await who.open(`${app.url}/sharing/download`, app.url)).$('body').text()).kept;
  assert.deepEqual((await keptIn(robin)).keptBadge, { deletedEverywhere: null });
  await robin.press(await robin.open(`${app.url}/sharing/stop?scope=pii:phone`), 'Stop sharing');
  const robinsTablet = visitor();
  await logIn(robinsTablet, `${app.url}/profile`, { as: 'robin' });
  const { stoppedScopes, keptBadge } = await keptIn(robinsTablet);
  assert.deepEqual(stoppedScopes, ['pii:phone']);
  assert.deepEqual(keptBadge, { deletedEverywhere: new Date(now).toISOString() });

  const sam = visitor();
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  const { stoppedScopes: ofSam, keptBadge: badgeOfSam } = await keptIn(sam);
  assert.deepEqual([ofSam, badgeOfSam], [[], null], 'the file has nothing of another person');
});

test('the file has every record that a page can read about its attendee, and no other', async (t) => {
  const convention = { onBehalfOf: () => ({}) } as never;
  const attendee = { userId: '7', accessToken: 'token', grantedScopes: [] };
  const { publicDepartments, ...own } = ownRecords({ convention, attendee, serviceScopes: [] });
  assert.ok(Object.keys(own).length > 4 && publicDepartments);
  const app = await startScriptedApp(t, validResponses);
  const { read } = JSON.parse((await app.open('/sharing/download')).$('body').text());
  assert.deepEqual(Object.keys(read), Object.keys(own));
});

test('a record that does not exist is null, and one that this site may not read is not in the file', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: 'registration:read' } });
  const noa = visitor();
  const page = await logIn(noa, `${app.url}/sharing`, { as: 'noa' });
  const { read } = JSON.parse(
    (await noa.follow(page, 'Download: A copy of your data')).$('body').text(),
  );
  assert.equal(read.registration, null);
  assert.ok(!('volunteer' in read) && !('roles' in read));
});

test('P50 the access token and data that was not granted are never in the file, whatever the platform sends', async (t) => {
  const embedded = {
    id: attendeeId,
    email: 'CANARY@embedded',
    phone: 'CANARY embedded',
    firstName: 'CANARY',
  };
  const app = await startScriptedApp(
    t,
    {
      [calls.user]: {
        id: 77,
        preferredName: 'Ada',
        email: 'CANARY@own',
        phone: 'CANARY own',
        addressCity: 'CANARY',
      },
      [calls.registration]: { badgeName: 'Ada', user: embedded },
      [calls.volunteer]: { departments: [], user: embedded },
      [calls.dealers]: {
        data: [
          { id: 5, user: embedded },
          { id: 6, name: 'CANARY', user: { ...embedded, id: '78' } },
        ],
      },
      [calls.roles]: { data: [] },
    },
    { OAUTH_SCOPES: 'pii:basic' },
  );
  const { html } = await app.open('/sharing/download');
  assert.match(html, /"preferredName": "Ada"/);
  assert.doesNotMatch(html, /CANARY|token-of-the-script|accessToken/);
});

test('a file is never incomplete: the error page replaces it, and the login stays', async (t) => {
  const app = await startScriptedApp(t, {
    [calls.registration]: { badgeName: 'Ada', user: { id: attendeeId } },
    [calls.dealers]: { data: [] },
    [calls.roles]: (response: { writeHead(status: number): { end(): void } }) =>
      response.writeHead(500).end(),
  });
  const page = await app.open('/sharing/download');
  assert.equal(page.status, 502);
  assert.equal(page.headers.get('content-disposition'), null);
  assert.match(page.text, /^The Testcon registration site isn’t responding/);
  assert.equal((await app.open('/sharing')).status, 200);
});
