import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import { pageOf } from '../support/app/calls-of-pages.ts';
import { rowsOf } from '../support/app/rows-of.ts';
import { calls, type ScriptedApp, startScriptedApp } from '../support/app/scripted-app.ts';
import { type CpuCost, costBeside } from '../support/machine/cpu-time.ts';
import { type ValidCall, validResponses } from '../support/platform/valid-responses.ts';
import { costOfResponse } from './cost-of-response.ts';

/**
 * Milliseconds of CPU time that a list or a string may cost a page, in addition to reading its
 * bytes. This is twice the limit in P73, because everything takes longer on a busy machine.
 */
const maxCpu = 40;
/** Milliseconds of CPU time for the whole page, including reading the bytes. */
const maxCpuInAll = 100;

interface Answer {
  readonly path?: string;
  readonly call: ValidCall;
  readonly answer: unknown;
  readonly content?: unknown;
}

const tenThousand = <Item>(item: (index: number) => Item) =>
  Array.from({ length: 10_000 }, (_, index) => item(index));
const question = (index: number) => ({
  id: index,
  name: `Question ${index}`,
  type: 'text',
  value: `Answer ${index}`,
});
const group = (index: number) => ({ id: index, name: `Group ${index}` });
const role = (index: number) => ({ ...group(index), scope: 'global' });
const {
  [calls.user]: user,
  [calls.registration]: registration,
  [calls.volunteer]: volunteer,
} = validResponses;
const [dealer] = validResponses[calls.dealers].data;
const [application] = dealer?.applications ?? [];

const responses: Record<string, Answer> = {
  roles: { call: calls.roles, answer: { data: tenThousand(role) } },
  'roles of the user': { call: calls.user, answer: { ...user, userRoles: tenThousand(group) } },
  permissions: {
    call: calls.user,
    path: '/sharing',
    answer: { ...user, permissions: tenThousand((index) => `permission:${index}`) },
  },
  options: {
    call: calls.registration,
    answer: { ...registration, options: tenThousand(question) },
  },
  'choices in one option': {
    call: calls.registration,
    answer: {
      ...registration,
      options: [{ name: 'Meals', type: 'multi', value: tenThousand((index) => `${index}`) }],
    },
  },
  'options that cannot be read': {
    call: calls.registration,
    answer: {
      ...registration,
      options: tenThousand((index) => ({ ...question(index), value: {} })),
    },
  },
  'flags of a registration': {
    call: calls.registration,
    answer: { ...registration, flags: tenThousand((id) => ({ id, shortName: `Flag ${id}` })) },
  },
  'ways to reach a volunteer': {
    call: calls.volunteer,
    answer: { ...volunteer, contactMethods: tenThousand(question) },
  },
  'answers of a volunteer': {
    call: calls.volunteer,
    answer: { ...volunteer, options: tenThousand(question) },
  },
  'departments of a volunteer': {
    call: calls.volunteer,
    answer: {
      ...volunteer,
      departments: tenThousand((index) => ({ ...group(index), states: ['interest'] })),
    },
  },
  departments: {
    call: calls.departments,
    answer: tenThousand((index) => ({
      ...group(index),
      email: 'mail@example.org',
      publiclyVisible: true,
    })),
  },
  'options of a dealer': {
    call: calls.dealers,
    answer: { data: [{ ...dealer, options: tenThousand(question) }] },
  },
  'options of an application': {
    call: calls.dealers,
    answer: {
      data: [{ ...dealer, applications: [{ ...application, options: tenThousand(question) }] }],
    },
  },
};

for (const [what, costly] of Object.entries(responses)) {
  test(`P73 10,000 ${what} are cut to 100 and a minimum count of the rest, and nobody waits for it`, async (t) => {
    const app = await startScriptedApp(t, { ...validResponses, [costly.call]: costly.answer });
    const page = await app.open(costly.path ?? pageOf(costly.call));
    assert.equal(page.status, 200);
    assert.match(page.text, /and at least 900 more/);
    assert.ok(page.html.length < 30_000);
    await checkCost(t, app, costly);
  });
}

/** Unicode normalisation has to sort these combining marks, which takes quadratic time. */
const marks = `a${'\u0301\u0323'.repeat(50_000)}`;
const longName = 'Department of very long names '.repeat(20);

