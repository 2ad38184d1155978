// Each page must distinguish a value, a missing value, and a value that it cannot read. It must
// never show an unreadable value as "none".
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { rowsOf } from '../support/app/rows-of.ts';
import { calls, type ScriptedApp, startScriptedApp } from '../support/app/scripted-app.ts';
import { fromOwnPage } from '../support/app/visitor.ts';
import { platformError, sendHtml, sendJson } from '../support/platform/scripted-platform.ts';
import { type ValidCall, validResponses } from '../support/platform/valid-responses.ts';

const sentValues: readonly [what: string, sent: unknown, said: 'value' | 'none' | 'unreadable'][] =
  [
    ['absent', undefined, 'none'],
    ['null', null, 'none'],
    ['empty', '', 'none'],
    ['a space', ' ', 'none'],
    ['nothing to see', '\ufe0f', 'none'],
    ['a text', 'Vixen', 'value'],
    ['a number', 42, 'value'],
    ['a boolean', true, 'unreadable'],
    ['a list', ['Vixen'], 'unreadable'],
    ['a record', { text: 'Vixen' }, 'unreadable'],
    ['nested lists', [[['Vixen']]], 'unreadable'],
  ];
const noneWords = [
  'Not assigned yet',
  'Not provided',
  'Not available right now',
  'None',
  'Untitled',
];

const {
  [calls.user]: user,
  [calls.volunteer]: volunteer,
  [calls.dealers]: dealers,
} = validResponses;
const [dealer] = dealers.data;
assert.ok(dealer);
const [application] = dealer.applications;

/**
 * Each text field that has its own row on a page. `withValue` returns a response with this value in
 * the field.
 */
const fields: readonly {
  readonly path: string;
  readonly label: string;
  readonly call: ValidCall;
  readonly withValue: (value: unknown) => unknown;
}[] = [
  {
    path: '/profile',
    label: 'Email',
    call: calls.user,
    withValue: (email) => ({ ...user, email }),
  },
  {
    path: '/profile',
    label: 'Phone',
    call: calls.user,
    withValue: (phone) => ({ ...user, phone }),
  },
  {
    path: '/profile',
    label: 'Address',
    call: calls.user,
    withValue: (addressLine1) => ({ id: 77, addressLine1 }),
  },
  {
    path: '/volunteering',
    label: 'Telegram',
    call: calls.volunteer,
    withValue: (value) => ({ ...volunteer, contactMethods: [{ name: 'Telegram', value }] }),
  },
  ...(['email', 'addressLine1'] as const).map((name) => ({
    path: '/dealer',
    label: name === 'email' ? 'Business email' : 'Business address',
    call: calls.dealers,
    withValue: (value: unknown) => ({
      data: [{ id: '9', user: dealer.user, applications: [], [name]: value }],
    }),
  })),
  ...(
    [
      ['status', 'Status'],
      ['tableNumber', 'Table number'],
      ['specialRequests', 'Special requests'],
    ] as const
  ).map(([name, label]) => ({
    path: '/dealer',
    label,
    call: calls.dealers,
    withValue: (value: unknown) => ({
      data: [{ ...dealer, applications: [{ ...application, status: 'open', [name]: value }] }],
    }),
  })),
];

function saidBy(row: string): string {
  if (row === 'Can’t be shown') return 'unreadable';
  return noneWords.some((words) => row.startsWith(words)) || row === '' ? 'none' : 'value';
}

test('each field shows its value, that there is none, or that it cannot be shown', async (t) => {
  const app = await startScriptedApp(t, { ...validResponses });
  let count = 0;
  for (const { path, label, call, withValue } of fields) {
    for (const [what, sent, said] of sentValues) {
      app.answers[call] = withValue(sent);
      app.logLines.length = 0;
      const row = rowsOf(await app.open(path))[label] ?? '';
      assert.equal(saidBy(row), said, `${path} ${label}, ${what}: ${row}`);
      if (said === 'value') assert.match(row, /Vixen|42/);
      assert.equal(warningsOf(app), said === 'unreadable' ? 1 : 0, `${label}, ${what}`);
      count += 1;
    }
    app.answers[call] = validResponses[call];
  }
  t.diagnostic(`${count} shapes of ${fields.length} fields`);
});

