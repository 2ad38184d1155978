// 2,000 broken answers, through the real client onto the real pages: none of them is a defect of ours, and no page bursts.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { checkInert } from '../support/check-inert.ts';
import { mutate, pick } from '../support/mutate.ts';
import { attendeeId, calls, startScriptedApp } from '../support/scripted-app.ts';
import { seededRandom } from '../support/seeded-random.ts';

const user = {
  id: attendeeId,
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Vale',
  preferredName: 'Foxy',
  email: 'ada@example.org',
  phone: '+12025550177',
};
const option = { id: '9', name: 'Meals', type: 'multi', value: ['Dinner', 'Brunch'] };
const dealerType = { id: '31', name: 'half', displayName: 'Half table', paid: false };

/** Answers with every field of interface 2. */
const sound = {
  [calls.user]: {
    ...user,
    id: Number(attendeeId),
    sub: attendeeId,
    bornAt: '1990-03-01T00:00:00.000Z',
    newsletter: true,
    emailVerified: true,
    identityVerified: false,
    isVolunteer: true,
    isDepartmentLead: false,
    permissions: ['registration:view'],
    profilePictureUrl: 'https://pictures.example/77.jpg',
    userRoles: [{ id: 1, name: 'Staff' }],
    addressLine1: '1 Street',
    addressLine2: null,
    addressCity: 'Portland',
    addressState: 'OR',
    addressZipcode: '97201',
    addressCountry: 'US',
  },
  [calls.registration]: {
    createdAt: '2026-03-02T18:05:09.000Z',
    updatedAt: '2026-04-11T07:30:00.000Z',
    badgeName: 'Foxy Fox',
    status: 'unpaid',
    productName: 'weekend',
    productDisplayName: null,
    productId: '21',
    options: [option],
    flags: [{ id: '51', shortName: 'Sponsor' }],
    user,
  },
  [calls.volunteer]: {
    createdAt: '2026-03-02T18:05:09.000Z',
    updatedAt: '2026-03-02T18:05:09.000Z',
    contactMethods: [{ name: 'E-mail', isPrimary: true, value: 'ada@example.org' }],
    departments: [{ id: '11', name: 'Safety', states: ['interest', 'assignment'] }],
    user,
    options: [option],
  },
  [calls.departments]: [
    { id: '11', name: 'Safety', email: 'safety@example.org', publiclyVisible: true, leads: [user] },
  ],
  [calls.dealers]: {
    data: [
      {
        id: '6',
        user,
        name: 'Nest Boxes',
        email: 'shop@example.org',
        addressLine1: '1 Street',
        addressCity: 'Portland',
        options: [option],
        applications: [
          {
            id: '7',
            specialRequests: 'A corner',
            status: 'pending',
            tableNumber: 'A1',
            dealerRequestTypes: [dealerType],
            tableType: dealerType,
            dealerArea: { id: '41', name: 'Main hall' },
            options: [option],
          },
        ],
      },
    ],
    nextPage: null,
    hasMore: false,
  },
  [calls.roles]: { data: [{ id: '1', name: 'Staff', scope: 'convention' }] },
};

/** Each page, and the answers that it is made from; the record that is its own counts double. */
const pages: [string, ...(keyof typeof sound)[]][] = [
  ['/badge-name', calls.registration, calls.registration, calls.user],
  ['/profile', calls.user],
  ['/volunteering', calls.volunteer, calls.volunteer, calls.departments, calls.user],
  ['/dealer', calls.dealers, calls.dealers, calls.user],
  ['/roles', calls.roles, calls.roles, calls.user],
];
const mutationsPerPage = 400;

test('before anything is broken every page is whole', async (t) => {
  const app = await startScriptedApp(t, sound);
  for (const [path] of pages) {
    const page = await app.open(path);
    assert.equal(page.status, 200, path);
    assert.match(page.text, /Foxy Fox|ada@example\.org|Safety|Nest Boxes|Staff/);
  }
});

for (const [index, [path, ...answers]] of pages.entries()) {
  test(`${mutationsPerPage} broken answers under ${path} are shown as far as they go, or as a clear page`, async (t) => {
    const app = await startScriptedApp(t, sound);
    const seen = new Map<number, number>();
    for (let seed = index * mutationsPerPage; seed < (index + 1) * mutationsPerPage; seed += 1) {
      const random = seededRandom(seed);
      const call = pick(answers as [keyof typeof sound, ...(keyof typeof sound)[]], random);
      const broken = JSON.stringify(mutate(sound[call], random)) ?? '';
      app.answers[call] = (response: ServerResponse) => response.end(broken);
      const page = await app.open(path);
      const which = `mutation ${seed} of ${call}: ${broken.slice(0, 1000)}`;
      assert.ok(page.status === 200 || page.status === 502, `${page.status} for ${which}`);
      assert.ok(page.html.length < 200_000, `${page.html.length} characters for ${which}`);
      assert.equal(page.$('h1').length, 1, which);
      assert.ok(page.$('main h1').text(), which);
      assert.doesNotMatch(page.html, /[\p{Surrogate}\0]|undefined|\[object/u, which);
      checkInert(page);
      app.answers[call] = sound[call];
      seen.set(page.status, (seen.get(page.status) ?? 0) + 1);
    }
    t.diagnostic([...seen].map(([status, count]) => `${status}: ${count}`).join(', '));
    assert.ok((seen.get(200) ?? 0) > mutationsPerPage / 2, 'what is sound is shown');
    assert.ok(seen.has(502), 'and what is not, is not');
    assert.doesNotMatch(app.logLines.join(''), /"problem":"internal"/);
    assert.equal((await app.open(path)).status, 200, 'and then it works again');
    assert.ok(!('polluted' in {}));
  });
}
