import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConventionError } from '../../src/convention/convention-error.ts';
import { createGate } from '../../src/convention/gate.ts';
import type { RawResponse } from '../../src/convention/send-request.ts';
import { startAppOfMany } from '../support/app/app-of-many.ts';
import type { Visitor } from '../support/app/visitor.ts';
import {
  platformError,
  sendHtml,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';

const today = Date.parse('2026-03-01T12:00:00Z');
const unreached = new ConventionError('unavailable', 'Read: the platform cannot be reached');
const tooLate = new ConventionError('unavailable', 'Read: too long', { status: 504 });

type End = number | Error | { status: number; retryAfter: string };

function startGate({ longestWaitMs = 10_000 } = {}) {
  let [clock, sent] = [0, 0];
  const pass = createGate({ longestWaitMs, now: () => today + clock, clock: () => clock });

  async function answerWith(end: End | (() => Promise<End>)): Promise<RawResponse> {
    sent += 1;
    const is = typeof end === 'function' ? await end() : end;
    if (is instanceof Error) throw is;
    const { status, retryAfter } = typeof is === 'number' ? { status: is } : is;
    return { status, retryAfter, text: '' };
  }

  async function call(
    person: string | undefined,
    end: End | (() => Promise<End>),
    { operation = 'Read', waiterId = person ?? 'nobody' } = {},
  ): Promise<number | string> {
    return pass({ operation, person, waiterId }, () => answerWith(end)).then(
      ({ status }) => status,
      ({ kind, retryAfterSeconds: seconds }) => (seconds ? `${kind} ${seconds}` : kind),
    );
  }

  async function callAll(people: readonly (string | undefined)[], end: End = 500): Promise<void> {
    for (const person of people) await call(person, end);
  }

  return { call, callAll, sent: () => sent, advance: (ms: number) => (clock += ms) };
}

const five = ['robin', 'mallory', 'kit', 'ash', 'sam'];
const told = (retryAfter: string, status = 429) => ({ status, retryAfter });

test('P82 an operation that fails for five people and works for nobody pauses: the next person is a probe, and then one a second', async () => {
  for (const end of [500, 502, 429, unreached, tooLate]) {
    const { call, callAll, sent, advance } = startGate();
    await callAll([...five.slice(1), ...five.slice(1)], end);
    assert.equal(await call('another', 404), 404, 'four people do not make the operation pause');
    await callAll(five, end);
    assert.equal(await call('another', 404), 404, 'it has worked within the last second');
    advance(1000);
    const before = sent();
    await call('a probe', end);
    for (let count = 0; count < 1000; count += 1) {
      advance(10);
      await call(`visitor ${count}`, end);
    }
    assert.equal(sent() - before, 11, String(end));
    assert.equal(await call('another', 200), 'busy 5');
  }
});

test('P82 any other response ends the pause of that operation', async () => {
  for (const status of [200, 401, 404]) {
    const { call, callAll, advance } = startGate();
    await callAll(five);
    assert.equal(await call('another', 500, { operation: 'Other' }), 500);
    assert.equal(await call('another', status), status);
    for (const person of five) assert.equal(await call(person, 200), 200);
    await callAll(five.slice(1));
    advance(1000);
    assert.equal(await call('robin', 200), 200, 'a call that works removes its person');
  }
});

test('P82 a platform that recovers is noticed within a second by the people for whom it failed', async () => {
  const { call, callAll, advance } = startGate();
  await callAll(five);
  advance(1000);
  await call('robin', 500);
  assert.equal(await call('mallory', 200), 'busy 5');
  advance(1000);
  assert.equal(await call('mallory', 200), 200);
  assert.equal(await call('robin', 200), 200);
});

test('P82 a rejected call names the reason why the calls before it failed', async () => {
  let clock = 0;
  const pass = createGate({ longestWaitMs: 50, now: () => today, clock: () => clock });
  const call = (person: string) =>
    pass({ operation: 'Read', person, waiterId: person }, async () => ({
      status: 500,
      retryAfter: undefined,
      text: '',
    }));
  for (const person of five) await call(person);
  clock += 1000;
  await call('robin');
  const refused = await call('robin').catch((error) => error);
  assert.ok(refused instanceof ConventionError);
  assert.deepEqual([refused.status, refused.retryAfterSeconds], [503, 5]);
  assert.equal(refused.code, 'platform-error');
});

test('P84 failures that only one person sees, or nobody, or that started before a success, do not affect others', async () => {
  for (const person of ['robin', undefined]) {
    const { call, callAll } = startGate();
    await callAll(Array(50).fill(person));
    assert.equal(await call('mallory', 200), 200);
    await callAll(five.slice(1));
    assert.equal(await call('mallory', 200), 200);
  }
  const { call, advance } = startGate();
  let giveUp = (_error: Error) => {};
  const late = new Promise<End>((resolve) => {
    giveUp = resolve;
  });
  const slow = five.map((person) => call(person, () => late));
  await sleep(0);
  advance(1);
  assert.equal(await call('another', 200), 200);
  giveUp(tooLate);
  await Promise.all(slow);
  const probes = [await call('1', 500), await call('2', 200), await call('robin', 200)];
  assert.deepEqual(probes, [500, 200, 200]);
});

const ownFailures: End[] = [told('120'), 429, 503, 500, tooLate];

for (const end of ownFailures) {
  const name = typeof end === 'object' && 'status' in end ? JSON.stringify(end) : end;
  test(`P84 P85 twenty accounts that fail all the time keep nobody out for two minutes: ${name}`, async () => {
    const { call, callAll, advance } = startGate();
    const accounts = Array.from({ length: 20 }, (_, index) => `account ${index}`);
    for (let half = 0; half < 240; half += 1) {
      await callAll(accounts, end);
      // A pair of people every 3.5 seconds, as in a quiet hour.
      for (const who of half % 7 === 0 ? ['a', 'b'] : [])
        assert.equal(await call(`${who} ${half}`, 200), 200, `after ${half / 2} seconds`);
      advance(500);
    }
  });
}

test('P84 logins that fail, and people whose calls failed, take no probe from other people', async () => {
  const { call, callAll, advance } = startGate();
  for (let second = 0; second < 10; second += 1) {
    await callAll([...five, ...five]);
    for (let login = 0; login < 84; login += 1)
      await call(undefined, 500, { waiterId: `token ${login}` });
    assert.equal(await call('another', 200), 200, `second ${second}`);
    advance(1000);
  }
});

test('P84 a failure counts for a minute', async () => {
  for (const person of ['robin', 'kit']) {
    const { call, callAll, advance } = startGate();
    await callAll(five);
    await call('another', 404);
    advance(59_999);
    await call(person, 500);
    assert.equal(await call(person, 500), 'busy 5');
    advance(1);
    assert.equal(await call(person, 500), 500, 'four other people have not failed for a minute');
  }
});

test('P84 a person whose call works no longer counts among the people whose calls fail', async () => {
  const { call, callAll, advance } = startGate();
  await callAll(five.slice(0, 4));
  assert.equal(await call('robin', 200), 200);
  await callAll(five.slice(4));
  advance(1000);
  call('without an answer', () => new Promise<End>(() => {}));
  assert.equal(await call('another', 200), 200, 'the calls of four people fail');
});

test('P81 after 429 or 503 with Retry-After, that person does not call the operation for that time, an hour at most', async () => {
  const cases: [retryAfter: string, seconds: number][] = [
    ['7', 7],
    ['0', 1],
    ['9'.repeat(400), 3600],
    ['Sun, 01 Mar 2026 12:00:20 GMT', 20],
  ];
  for (const status of [429, 503]) {
    for (const [retryAfter, seconds] of cases) {
      const { call, advance } = startGate();
      assert.equal(await call('robin', told(retryAfter, status)), status);
      assert.equal(await call('robin', 200), `busy ${seconds}`, retryAfter);
      assert.equal(await call('robin', 200, { operation: 'Other' }), 200);
      advance(1000 * seconds - 1);
      assert.equal(await call('robin', 200), 'busy 1', retryAfter);
      advance(1);
      assert.equal(await call('robin', 200), 200, retryAfter);
    }
  }
  const { call } = startGate();
  for (const end of [503, told('soon', 503), told('7', 200), told('7', 500)]) {
    await call('robin', end);
    assert.equal(await call('robin', 200), 200, JSON.stringify(end));
  }
});

test('P81 after 429 without a usable Retry-After, that person does not call the operation for five seconds', async () => {
  for (const end of [429, told('soon')]) {
    const { call, sent, advance } = startGate();
    for (let view = 0; view < 10; view += 1) await call('robin', end);
    assert.equal(sent(), 1);
    assert.equal(await call('robin', 200), 'busy 5');
    assert.equal(await call('another', 200), 200);
    advance(5000);
    assert.equal(await call('robin', 200), 200);
  }
});

test('P81 calls without a person also wait separately: a login by its token, and a bot', async () => {
  const { call } = startGate();
  await call(undefined, told('30'), { waiterId: 'token' });
  assert.equal(await call(undefined, 200, { waiterId: 'token' }), 'busy 30');
  assert.equal(await call(undefined, 200, { waiterId: 'another' }), 200);
});

test('P85 a platform that tells everybody to wait gets one call a second, and is back within a second', async () => {
  const { call, callAll, sent, advance } = startGate();
  await callAll(five, told('3600'));
  advance(1000);
  const before = sent();
  for (let count = 0; count < 1000; count += 1) {
    await call(`visitor ${count}`, told('3600'));
    advance(10);
  }
  assert.equal(sent() - before, 10);
  assert.equal(await call('another', 200), 200);
  assert.equal(await call('one more', 200), 200);
  assert.equal(await call('robin', 200), 'busy 3589', 'people wait as long as they were told');
});

test('P81 of two simultaneous calls, the longer time counts', async () => {
  const { call } = startGate();
  await Promise.all([call('robin', told('60')), call('robin', told('1'))]);
  assert.equal(await call('robin', 200), 'busy 60');
});

test('P82 while an operation pauses, nobody waits in the queue to learn that', async () => {
  const { call, callAll, sent, advance } = startGate();
  const held = () => new Promise<End>(() => {});
  for (const _call of [1, 2]) call('slow', held);
  await sleep(0);
  await callAll(five);
  advance(1000);
  await call('a probe', 500);
  const before = sent();
  const start = performance.now();
  assert.equal(await call('slow', 200), 'busy 5');
  assert.ok(performance.now() - start < 5000, 'the call does not wait in the queue');
  assert.equal(sent(), before);
});

test('P83 32 calls of an operation run at once, two of a person, and the next ones are sent in their order', async () => {
  const { call, sent } = startGate();
  const ends: ((end: End) => void)[] = [];
  const order: string[] = [];
  const hold = (person: string, operation = 'Read') => {
    const held = () => {
      order.push(person);
      return new Promise<End>((resolve) => void ends.push(resolve));
    };
    return call(person, held, { operation });
  };
  const mine = [hold('robin'), hold('robin', 'Other'), hold('robin'), hold('robin', 'Other')];
  await sleep(0);
  assert.equal(sent(), 2, 'two calls of one person at a time, for any operation');
  const others = Array.from({ length: 33 }, (_, index) => hold(`${index}`));
  await sleep(0);
  assert.equal(sent(), 33, '32 calls for one operation, and one for the other');
  ends[1]?.(200);
  await mine[1];
  await sleep(0);
  assert.equal(sent(), 34, 'the next call of robin is for the operation that has space');
  ends[0]?.(200);
  await mine[0];
  await sleep(0);
  assert.equal(order.at(-1), 'robin', 'robin was queued before the 33rd person');
  for (let round = 0; round < 5; round += 1) {
    for (const end of ends) end(200);
    await sleep(0);
  }
  assert.deepEqual(new Set(await Promise.all([...mine, ...others])), new Set([200]));
  const before = sent();
  const again = Array.from({ length: 32 }, (_, index) => hold(`${index % 16}`));
  await sleep(0);
  assert.equal(sent() - before, 32, 'a call that has ended takes no place');
  for (const end of ends) end(200);
  assert.deepEqual(new Set(await Promise.all(again)), new Set([200]));
});

test('P83 P84 people whose calls get no response take half of the calls of an operation', async () => {
  const { call, callAll } = startGate();
  const people = Array.from({ length: 20 }, (_, index) => `account ${index}`);
  await callAll(people, tooLate);
  for (const person of [...people, ...people]) call(person, () => new Promise<End>(() => {}));
  await sleep(0);
  for (let count = 0; count < 100; count += 1)
    assert.equal(await call(`another ${count}`, 200), 200);
});

test('P83 the queue has 128 calls of an operation and 24 of a person, each for half of the deadline', async () => {
  const { call, sent } = startGate({ longestWaitMs: 50 });
  let end = (_end: End) => {};
  const later = new Promise<End>((resolve) => {
    end = resolve;
  });
  const robin = Array.from({ length: 27 }, () => call('robin', () => later));
  assert.equal(await Promise.race(robin), 'busy 30', 'the 27th call is rejected at once');
  const others = Array.from({ length: 30 + 104 }, (_, index) => call(`${index}`, () => later));
  assert.equal(await call('one too many', () => later), 'busy 30');
  assert.equal(await call('another', 200, { operation: 'Other' }), 200);
  assert.equal(sent(), 33);
  const outcomes = Promise.all([...robin, ...others]);
  await sleep(100);
  end(200);
  const answered = (await outcomes).filter((outcome) => outcome === 200);
  assert.equal(
    answered.length,
    32,
    'only the sent calls succeed, and those that timed out take no space',
  );
  assert.equal(await call('robin', 200), 200);
});

test('P83 a call that leaves the queue without being sent is busy after half of the deadline', async (t) => {
  const { service, requests } = await startScriptedPlatform(t, () => {}, { deadlineMs: 1000 });
  const startedAt = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      service.registration({ userId: String(index) }).then(
        () => assert.fail('answered'),
        ({ kind, status, retryAfterSeconds }) => {
          assert.ok(performance.now() - startedAt > 490, `${kind} too early`);
          return `${kind} ${status} ${retryAfterSeconds}`;
        },
      ),
    ),
  );
  assert.equal(requests.length, 32);
  const expected = (_: unknown, index: number) =>
    index < 32 ? 'unavailable 504 undefined' : 'busy 503 30';
  assert.deepEqual(outcomes, Array.from({ length: 40 }, expected));
});