async function downloadOf({ attendee, url }: ScriptedApp): Promise<string> {
  return (await attendee.request(`${url}/sharing/download`, { headers: fromOwnPage })).text();
}

function warningsOf({ logLines }: ScriptedApp): number {
  return logLines.filter((line) => JSON.parse(line).level === 40).length;
}

const answersToEvent: readonly [value: unknown, said: string][] = [
  ['nuts\r\n\r\n\n milk\nbees', 'nuts\n\nmilk\nbees'],
  [`a${'\nb'.repeat(150)}`, `a${'\nb'.repeat(99)}…`],
  [true, 'true'],
  [12, '12'],
  [['a', null, 'b', 3], 'a|b|3'],
  [{ city: 'Köln', lines: ['Weg 1'] }, 'Köln|Weg 1'],
  ['', 'Not answered'],
  [null, 'Not answered'],
  [[[[[[[[[['deep']]]]]]]]], 'Can’t be shown'],
];

test('an answer to a question of the event reads the same on every page, line by line', async (t) => {
  const options = answersToEvent.map(([value], index) => ({ id: index, name: `Q${index}`, value }));
  const { registration, volunteer: ownVolunteer } = {
    registration: validResponses[calls.registration],
    volunteer: validResponses[calls.volunteer],
  };
  const app = await startScriptedApp(t, {
    ...validResponses,
    [calls.registration]: { ...registration, options },
    [calls.volunteer]: { ...ownVolunteer, options },
    [calls.dealers]: { data: [{ ...dealer, options }] },
  });
  for (const path of ['/badge-name', '/volunteering', '/dealer']) {
    const page = await app.open(path);
    for (const [index, [, said]] of answersToEvent.entries()) {
      const cell = page.$(`dt:contains("Q${index}")`).first().next('.row-value');
      const lines = cell
        .find('bdi')
        .toArray()
        .map((line) => page.$(line).text());
      assert.equal(lines.join('|') || cell.text().trim(), said, `${path} Q${index}`);
    }
  }
});

test('a number that JavaScript would round is shown with its digits, on the page and in the download', async (t) => {
  const registration = JSON.stringify({
    ...validResponses[calls.registration],
    options: [{ name: 'Discord', type: 'number', value: 'HERE' }],
  }).replace('"HERE"', '800356270543470622');
  const app = await startScriptedApp(t, {
    ...validResponses,
    [calls.registration]: (response: ServerResponse) => response.end(registration),
  });
  assert.equal(rowsOf(await app.open('/badge-name')).Discord, '800356270543470622');
  const body = await downloadOf(app);
  assert.match(body, /"value": "800356270543470622"/);
});

for (const [what, badgeName, onCard] of [
  ['a number', 42, '42'],
  ['a list', ['Vixen'], ''],
  ['a record', {}, ''],
] as const) {
  test(`a badge name that is ${what} is not shown as missing`, async (t) => {
    const registration = { ...validResponses[calls.registration], badgeName };
    const app = await startScriptedApp(t, {
      ...validResponses,
      [calls.registration]: registration,
    });
    const page = await app.open('/badge-name');
    assert.equal(page.$('.badge-name text').text(), onCard);
    assert.doesNotMatch(page.$('main').text(), /no badge name yet|Choose your badge name/i);
    assert.equal(/can’t show your badge name/.test(page.$('main').text()), onCard === '');
    const body = await downloadOf(app);
    assert.equal(body.includes('"badgeName": "Can’t be shown"'), onCard === '');
  });
}

