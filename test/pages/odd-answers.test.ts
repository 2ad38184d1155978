// Answers with invalid parts: the page shows all that it can, and the log names the invalid fields,
// once for each answer.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { pageOf } from '../support/calls-of-pages.ts';
import { mutate } from '../support/mutate.ts';
import { rounds } from '../support/rounds.ts';
import { calls, type ScriptedApp, startScriptedApp } from '../support/scripted-app.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { validAnswers } from '../support/valid-answers.ts';

/** Long texts and long lists have their own tests (P63, P67). */
const largestBodyBytes = 64 * 1024;
const { id, ...breakable } = validAnswers[calls.user];

test('P66 each broken user is a page, and each odd one is one warning that names its odd fields and no value', async (t) => {
  const mutations = rounds(t, { short: 50, full: 2000, of: 'broken users' });
  const app = await startScriptedApp(t, validAnswers);
  const seen = { odd: 0, sound: 0 };
  for (const { path, user } of usersWithOneOddField())
    assert.deepEqual(await checkProfileOf(app, JSON.stringify({ ...user, id }), path), [path]);
  for (let seed = 0; seen.odd + seen.sound < mutations; seed += 1) {
    // The id stays valid: without it, nobody can know whose record it is.
    const user = JSON.stringify({ ...asRecord(mutate(breakable, seededRandom(seed))), id });
    if (Buffer.byteLength(user) > largestBodyBytes) continue;
    const odd = await checkProfileOf(app, user, `mutation ${seed}`);
    seen[odd.length > 0 ? 'odd' : 'sound'] += 1;
  }
  t.diagnostic(JSON.stringify(seen));
  assert.ok(seen.odd > mutations / 4 && seen.sound > mutations / 4);
});

/** Checks the profile and the warnings for a user as sent. Returns the odd fields of that user. */
async function checkProfileOf(app: ScriptedApp, user: string, name: string): Promise<string[]> {
  app.answers[calls.user] = (response: ServerResponse) => response.end(user);
  const odd = oddFieldsOf(JSON.parse(user));
  const response = await app.attendee.request(`${app.url}/profile`);
  const which = `${name}: ${user.slice(0, 1000)}`;
  assert.equal(response.status, 200, which);
  assert.match(await response.text(), /<dt>Date of birth<\/dt>/, which);
  assert.deepEqual(
    takeWarnings(app),
    odd.length > 0 ? [warningAbout('Retrieve current user', odd)] : [],
    which,
  );
  return odd;
}

const {
  [calls.user]: user,
  [calls.registration]: registration,
  [calls.dealers]: {
    data: [dealer],
  },
  [calls.departments]: departments,
} = validAnswers;
const deep = JSON.parse('['.repeat(1000) + ']'.repeat(1000));
const operations = {
  [calls.user]: 'Retrieve current user',
  [calls.registration]: 'Get registration',
  [calls.departments]: 'Retrieve list of departments',
  [calls.dealers]: 'Search dealers',
  [calls.roles]: 'List user roles',
};

interface OddAnswer {
  call: keyof typeof operations;
  answer: unknown;
  status?: number;
  odd?: string[];
}

const answers: Record<string, OddAnswer> = {
  'nothing odd': { call: calls.user, answer: user },
  'fields that are null': {
    call: calls.user,
    answer: { ...user, sub: null, bornAt: null, newsletter: null, userRoles: null },
  },
  'fields that are missing': { call: calls.user, answer: { id } },
  'a field that nobody knows': { call: calls.user, answer: { ...user, starSign: {} } },
  'two odd fields': {
    call: calls.user,
    answer: { ...user, bornAt: true, email: [] },
    odd: ['$.bornAt', '$.email'],
  },
  'something that is no record': { call: calls.user, answer: 'ada', status: 502, odd: ['$'] },
  'no id that can be used': {
    call: calls.user,
    answer: { ...user, id: {}, sub: 1.5 },
    status: 502,
    odd: ['$', '$.id', '$.sub'],
  },
  'odd answers to the event': {
    call: calls.registration,
    answer: {
      ...registration,
      options: [...registration.options, { name: 'Odd', value: deep }, { value: deep }],
    },
    odd: ['$.options[*].value'],
  },
  'odd items in a list': {
    call: calls.departments,
    answer: [...departments, 1, { name: 'Without an id' }],
    odd: ['$[*]', '$[*].id'],
  },
  'a list that is too long, and odd': {
    call: calls.departments,
    answer: [...departments, ...Array(1000).fill(1)],
    odd: ['$', '$[*]'],
  },
  'a value too deep to be walked': {
    call: calls.dealers,
    answer: { data: [{ ...dealer, options: [{ id: 1, value: deep }] }] },
    odd: ['$.data[*].options[*].value'],
  },
  'an odd cursor': {
    call: calls.dealers,
    answer: { data: [], nextPage: 5 },
    status: 502,
    odd: ['$.nextPage'],
  },
  'odd roles': {
    call: calls.roles,
    answer: { data: [{ id: 1, name: [] }, null] },
    odd: ['$.data[*]', '$.data[*].name'],
  },
};