test('P81 P85 five people whom the platform asks to wait see for how long and send nothing, and nobody else waits', async (t) => {
  const { app, logInAs } = await startAppOfMany(t);
  const asked: string[] = [];
  async function openThrice(id: string): Promise<number[]> {
    app.answers[`GET /api/v0/users/${id}/roles`] = (response: ServerResponse) => {
      asked.push(id);
      sendHtml(response, 429, { 'retry-after': '600' });
    };
    const who = await logInAs(id);
    const seconds: number[] = [];
    for (let view = 0; view < 3; view += 1) {
      const page = await who.request(`${app.url}/roles`);
      assert.equal(page.status, 503);
      seconds.push(Number(page.headers.get('retry-after')));
    }
    assert.equal((await who.request(`${app.url}/badge-name`)).status, 200);
    return seconds;
  }
  const limited = ['11', '12', '13', '14', '15'];
  for (const id of limited)
    for (const seconds of await openThrice(id))
      assert.ok(seconds > 500 && seconds <= 600, `${seconds}`);
  for (const id of ['21', '22', '23', '24']) {
    app.answers[`GET /api/v0/users/${id}/roles`] = { data: [] };
    const who = await logInAs(id);
    assert.equal((await who.request(`${app.url}/roles`)).status, 200);
  }
  assert.deepEqual(asked, limited, 'one call for each person');
});

