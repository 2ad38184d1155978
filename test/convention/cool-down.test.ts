// P76 The cool-down: while the platform asks a caller to wait, nothing of theirs is sent.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createCoolDown, type SharedPauses } from '../../src/convention/cool-down.ts';

const today = Date.parse('2026-03-01T12:00:00Z');

/** Starts one instance. `passed`: how much time has passed for all instances, in milliseconds. */
function startInstance({
  shared,
  passed = { ms: 0 },
}: {
  shared?: SharedPauses;
  passed?: { ms: number };
}) {
  const withCoolDown = createCoolDown({
    now: () => today + passed.ms,
    clock: () => passed.ms,
    shared,
  });
  /** Resolves to the status of the answer, or to the seconds to wait if nothing was sent. */
  return async (
    of: string | { person: string; operation?: string },
    status = 200,
    retryAfter?: string,
  ) =>
    withCoolDown(callOf(of), async () => ({
      status,
      retryAfter,
      text: '',
    })).then(
      (answer) => answer.status,
      ({ kind, retryAfterSeconds }) => `${kind} ${retryAfterSeconds}`,
    );
}

/** Returns a call of that caller, or one of the site's own credential on behalf of a person. */
function callOf(of: string | { person: string; operation?: string }) {
  if (typeof of === 'string') return { operation: 'Read', pauseName: () => of };
  const { person, operation = 'Read' } = of;
  const onBehalfOf = { caller: 'service', person, pauseName: () => `${person} ${operation}` };
  return { operation, pauseName: () => 'service', onBehalfOf };
}

test('P76 after 429 or 503 with Retry-After, nothing is sent for that time, which is 60 seconds at most', async () => {
  const expected: [retryAfter: string, seconds: number][] = [
    ['7', 7],
    ['0', 1],
    ['-5', 1],
    ['9'.repeat(400), 60],
    ['Sun, 01 Mar 2026 12:00:20 GMT', 20],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 1],
    ['Sun, 01 Mar 2099 11:00:00 GMT', 60],
  ];
  for (const status of [429, 503]) {
    for (const [retryAfter, seconds] of expected) {
      const passed = { ms: 0 };
      const call = startInstance({ passed });
      assert.equal(await call('robin', status, retryAfter), status);
      assert.equal(await call('robin'), `busy ${seconds}`, retryAfter);
      passed.ms = 1000 * seconds - 1;
      assert.equal(await call('robin'), 'busy 1', retryAfter);
      passed.ms += 1;
      assert.equal(await call('robin'), 200, retryAfter);
    }
  }
});

test('P76 only who was asked waits, and nobody after another status, or where no time is named', async () => {
  const call = startInstance({});
  await call('robin', 429, '7');
  assert.equal(await call('mallory'), 200);
  for (const [status, retryAfter] of [
    [429, undefined],
    [503, undefined],
    [429, 'soon'],
    [200, '7'],
    [500, '7'],
  ] as const) {
    await call('mallory', status, retryAfter);
    assert.equal(await call('mallory'), 200, `${status} ${retryAfter}`);
  }
});

test('P76 a shorter pause does not end a longer one', async () => {
  const passed = { ms: 0 };
  const shared = { add: async () => {}, left: async () => new Map([['robin', 2000]]) };
  const call = startInstance({ shared, passed });
  assert.equal(await call('mallory', 429, '30'), 429);
  assert.equal(await call('robin'), 'busy 2');
  shared.left = async () => new Map([['mallory', 2000]]);
  passed.ms = 10_000;
  assert.equal(await call('mallory'), 'busy 20');
});

test('P76 the shared pauses are read at most once a second, by all calls together, and what was asked is added once', async () => {
  const [added, passed] = [[] as unknown[], { ms: 0 }];
  let reads = 0;
  const shared = {
    add: async (...pause: unknown[]) => void added.push(pause),
    left: async () => {
      reads += 1;
      return new Map();
    },
  };
  const call = startInstance({ shared, passed });
  await Promise.all(Array.from({ length: 50 }, () => call('mallory')));
  passed.ms = 999;
  await call('robin');
  assert.equal(reads, 1);
  passed.ms = 1000;
  await call('robin', 429, '7');
  await call('robin');
  assert.equal(reads, 2);
  assert.deepEqual(added, [['robin', 7]]);
});

test('P76 while the shared pauses cannot be reached, each instance keeps its own', async () => {
  const away = async () => Promise.reject(new Error('Redis is away'));
  const call = startInstance({ shared: { add: away, left: away } });
  assert.equal(await call('robin', 429, '7'), 429);
  assert.equal(await call('robin'), 'busy 7');
  assert.equal(await call('mallory'), 200);
});

const person = (name: string) => ({ person: name });
const told = (seconds: number) => `busy ${seconds}`;

test('P105 with the credential of the site, who is told to wait waits alone, and only for that operation', async () => {
  const passed = { ms: 0 };
  const call = startInstance({ passed });
  await call(person('robin'), 429, '60');
  assert.equal(await call(person('robin')), told(60));
  assert.equal(await call({ person: 'robin', operation: 'Other' }), 200);
  assert.equal(await call(person('mallory')), 200);
  passed.ms = 60_000;
  assert.equal(await call(person('robin')), 200);
});

test('P105 when five people in a row are told to wait, the credential waits', async () => {
  const added: unknown[] = [];
  const shared = {
    add: async (name: string) => void added.push(name),
    left: async () => new Map(),
  };
  const call = startInstance({ shared });
  for (const name of ['1', '2', '3', '4']) {
    await call(person(name), 429, '30');
    await call(person(name), 429, '30');
  }
  assert.equal(await call({ person: '6', operation: 'Other' }, 429), 429, 'no answer that helps');
  await call(person('5'), 429, '30');
  assert.equal(await call({ person: '6', operation: 'Other' }), told(30));
  assert.equal(await call('robin'), 200, 'the own token of an attendee is another caller');
  assert.deepEqual(added, ['1 Read', '2 Read', '3 Read', '4 Read', 'service']);
});

test('P105 five people of whom others are no part cannot make the credential wait: after an answer to anybody else, and after each wait, it takes five others', async () => {
  const passed = { ms: 0 };
  const call = startInstance({ passed });
  const five = ['1', '2', '3', '4', '5'];
  for (const name of five.slice(1)) await call(person(name), 429, '1');
  assert.equal(await call(person('6')), 200);
  for (let second = 0; second < 10; second += 1) {
    passed.ms += 1000;
    for (const name of five) await call(person(name), 429, '1');
    assert.equal(await call(person('6')), 200);
  }
  const others = ['a', 'b', 'c', 'd', 'e'];
  for (const name of others) await call(person(name), 429, '1');
  assert.equal(await call(person('6')), told(1));
  passed.ms += 1000;
  for (const name of [...five, ...others]) await call(person(name), 429, '1');
  assert.equal(await call(person('6')), 200);
});
