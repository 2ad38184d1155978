// Answers in which something does not fit: the page stands as far as it can, and the log names what was odd, once for each answer.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { mutate } from '../support/mutate.ts';
import { rounds } from '../support/rounds.ts';
import { calls, type ScriptedApp, startScriptedApp } from '../support/scripted-app.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { soundAnswers } from '../support/sound-answers.ts';

/** Long texts and long lists have tests of their own (P63, P67). */
const largestBodyBytes = 64 * 1024;
const { id, ...breakable } = soundAnswers[calls.user];

test('P66 each broken user is a page, and each odd one is one warning that names its odd fields and no value', async (t) => {
  const mutations = rounds(t, { short: 200, full: 2000, of: 'broken users' });
  const app = await startScriptedApp(t, soundAnswers);
  const seen = { odd: 0, sound: 0 };
  for (let seed = 0; seen.odd + seen.sound < mutations; seed += 1) {
    // Only whose record it is must be known: the page of somebody unknown would be anybody's.
    const user = JSON.stringify({ ...asRecord(mutate(breakable, seededRandom(seed))), id });
    if (Buffer.byteLength(user) > largestBodyBytes) continue;
    app.answers[calls.user] = (response: ServerResponse) => response.end(user);
    const odd = oddFieldsOf(JSON.parse(user));
    const response = await app.attendee.request(`${app.url}/profile`);
    const which = `mutation ${seed}: ${user.slice(0, 1000)}`;
    assert.equal(response.status, 200, which);
    assert.match(await response.text(), /<dt>User id<\/dt>\s*<dd class="row-value"><bdi translate="no">77</, which);
    assert.deepEqual(takeWarnings(app), odd.length > 0 ? [warningAbout('Retrieve current user', odd)] : [], which);
    seen[odd.length > 0 ? 'odd' : 'sound'] += 1;
  }
  t.diagnostic(JSON.stringify(seen));
  assert.ok(seen.odd > mutations / 4 && seen.sound > mutations / 4);
});

const {
  [calls.user]: user,
  [calls.registration]: registration,
  [calls.dealers]: {
    data: [dealer],
  },
  [calls.departments]: departments,
} = soundAnswers;
const deep = JSON.parse('['.repeat(1000) + ']'.repeat(1000));
const operations = {
  [calls.user]: 'Retrieve current user',
  [calls.registration]: 'Get registration',
  [calls.departments]: 'Retrieve list of departments',
  [calls.dealers]: 'Search dealers',
  [calls.roles]: 'List user roles',
};

const answers: {
  with: string;
  on: string;
  call: keyof typeof operations;
  answer: unknown;
  status: number;
  odd: string[];
}[] = [
  { with: 'nothing odd', on: '/profile', call: calls.user, answer: user, status: 200, odd: [] },
  {
    with: 'fields that are null',
    on: '/profile',
    call: calls.user,
    answer: { ...user, sub: null, bornAt: null, newsletter: null, userRoles: null },
    status: 200,
    odd: [],
  },
  { with: 'fields that are missing', on: '/profile', call: calls.user, answer: { id }, status: 200, odd: [] },
  {
    with: 'a field that nobody knows',
    on: '/profile',
    call: calls.user,
    answer: { ...user, starSign: {} },
    status: 200,
    odd: [],
  },
  {
    with: 'two odd fields',
    on: '/profile',
    call: calls.user,
    answer: { ...user, bornAt: 1, email: [] },
    status: 200,
    odd: ['$.bornAt', '$.email'],
  },
  { with: 'something that is no record', on: '/profile', call: calls.user, answer: 'ada', status: 502, odd: ['$'] },
  {
    with: 'no id that can be used',
    on: '/profile',
    call: calls.user,
    answer: { ...user, id: {}, sub: 1.5 },
    status: 502,
    odd: ['$', '$.id', '$.sub'],
  },
  {
    with: 'odd answers to the event',
    on: '/badge-name',
    call: calls.registration,
    answer: { ...registration, options: [...registration.options, { name: 'Odd', value: {} }, { value: [1] }] },
    status: 200,
    odd: ['$.options[*].value'],
  },
  {
    with: 'odd items in a list',
    on: '/volunteering',
    call: calls.departments,
    answer: [...departments, 1, { name: 'Without an id' }],
    status: 200,
    odd: ['$[*]', '$[*].id'],
  },
  {
    with: 'a value too deep to be walked',
    on: '/dealer',
    call: calls.dealers,
    answer: { data: [{ ...dealer, options: [{ id: 1, value: deep }] }] },
    status: 200,
    odd: ['$.data[*].options[*].value'],
  },
  {
    with: 'an odd cursor',
    on: '/dealer',
    call: calls.dealers,
    answer: { data: [], nextPage: 5 },
    status: 502,
    odd: ['$.nextPage'],
  },
  {
    with: 'odd roles',
    on: '/roles',
    call: calls.roles,
    answer: { data: [{ id: 1, name: 5 }, null] },
    status: 200,
    odd: ['$.data[*]', '$.data[*].name'],
  },
];

