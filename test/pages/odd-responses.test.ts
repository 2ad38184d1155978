import assert from 'node:assert/strict';
import test from 'node:test';
import { pageOf } from '../support/app/calls-of-pages.ts';
import { calls, type ScriptedApp, startScriptedApp } from '../support/app/scripted-app.ts';
import { validResponses } from '../support/platform/valid-responses.ts';

const { id, ...breakable } = validResponses[calls.user];

test('P72 each odd field of a user alone is a page, and one warning that names the field and no value', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  for (const { path, user } of usersWithOneOddField()) {
    app.answers[calls.user] = { ...user, id };
    const { status, html } = await app.open('/profile');
    assert.deepEqual([status, html.includes('<dt>Date of birth</dt>')], [200, true], path);
    assert.deepEqual(takeWarnings(app), [warningAbout('Retrieve current user', [path])], path);
  }
});

const {
  [calls.user]: user,
  [calls.registration]: registration,
  [calls.dealers]: {
    data: [dealer],
  },
  [calls.departments]: departments,
} = validResponses;
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

const responses: Record<string, OddAnswer> = {
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

for (const [what, { call, answer, status = 200, odd = [] }] of Object.entries(responses)) {
  test(`P72 with ${what} the page is ${status} and the log has ${odd.length > 0 ? 'one warning' : 'no warning'}`, async (t) => {
    const app = await startScriptedApp(t, { ...validResponses, [call]: answer });
    assert.equal((await app.open(pageOf(call))).status, status);
    assert.deepEqual(
      takeWarnings(app),
      odd.length > 0 ? [warningAbout(operations[call], odd)] : [],
    );
  });
}

function warningAbout(operation: string, odd: string[]) {
  const msg = 'a response from the platform has invalid fields, which are not shown';
  return { level: 40, operation, odd: odd.sort(), msg };
}

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

const fieldsOf = (type: string) =>
  Object.entries(breakable).flatMap(([name, value]) =>
    typeof value === type && name !== 'sub' ? [name] : [],
  );
const textFields = fieldsOf('string');
const booleanFields = fieldsOf('boolean');

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