test('P82 a platform that is down gets hardly any calls from many people on any page, and is back within a second', async (t) => {
  let [clock, isDown] = [0, true];
  const { convention, requests } = await startScriptedPlatform(
    t,
    (response) => (isDown ? sendHtml(response, 502) : sendJson(response, { id: 7 })),
    { clock: () => clock },
  );
  const read = (id: number) =>
    convention
      .onBehalfOf({ accessToken: 'token', grantedScopes: [], userId: String(id) })
      .currentUser();
  const kinds = new Set<string>();
  for (let id = 0; id < 50; id += 1) {
    clock += id === 5 ? 1000 : 0;
    await read(id).catch(({ kind }) => kinds.add(kind));
  }
  assert.deepEqual([...kinds], ['unavailable', 'busy']);
  assert.equal(requests.length, 11, 'two calls of each of five people, and a probe a second later');
  isDown = false;
  clock += 1000;
  assert.equal((await read(7)).id, '7');
});

test('P84 two attendees with broken records take no page from six others, however often they reload', async (t) => {
  const { app, logInAs } = await startAppOfMany(t);
  const logInAll = async (ids: readonly string[]) => {
    const people: Visitor[] = [];
    for (const id of ids) people.push(await logInAs(id));
    return people;
  };
  for (const id of ['900', '901'])
    app.answers[`GET /api/v0/users/${id}/registration`] = (response: ServerResponse) =>
      sendJson(response, platformError('internal'), 500);
  const broken = await logInAll(['900', '901']);
  const others = await logInAll(['1', '2', '3', '4', '5', '6']);
  const open = async (who: Visitor) => (await who.request(`${app.url}/badge-name`)).status;
  const burst = Array(6).fill(broken).flat().map(open);
  assert.deepEqual(new Set(await Promise.all(burst)), new Set([502]));
  for (let round = 0; round < 5; round += 1) {
    const pages = broken.map(open);
    for (const who of others) assert.equal(await open(who), 200);
    await Promise.all(pages);
  }
});