for (const nothing of [
  'null',
  '',
  '[]',
  '{}',
  '""',
  'false',
  '{"registration":null}',
  '{"data":[]}',
]) {
  test(`a registration of ${nothing || 'no content'} counts as none, not as a failure`, async (t) => {
    const app = await startScriptedApp(t, {
      ...validResponses,
      [calls.registration]: (response: ServerResponse) => response.end(nothing),
      [calls.volunteer]: (response: ServerResponse) => response.end(nothing),
    });
    const page = await app.open('/badge-name');
    assert.equal(page.status, 200);
    assert.match(page.$('main').text(), /couldn’t find your registration/);
    assert.equal((await app.open('/volunteering')).status, 200);
  });
}

for (const status of [201, 202, 203, 206]) {
  test(`a registration with status ${status} is a failure, because a firewall may send it`, async (t) => {
    for (const body of ['', '{}', 'null']) {
      const reply = (response: ServerResponse) => response.writeHead(status).end(body);
      const app = await startScriptedApp(t, { ...validResponses, [calls.registration]: reply });
      const page = await app.open('/badge-name');
      assert.equal(page.status, 502, body);
      assert.doesNotMatch(page.text, /no registration/);
    }
  });
}

test('a deleted account, or a token that was revoked in any words, ends the session', async (t) => {
  const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' };
  for (const reply of [
    (response: ServerResponse) => sendJson(response, platformError('resource'), 404),
    (response: ServerResponse) => sendJson(response, {}, 410),
    (response: ServerResponse) => sendHtml(response, 410),
    (response: ServerResponse) => sendJson(response, null),
    (response: ServerResponse) => sendJson(response, { error: 'invalid_token' }, 403),
    (response: ServerResponse) => sendJson(response, { error: 'invalid_token' }, 400),
    (response: ServerResponse) => sendJson(response, {}, 403, challenge),
    (response: ServerResponse) => sendJson(response, { error: 'insufficient_scope' }, 403),
  ]) {
    const app = await startScriptedApp(t, { ...validResponses, [calls.user]: reply });
    const { status, headers } = await app.attendee.request(`${app.url}/profile`);
    const location = headers.get('location');
    assert.deepEqual([status, location], [303, '/login?return_to=%2Fprofile'], String(reply));
  }
});

test('an unreadable list is not shown as empty, and an empty one is', async (t) => {
  const app = await startScriptedApp(t, { ...validResponses });
  for (const [userRoles, permissions, said] of [
    [[42, 'x'], [{}, []], 'Can’t be shown'],
    [{}, { a: 1 }, 'Can’t be shown'],
    [[null], [null], 'None'],
    [[], [], 'None'],
    [undefined, undefined, 'None'],
  ] as const) {
    app.answers[calls.user] = { id: 77, userRoles, permissions };
    const { Permissions: seen } = rowsOf(await app.open('/sharing'));
    assert.equal(seen, said, JSON.stringify(permissions));
    const { Roles: roles } = rowsOf(await app.open('/profile'));
    assert.equal(roles, said === 'None' ? undefined : said);
  }
});

test('the same flag, department or role twice is shown once', async (t) => {
  const flags = [1, 2].map((id) => ({ id, shortName: 'VIP' }));
  const department = { id: 4, name: 'Safety', states: ['interest'] };
  const role = { id: 3, name: 'Staff', scope: 'global' };
  const app = await startScriptedApp(t, {
    ...validResponses,
    [calls.registration]: { ...validResponses[calls.registration], flags },
    [calls.volunteer]: { ...volunteer, departments: [department, department] },
    [calls.departments]: [department, department].map((one) => ({ ...one, publiclyVisible: true })),
    [calls.roles]: { data: [role, role] },
  });
  const count = async (path: string, word: string) =>
    (await app.open(path)).$('main').text().split(word).length - 1;
  assert.equal(await count('/badge-name', 'VIP'), 1);
  assert.equal(
    await count('/volunteering', 'Safety'),
    2,
    'once among the departments of the attendee, and once among all departments',
  );
  assert.equal(await count('/roles', 'Staff'), 1);
});