for (const [what, { call, answer, status = 200, odd = [] }] of Object.entries(answers)) {
  test(`P66 with ${what} the page is ${status} and the log has ${odd.length > 0 ? 'one warning' : 'no warning'}`, async (t) => {
    const app = await startScriptedApp(t, { ...validAnswers, [call]: answer });
    assert.equal((await app.open(pageOf(call))).status, status);
    assert.deepEqual(
      takeWarnings(app),
      odd.length > 0 ? [warningAbout(operations[call], odd)] : [],
    );
  });
}

function warningAbout(operation: string, odd: string[]) {
  const msg = 'the convention sent what cannot be read: it is not shown';
  return { level: 40, operation, odd: odd.sort(), msg };
}

/** Returns the warnings since the last call, without their times and who wrote them. */
function takeWarnings(app: ScriptedApp): unknown[] {
  const lines = app.logLines.splice(0).map((line) => JSON.parse(line));
  const warnings = lines.filter(({ level }) => level === 40);
  return warnings.map(({ level, operation, odd, msg }) => ({
    level,
    operation,
    odd: odd.sort(),
    msg,
  }));
}

type Fields = Record<string, unknown>;

function asRecord(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

const fieldsOf = (type: string) =>
  Object.entries(breakable).flatMap(([name, value]) =>
    typeof value === type && name !== 'sub' ? [name] : [],
  );
const textFields = fieldsOf('string');
const booleanFields = fieldsOf('boolean');

/** For each field, and each field inside one: a user in which nothing else is odd. */
function usersWithOneOddField(): { path: string; user: Fields }[] {
  const names = [...textFields, ...booleanFields, 'sub', 'permissions', 'userRoles'];
  const inLists: [path: string, fields: Fields][] = [
    ['$.permissions[*]', { permissions: [{}] }],
    ['$.userRoles[*]', { userRoles: [[]] }],
    ['$.userRoles[*].id', { userRoles: [{ id: {}, name: 'Staff' }] }],
    ['$.userRoles[*].name', { userRoles: [{ id: 1, name: {} }] }],
  ];
  return [
    ...names.map((name) => ({ path: `$.${name}`, user: { ...breakable, [name]: {} } })),
    ...inLists.map(([path, fields]) => ({ path, user: { ...breakable, ...fields } })),
  ];
}

/** Lists the fields of a user that violate interface 2.1, without the app's own schemas. */
function oddFieldsOf(user: Fields): string[] {
  const odd = new Set<string>();
  const isAbsent = (value: unknown) => value === undefined || value === null;
  const check = (path: string, value: unknown, fits: boolean) =>
    isAbsent(value) || fits || odd.add(path);
  const checkList = (
    path: string,
    { value, isOne }: { value: unknown; isOne: boolean },
    checkItem: (item: unknown) => void,
  ) => {
    check(path, value, isOne || (Array.isArray(value) && value.length <= 1000));
    if (Array.isArray(value)) for (const item of value.slice(0, 1000)) checkItem(item);
  };
  for (const name of textFields) check(`$.${name}`, user[name], isText(user[name]));
  for (const name of booleanFields) check(`$.${name}`, user[name], typeof user[name] === 'boolean');
  check('$.sub', user.sub, isId(user.sub));
  checkList(
    '$.permissions',
    { value: user.permissions, isOne: isText(user.permissions) },
    (item) => isText(item) || odd.add('$.permissions[*]'),
  );
  const isOne = isId(asRecord(user.userRoles).id) && isText(asRecord(user.userRoles).name);
  checkList('$.userRoles', { value: user.userRoles, isOne }, (item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      return void odd.add('$.userRoles[*]');
    const { id, name } = item as Fields;
    if (!isId(id)) odd.add('$.userRoles[*].id');
    if (!isText(name)) odd.add('$.userRoles[*].name');
  });
  return [...odd];
}

/** A number is read as its digits. */
function isText(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function isId(value: unknown): boolean {
  // NUL characters are removed from every text before it is read.
  return typeof value === 'string'
    ? /^[!-~]{1,255}$/.test(value.replaceAll('\0', ''))
    : Number.isSafeInteger(value);
}