test('P83 neither a person with 72 pages that wait nor an operation that is slow for many makes anybody else wait', async (t) => {
  const { app, logInAs, openRoles, areHeld, answerAll } = await startSlowApp(t);
  const [slow, other] = [await logInAs('100'), await logInAs('7')];
  const ofOne = openRoles(Array(72).fill(slow));
  await areHeld(1);
  for (const path of ['/roles', '/profile', '/badge-name'])
    assert.equal((await other.request(app.url + path)).status, 200, path);

  const people: Visitor[] = [];
  for (let id = 101; id < 140; id += 1) people.push(await logInAs(String(id)));
  const ofMany = openRoles(people);
  await areHeld(32);
  for (const path of ['/profile', '/badge-name', '/volunteering'])
    assert.equal((await other.request(app.url + path)).status, 200, path);
  answerAll();
  for (const status of await Promise.all([...ofOne, ...ofMany]))
    assert.ok([200, 429, 503, 504].includes(status), `${status}`);
});

async function startSlowApp(t: TestContext) {
  const { app, logInAs: logIn } = await startAppOfMany(t);
  const held: ServerResponse[] = [];
  let isSlow = true;

  async function logInAs(id: string): Promise<Visitor> {
    app.answers[`GET /api/v0/users/${id}/roles`] = (response: ServerResponse) => {
      if (isSlow && Number(id) >= 100) held.push(response);
      else sendJson(response, { data: [] });
    };
    return logIn(id);
  }

  return {
    app,
    logInAs,
    openRoles: (people: readonly Visitor[]) =>
      people.map(async (who) => (await who.request(`${app.url}/roles`)).status),
    areHeld: (count: number) => until(() => held.length >= count),
    answerAll(): void {
      isSlow = false;
      // On a busy machine, some calls have reached their deadline and were replaced by others.
      const open = held.filter(({ destroyed }) => !destroyed);
      assert.ok(open.length <= 32, `${open.length}`);
      for (const response of open) sendJson(response, { data: [] });
    },
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}
