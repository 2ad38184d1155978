// Answers of 10,000 items, of endless nesting or of texts that are expensive to normalise: cut, with
// a note about the rest, and cheap enough not to slow down anybody else.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import test, { type TestContext } from 'node:test';
import { rowsOf } from '../support/rows-of.ts';
import { calls, startScriptedApp } from '../support/scripted-app.ts';
import { validAnswers } from '../support/valid-answers.ts';

/**
 * Milliseconds, with those of the convention and the visitor, which run in the same process. The
 * dearest answer takes about half of it.
 */
const maxCpu = 200;

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
} = validAnswers;
const [dealer] = validAnswers[calls.dealers].data;
const [application] = dealer?.applications ?? [];

const answers: { what: string; path: string; call: string; answer: unknown }[] = [
  { what: 'roles', path: '/roles', call: calls.roles, answer: { data: tenThousand(role) } },
  {
    what: 'roles of the user',
    path: '/profile',
    call: calls.user,
    answer: { ...user, userRoles: tenThousand(group) },
  },
  {
    what: 'permissions',
    path: '/profile',
    call: calls.user,
    answer: { ...user, permissions: tenThousand((index) => `permission:${index}`) },
  },
  {
    what: 'options',
    path: '/badge-name',
    call: calls.registration,
    answer: { ...registration, options: tenThousand(question) },
  },
  {
    what: 'choices in one option',
    path: '/badge-name',
    call: calls.registration,
    answer: {
      ...registration,
      options: [{ name: 'Meals', type: 'multi', value: tenThousand((index) => `${index}`) }],
    },
  },
  {
    what: 'options that cannot be read',
    path: '/badge-name',
    call: calls.registration,
    answer: {
      ...registration,
      options: tenThousand((index) => ({ ...question(index), value: {} })),
    },
  },
  {
    what: 'departments of a volunteer',
    path: '/volunteering',
    call: calls.volunteer,
    answer: {
      ...volunteer,
      departments: tenThousand((index) => ({ ...group(index), states: ['interest'] })),
    },
  },
  {
    what: 'departments',
    path: '/volunteering',
    call: calls.departments,
    answer: tenThousand((index) => ({
      ...group(index),
      email: 'mail@example.org',
      publiclyVisible: true,
    })),
  },
  {
    what: 'options of a dealer',
    path: '/dealer',
    call: calls.dealers,
    answer: { data: [{ ...dealer, options: tenThousand(question) }] },
  },
  {
    what: 'options of an application',
    path: '/dealer',
    call: calls.dealers,
    answer: {
      data: [{ ...dealer, applications: [{ ...application, options: tenThousand(question) }] }],
    },
  },
];

for (const { what, path, call, answer } of answers) {
  test(`P67 of 10,000 ${what} 100 are shown and how many more there are, and nobody waits for it`, async (t) => {
    const app = await startScriptedApp(t, validAnswers);
    const text = JSON.stringify(answer);
    app.answers[call] = (response: ServerResponse) => response.end(text);
    await checkCost(t, async () => {
      const response = await app.attendee.request(app.url + path);
      assert.equal(response.status, 200);
      assert.match(await response.text(), /and 9,900 more/);
    });
    assert.ok((await app.open(path)).html.length < 30_000);
  });
}

/** Marks in an order that Unicode normalisation has to sort, which takes quadratic time. */
const marks = `a${'\u0301\u0323'.repeat(50_000)}`;
const longName = 'Department of very long names '.repeat(20);

const expensiveTexts: { what: string; path: string; call: string; answer: unknown }[] = [
  {
    what: 'a badge name of 100,000 marks',
    path: '/badge-name',
    call: calls.registration,
    answer: { ...registration, badgeName: marks },
  },
  {
    what: 'a preferred name of 100,000 marks, where no registration is known',
    path: '/badge-name',
    call: calls.user,
    answer: { ...user, preferredName: marks, username: marks },
  },
  {
    what: 'an answer of 100,000 marks',
    path: '/badge-name',
    call: calls.registration,
    answer: { ...registration, options: [{ ...question(1), name: marks, value: marks }] },
  },
  {
    what: 'a phone number and an address of 100,000 marks',
    path: '/profile',
    call: calls.user,
    answer: { ...user, phone: marks, addressLine1: marks, addressCountry: marks },
  },
  {
    what: '1,500 roles of 600 letters',
    path: '/roles',
    call: calls.roles,
    answer: {
      data: tenThousand(role)
        .slice(0, 1500)
        .map((each) => ({ ...each, name: longName })),
    },
  },
  {
    what: '800 roles of 600 letters, nearly all of them marks',
    path: '/roles',
    call: calls.roles,
    answer: {
      data: tenThousand(role)
        .slice(0, 800)
        .map((each) => ({ ...each, name: `a${'\u0301\u0323'.repeat(15)} `.repeat(19) })),
    },
  },
];

for (const { what, path, call, answer } of expensiveTexts) {
  test(`P67 nobody waits for ${what}`, async (t) => {
    const app = await startScriptedApp(t, validAnswers);
    const text = JSON.stringify(answer);
    app.answers[call] = (response: ServerResponse) => response.end(text);
    await checkCost(t, async () => {
      assert.equal((await app.attendee.request(app.url + path)).status, 200);
    });
  });
}

test('P67 nobody waits for a name to try that is as long as an address may be', async (t) => {
  const app = await startScriptedApp(t, validAnswers);
  const tried = encodeURIComponent(`a${'\u0301\u0323'.repeat(1200)}`);
  for (const path of ['/badge-name', '/badge-name.svg']) {
    await checkCost(t, async () => {
      const response = await app.attendee.request(`${app.url}${path}?try=${tried}`, {
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      assert.equal(response.status, 200);
    });
  }
});

for (const depth of [1000, 50_000]) {
  test(`P67 what is ${depth} levels deep is not available, wherever it is, and the rest of the page stands`, async (t) => {
    const app = await startScriptedApp(t, validAnswers);
    const deep = `${'[{"deep":'.repeat(depth / 2)}"inside"${'}]'.repeat(depth / 2)}`;
    const answerWith = (call: string, answer: unknown) => {
      const text = JSON.stringify(answer).replace('"DEEP"', deep);
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
      ['/profile', 'Birth date', 'Not available right now'],
      ['/badge-name', 'Question 1', 'Not available right now'],
      ['/dealer', 'Question 1', 'Not available right now'],
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

/**
 * Runs a task three times and checks the cheapest: another program on the machine can only make a
 * task more expensive. Reports CPU time, and the longest time in which nobody else was served.
 */
async function checkCost(t: TestContext, task: () => Promise<void>): Promise<void> {
  const costs = [await costOf(task), await costOf(task), await costOf(task)];
  const listed = costs.map(({ cpu, longestBlock }) => `${cpu} ms CPU (${longestBlock} ms at once)`);
  t.diagnostic(listed.join(', '));
  assert.ok(Math.min(...costs.map(({ cpu }) => cpu)) < maxCpu, listed.join(', '));
}

/**
 * Measures a task in milliseconds: the CPU time of this process, and the longest time in which
 * nobody else was served.
 */
async function costOf(task: () => Promise<void>): Promise<{ cpu: number; longestBlock: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  return { cpu: Math.round((user + system) / 1000), longestBlock: Math.round(delay.max / 1e6) };
}
