// P50: each page shows exactly the granted data, even if the platform sends more. `npm test` tries
// some subsets of the scopes that attendees may refuse, and `npm run proof` all 16. Each field has
// a value that occurs nowhere else.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createEncryptedSessions } from '../../src/login/login.ts';
import { readConfig } from '../../src/settings/config.ts';
import { clockFromDaytime } from '../support/app/clocks.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { pagesWithLogin, pagesWithRecords, pagesWithService } from '../support/app/page-paths.ts';
import { attendeeId, calls, startScriptedApp } from '../support/app/scripted-app.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { type LoadedPage, logIn, visitor } from '../support/app/visitor.ts';
import { isProof } from '../support/machine/rounds.ts';
import { setFaults } from '../support/platform/set-faults.ts';
import { reachRedisKeys } from '../support/redis/reach-redis-keys.ts';

const refusable = ['pii:email', 'pii:phone', 'pii:address', 'con:read'];
const inWords: Record<string, string> = {
  'pii:email': 'their e-mail',
  'pii:phone': 'their phone number',
  'pii:address': 'their address',
  'con:read': 'their registration',
};
// The sandbox asks again only while a scope is still refused, so the full set comes last.
const allSubsets = Array.from({ length: 2 ** refusable.length }, (_, bits) =>
  refusable.filter((_, index) => bits & (1 << index)),
);
const subsets = allSubsets.filter(
  ({ length }) => isProof || length <= 1 || length === refusable.length,
);

interface Case {
  readonly granted: readonly string[];
  readonly hasService: boolean;
}

const labels: Record<string, string> = {
  'pii:email': 'Email',
  'pii:phone': 'Phone',
  'pii:address': 'Address',
};

/**
 * Values that occur only in Robin's records. `on` lists the pages that show the value, and `when`
 * says which grants permit it.
 */
const canaries: { value: string; on: string[]; when(granted: Case): boolean }[] = [
  {
    value: 'robin@example.org',
    on: ['/profile', '/sharing'],
    when: ({ granted }) => granted.includes('pii:email'),
  },
  {
    value: '2025551001',
    on: ['/profile', '/sharing'],
    when: ({ granted }) => granted.includes('pii:phone'),
  },
  {
    value: 'Apartment 4',
    on: ['/profile'],
    when: ({ granted }) => granted.includes('pii:address'),
  },
  {
    value: 'Robin Redbreast',
    on: ['/badge-name', '/desk'],
    when: ({ granted, hasService }) => hasService || granted.includes('con:read'),
  },
  // Attendees cannot refuse pii:basic, so these values are always shown.
  { value: 'robin_banks', on: ['/profile', '/sharing', '/desk'], when: () => true },
  { value: 'Roberta', on: ['/profile'], when: () => true },
  // Robin entered these values in the dealer and volunteer applications, so they are shown even if
  // Robin shares nothing optional from the account.
  { value: 'shop@example.org', on: ['/dealer'], when: ({ hasService }) => hasService },
  { value: '@robin', on: ['/volunteering'], when: ({ hasService }) => hasService },
];

for (const hasService of [true, false]) {
  const paths = pagesWithLogin.filter((path) => hasService || !pagesWithService.includes(path));

  test(`P50 ${hasService ? 'with' : 'without'} its own credential this site shows what was granted`, async (t) => {
    const app = await startApp(t, {
      settings: {
        OAUTH_SCOPES: ['pii:basic', ...refusable].join(' '),
        ...(hasService && { SERVICE_SCOPES: allServiceScopes }),
      },
    });
    for (const granted of subsets) {
      const shared =
        granted.map((scope) => inWords[scope]).join(', ') || 'nothing that can be refused';
      await t.test(`an attendee who shares ${shared} sees exactly that on every page`, async () => {
        await setFaults(app.sandbox, []);
        const robin = visitor();
        await logIn(robin, `${app.url}/profile`, {
          as: 'robin',
          untick: refusable.filter((scope) => !granted.includes(scope)),
        });
        for (const path of paths)
          checkPage(await robin.open(app.url + path), { path, granted, hasService });
        checkFile(await robin.open(`${app.url}/sharing/download`), { granted, hasService });
        await setFaults(app.sandbox, [{ fault: 'unshared-fields', route: '*' }]);
        for (const path of paths)
          checkPage(await robin.open(app.url + path), { path, granted, hasService });
        checkFile(await robin.open(`${app.url}/sharing/download`), { granted, hasService });
      });
    }
  });
}

function checkPage(page: LoadedPage, { path, ...granted }: Case & { path: string }): void {
  assert.equal(page.status, 200, path);
  if (path === '/profile') {
    const textsOf = (selector: string) =>
      page
        .$(`#contact ~ ${selector}`)
        .toArray()
        .map((element) => page.$(element).text());
    const isGranted = (scope: string) => granted.granted.includes(scope);
    const scopes = Object.keys(labels);
    assert.deepEqual(
      textsOf('dl dt'),
      scopes.filter(isGranted).map((scope) => labels[scope]),
    );
    const offers = page.$('#contact ~ .offer a').toArray();
    assert.deepEqual(
      offers.map((link) => page.$(link).attr('aria-label')),
      scopes.filter((scope) => !isGranted(scope)).map((scope) => `Share: ${labels[scope]}`),
    );
  }
  // Robin's volunteer application contains the same email address as the account.
  if (path === '/volunteering')
    page.$('#contact').parent().find('.row:contains("E-mail")').remove();
  // Removes the spaces from phone numbers, and the @ before the username, because `@robin` is
  // another canary.
  const html = page.$.html().replace(/(?<=\d) (?=\d)|@(?=robin_banks)/g, '');
  for (const { value, on, when } of canaries) {
    assert.equal(html.includes(value), on.includes(path) && when(granted), `${value} on ${path}`);
  }
}