for (const { with: what, on, call, answer, status, odd } of answers) {
  test(`P66 with ${what} the page is ${status} and the log has ${odd.length > 0 ? 'one warning' : 'no warning'}`, async (t) => {
    const app = await startScriptedApp(t, { ...soundAnswers, [call]: answer });
    assert.equal((await app.open(on)).status, status);
    assert.deepEqual(takeWarnings(app), odd.length > 0 ? [warningAbout(operations[call], odd)] : []);
  });
}

function warningAbout(operation: string, odd: string[]) {
  const msg = 'the convention sent what does not fit: it is taken as not sent';
  return { level: 40, operation, odd: odd.sort(), msg };
}

/** The warnings since the last time, but for when they were. */
function takeWarnings(app: ScriptedApp): unknown[] {
  const lines = app.logLines.splice(0).map((line) => JSON.parse(line));
  const warnings = lines.filter(({ level }) => level === 40);
  return warnings.map(({ time: _, odd, ...line }) => ({ ...line, odd: odd.sort() }));
}

type Fields = Record<string, unknown>;

function asRecord(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

const texts = [
  ...['bornAt', 'firstName', 'lastName', 'preferredName', 'username', 'profilePictureUrl', 'email', 'phone'],
  ...['addressLine1', 'addressLine2', 'addressCity', 'addressState', 'addressZipcode', 'addressCountry'],
];
const truths = ['newsletter', 'emailVerified', 'identityVerified', 'isVolunteer', 'isDepartmentLead'];

/** What of a user is not as interface 2.1 says, told without the app's own schemas. */
function oddFieldsOf(user: Fields): string[] {
  const odd = new Set<string>();
  const isAbsent = (value: unknown) => value === undefined || value === null;
  const check = (path: string, value: unknown, fits: boolean) => isAbsent(value) || fits || odd.add(path);
  const checkList = (path: string, value: unknown, checkItem: (item: unknown) => void) => {
    check(path, value, Array.isArray(value));
    if (Array.isArray(value)) for (const item of value) checkItem(item);
  };
  for (const name of texts) check(`$.${name}`, user[name], typeof user[name] === 'string');
  for (const name of truths) check(`$.${name}`, user[name], typeof user[name] === 'boolean');
  check('$.sub', user.sub, isId(user.sub));
  checkList('$.permissions', user.permissions, (item) => typeof item === 'string' || odd.add('$.permissions[*]'));
  checkList('$.userRoles', user.userRoles, (item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return void odd.add('$.userRoles[*]');
    const { id, name } = item as Fields;
    if (!isId(id)) odd.add('$.userRoles[*].id');
    if (typeof name !== 'string') odd.add('$.userRoles[*].name');
  });
  return [...odd];
}

function isId(value: unknown): boolean {
  // NULs are taken out of every text before it is read.
  return typeof value === 'string' ? /^[!-~]{1,255}$/.test(value.replaceAll('\0', '')) : Number.isSafeInteger(value);
}