const expensiveAnswers: Record<string, Answer> = {
  '59,000 permissions of which one has to be repaired': {
    call: calls.user,
    answer: { ...user, permissions: [...Array(59_000).fill('a'), '\0'] },
    content: Array(59_000).fill('a'),
  },
  '59,000 objects of which one has to be repaired': {
    call: calls.user,
    answer: { ...user, unread: [...Array(59_000).fill({}), '\0'] },
    content: Array(59_000).fill({}),
  },
  '10,000 roles that cannot be read': {
    call: calls.roles,
    answer: { data: tenThousand((index) => ({ ...role(index), id: {} })) },
  },
  '59,000 numbers in place of options': {
    call: calls.registration,
    answer: { ...registration, options: Array(59_000).fill(1) },
  },
  '59,000 parts of an address in an answer of a dealer': {
    call: calls.dealers,
    answer: {
      data: [{ ...dealer, options: [{ ...question(1), value: Array(59_000).fill('a') }] }],
    },
  },
  'a badge name of 100,000 marks': {
    call: calls.registration,
    answer: { ...registration, badgeName: marks },
  },
  'a preferred name of 100,000 marks, where no registration is known': {
    path: '/badge-name',
    call: calls.user,
    answer: { ...user, preferredName: marks, username: marks },
  },
  'an answer of 100,000 marks': {
    call: calls.registration,
    answer: { ...registration, options: [{ ...question(1), name: marks, value: marks }] },
  },
  'a phone number and an address of 100,000 marks': {
    call: calls.user,
    answer: { ...user, phone: marks, addressLine1: marks, addressCountry: marks },
  },
  '1,500 roles of 600 letters': {
    call: calls.roles,
    answer: {
      data: tenThousand(role)
        .slice(0, 1500)
        .map((each) => ({ ...each, name: longName })),
    },
  },
  '800 roles of 600 letters, nearly all of them marks': {
    call: calls.roles,
    answer: {
      data: tenThousand(role)
        .slice(0, 800)
        .map((each) => ({ ...each, name: `a${'\u0301\u0323'.repeat(15)} `.repeat(19) })),
    },
  },
};

for (const [what, costly] of Object.entries(expensiveAnswers)) {
  test(`P73 nobody waits for ${what}`, async (t) => {
    const app = await startScriptedApp(t, { ...validResponses, [costly.call]: costly.answer });
    assert.equal((await app.open(costly.path ?? pageOf(costly.call))).status, 200);
    await checkCost(t, app, costly);
  });
}

test('P73 nobody waits for a preview of a name that is as long as a URL may be', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  const tried = encodeURIComponent(`a${'\u0301\u0323'.repeat(1200)}`);
  const visit = (path: string) => async () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    assert.equal((await app.attendee.request(app.url + path, { headers })).status, 200);
  };
  for (const path of ['/badge-name', '/badge-name.svg']) {
    const [task, baseline] = [visit(`${path}?try=${tried}`), visit(path)];
    await checkLeast(t, (rounds) => costBeside({ task, baseline, rounds }));
  }
});

for (const depth of [1000, 50_000]) {
  test(`P73 a value ${depth} levels deep is not available, wherever it is, and the rest of the page is shown`, async (t) => {
    const app = await startScriptedApp(t, validResponses);
    const deep = `${'[{"deep":'.repeat(depth / 2)}"inside"${'}]'.repeat(depth / 2)}`;
    const answerWith = (call: string, reply: unknown) => {
      const text = JSON.stringify(reply).replace('"DEEP"', deep);
      app.answers[call] = (response: ServerResponse) => response.end(text);
    };
    answerWith(calls.user, { ...user, bornAt: 'DEEP' });
    answerWith(calls.registration, {
      ...registration,
      options: [{ ...question(1), value: 'DEEP' }],
    });
    answerWith(calls.dealers, {
      data: [{ ...dealer, options: [{ ...question(1), value: 'DEEP' }] }],
    });
    answerWith(calls.volunteer, { ...volunteer, unknown: 'DEEP' });
    answerWith(calls.roles, { data: ['DEEP', role(1)] });
    for (const [path, label, said] of [
      ['/profile', 'Date of birth', 'Can’t be shown'],
      ['/badge-name', 'Question 1', 'Can’t be shown'],
      ['/dealer', 'Question 1', 'Can’t be shown'],
      ['/volunteering', 'Meals', 'Dinner, Brunch'],
    ] as const) {
      const page = await app.open(path);
      assert.equal(page.status, 200, path);
      assert.equal(rowsOf(page)[label], said);
      assert.ok(!page.html.includes('inside'));
    }
    assert.match((await app.open('/roles')).text, /Group 1/);
  });
}

function checkCost(t: TestContext, app: ScriptedApp, costly: Answer): Promise<void> {
  return checkLeast(t, (visits) =>
    costOfResponse(app, { path: pageOf(costly.call), content: costly.answer, ...costly, visits }),
  );
}

async function checkLeast(t: TestContext, measure: (rounds: number) => Promise<CpuCost>) {
  let cost = await measure(2);
  if (cost.beyondBaseline > maxCpu || cost.inAll > maxCpuInAll) cost = await measure(12);
  const { beyondBaseline, inAll } = cost;
  t.diagnostic(`${beyondBaseline.toFixed(1)} ms of CPU, ${inAll.toFixed(1)} in all`);
  assert.ok(beyondBaseline <= maxCpu, `${beyondBaseline} ms of CPU`);
  assert.ok(inAll <= maxCpuInAll, `${inAll} ms of CPU in all`);
}