function checkFile(page: LoadedPage, granted: Case): void {
  const { kept, read } = JSON.parse(page.$('body').text());
  const contactMethods = read.volunteer?.contactMethods?.filter(
    ({ name }: { name: string }) => name !== 'E-mail',
  );
  const text = JSON.stringify([kept, { ...read, volunteer: contactMethods }]);
  for (const { value, when } of canaries)
    assert.equal(text.includes(value), when(granted), `${value} in the file`);
}

test('P50 without the site’s own credential the grant decides whether the registration is shown', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic con:read' } });
  const robin = visitor();
  const refused = await logIn(robin, `${app.url}/badge-name`, {
    as: 'robin',
    untick: ['con:read'],
  });
  assert.match(refused.text, /We can’t see your registration/);
  const granted = await logIn(visitor(), `${app.url}/badge-name`, { as: 'robin' });
  assert.match(granted.text, /Badge: Robin Redbreast,/);
  assert.match(
    (await robin.open(`${app.url}/badge-name`)).text,
    /We can’t see/,
    'the login of another browser does not share the registration here',
  );
});

test('P50 data that was not granted is not in Redis either, not even in an opened session, although all of it was sent', async (t) => {
  const app = await startApp(t, {
    settings: { SERVICE_SCOPES: allServiceScopes, ENCRYPTION_KEYS: goodSettings.ENCRYPTION_KEYS },
  });
  await setFaults(app.sandbox, [{ fault: 'unshared-fields', route: '*' }]);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: refusable });
  const afterLogin = await app.redis.dump();
  for (const path of pagesWithRecords) {
    assert.equal((await robin.open(app.url + path)).status, 200, path);
  }
  const afterPages = await app.redis.dump();
  assert.deepEqual(
    afterPages.map(({ key, value }) => [key, value]),
    afterLogin.map(({ key, value }) => [key, value]),
  );

  const session = await openSession(
    t,
    app.redis.url,
    robin.cookies(app.url).get(sessionCookieName(app.url)) ?? '',
  );
  assert.match(session, /"userId":"1001".*"grantedScopes":\["pii:basic"\]/);
  const everything = session + JSON.stringify(afterPages);
  for (const { value } of canaries) assert.ok(!everything.includes(value), value);
});

async function openSession(t: TestContext, redisUrl: string, cookie: string): Promise<string> {
  const keys = await reachRedisKeys(redisUrl);
  t.after(() => keys.close());
  const [, sid = ''] = /^s:(.*)\./.exec(decodeURIComponent(cookie)) ?? [];
  const { encryptionKeys } = readConfig(goodSettings);
  const { store } = createEncryptedSessions({
    ...{ keys, encryptionKeys, now: clockFromDaytime },
    warn: assert.fail,
  });
  return await new Promise((resolve, reject) => {
    void store.get(sid, (error: unknown, session) =>
      session ? resolve(JSON.stringify(session)) : reject(error),
    );
  });
}

test('P50 embedded users never show: neither e-mail, phone and legal names, nor anything about others', async (t) => {
  const summaryIn = (record: string, id = attendeeId) => ({
    id,
    firstName: `CANARY first ${record}`,
    lastName: `CANARY last ${record}`,
    email: `CANARY@${record}`,
    phone: `+CANARY-${record}`,
    username: `CANARY user ${record}`,
    preferredName: `CANARY preferred ${record}`,
  });
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
      [calls.registration]: { badgeName: 'Shown on the badge', user: summaryIn('registration') },
      [calls.volunteer]: {
        departments: [{ id: 1, name: 'Shown to volunteers' }],
        user: summaryIn('volunteer'),
      },
      [calls.departments]: [
        { id: 1, name: 'Shown to all', publiclyVisible: true, leads: [summaryIn('lead', '78')] },
        { id: 2, name: 'CANARY hidden', publiclyVisible: false, leads: [summaryIn('hidden')] },
      ],
      [calls.dealers]: {
        data: [
          { id: 5, name: 'Shown to dealers', user: summaryIn('dealer') },
          { id: 6, name: 'CANARY neighbour', user: summaryIn('neighbour', '78') },
        ],
      },
      [calls.roles]: {
        data: [{ id: 1, name: 'Shown as a role', scope: 'global', user: summaryIn('role') }],
      },
    },
    { OAUTH_SCOPES: 'pii:basic' },
  );
  for (const [path, shown] of [
    ['/badge-name', /Shown on the badge/],
    ['/profile', /Your profile Ada/],
    ['/volunteering', /Shown to volunteers .*Shown to all/],
    ['/dealer', /Shown to dealers/],
    ['/roles', /Shown as a role/],
  ] as const) {
    const page = await app.open(path);
    assert.match(page.text, shown);
    assert.doesNotMatch(page.html, /CANARY/, path);
  }
  assert.doesNotMatch(app.logLines.join(''), /CANARY/);
});
