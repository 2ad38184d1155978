// P77 The circuit breaker: while the platform is down, at most one call a second of each operation is
// sent to it. P104 Nobody can open it for others.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { createCircuitBreaker } from '../../src/convention/circuit-breaker.ts';
import { ConventionError } from '../../src/convention/convention-error.ts';
import type { RawAnswer } from '../../src/convention/exchange.ts';
import { causeOf } from '../../src/log/causes.ts';
import { startAppOfMany } from '../support/app-of-many.ts';
import type { Visitor } from '../support/visitor.ts';
import {
  platformError,
  sendHtml,
  sendJson,
  startScriptedConvention,
} from './scripted-convention.ts';

const answered = (status: number): RawAnswer => ({ status, retryAfter: undefined, text: '' });
const unreached = new ConventionError('unavailable', 'Read: the convention cannot be reached');
const tooLate = new ConventionError('unavailable', 'Read: too long', { status: 504 });

/** Returns a breaker whose calls end as the test says. */
function startBreaker() {
  let [clock, sent] = [0, 0];
  const withCircuitBreaker = createCircuitBreaker(() => clock);
  /** Resolves to the status of the answer, or to the kind of the error. */
  async function call(person: string | undefined, end: number | Error | Promise<number>) {
    const send = async () => {
      sent += 1;
      if (end instanceof Error) throw end;
      return answered(await end);
    };
    return withCircuitBreaker({ operation: 'Read', person }, send).then(
      ({ status }) => status,
      ({ kind }) => kind,
    );
  }
  async function fail(people: readonly (string | undefined)[], end: number | Error = 500) {
    for (const person of people) await call(person, end);
  }
  const sentBy = async (run: () => Promise<unknown>) => {
    const before = sent;
    await run();
    return sent - before;
  };
  return { call, fail, sentBy, pass: (ms: number) => (clock += ms) };
}

const crowd = ['robin', 'mallory', 'kit', 'ash', 'sam'];

test('P77 after failures of five people in a row, calls are refused at once with the seconds to wait', async () => {
  for (const end of [500, 502, 503, unreached, tooLate]) {
    const { call, fail, sentBy } = startBreaker();
    await fail([...crowd.slice(1), ...crowd.slice(1)], end);
    assert.equal(await sentBy(() => call('robin', end)), 1, 'four are not enough');
    assert.equal(await sentBy(async () => assert.equal(await call('robin', 200), 'busy')), 0);
  }
});

test('P77 a refused call names why the calls before it failed', async () => {
  const withCircuitBreaker = createCircuitBreaker(() => 0);
  const call = (person: string) =>
    withCircuitBreaker({ operation: 'Read', person }, async () => answered(500));
  for (const person of crowd) await call(person);
  const refused = await call('robin').catch((error) => error);
  assert.ok(refused instanceof ConventionError);
  assert.deepEqual([refused.status, refused.retryAfterSeconds], [503, 5]);
  assert.equal(causeOf(refused), 'the platform has an error of its own');
});

test('P77 while 100 visitors a second come to a platform that is down, one call a second is sent to it', async () => {
  const { call, fail, sentBy, pass } = startBreaker();
  await fail(crowd);
  const sent = await sentBy(async () => {
    for (let count = 0; count < 1000; count += 1) {
      pass(10);
      await call(`visitor ${count}`, unreached);
    }
  });
  assert.equal(sent, 10);
});

test('P77 a probe that is still waiting is no reason to send another before its second, and any answer closes the circuit', async () => {
  for (const status of [200, 401, 404, 429]) {
    const { call, fail, pass } = startBreaker();
    await fail(crowd);
    let answer = (_status: number) => {};
    const probe = call(
      'another',
      new Promise<number>((resolve) => {
        answer = resolve;
      }),
    );
    pass(999);
    assert.equal(await call('a third', 200), 'busy');
    answer(status);
    assert.equal(await probe, status);
    for (const person of crowd) assert.equal(await call(person, 200), 200);
    await fail(crowd.slice(1));
    assert.equal(await call('robin', 200), 200, 'it counts from the start again');
  }
});

test('P77 failures that only one person meets, or nobody, take nothing from the others', async () => {
  for (const person of ['robin', undefined]) {
    const { call, fail } = startBreaker();
    await fail(Array(50).fill(person));
    assert.equal(await call('mallory', 200), 200);
  }
});

test('P77 failures beside answers do not count: one operation is slow for some, and the others work', async () => {
  const { call, fail, pass } = startBreaker();
  for (let round = 0; round < 5; round += 1) {
    await fail(crowd.slice(1));
    assert.equal(await call('robin', 200), 200);
  }
  let giveUp = (_error: Error) => {};
  const slow = new Promise<number>((_resolve, reject) => {
    giveUp = reject;
  });
  const waiting = crowd.map((person) => call(`slow ${person}`, slow));
  pass(1);
  assert.equal(await call('robin', 200), 200);
  giveUp(tooLate);
  assert.deepEqual(await Promise.all(waiting), Array(5).fill('unavailable'));
  assert.equal(await call('mallory', 200), 200);
});

test('P77 an operation that is down for everybody is refused alone', async () => {
  const withCircuitBreaker = createCircuitBreaker(() => 0);
  const send = (operation: string, status: number) => (person: string) =>
    withCircuitBreaker({ operation, person }, async () => answered(status));
  for (const person of crowd) await send('Read roles', 500)(person);
  await assert.rejects(send('Read roles', 200)('robin'), { kind: 'busy' });
  assert.equal((await send('Read dealers', 200)('robin')).status, 200);
});

test('P104 five people whose records are broken hold nobody up: the next person is a probe at once, and from then on the failures of the five are their own', async () => {
  const { call, fail, pass } = startBreaker();
  await fail(crowd);
  assert.equal(await call('another', 200), 200);
  for (let minute = 0; minute < 60; minute += 1) {
    await fail([...crowd, ...crowd]);
    assert.equal(await call('a third', 200), 200, `minute ${minute}`);
    pass(60_000);
  }
});

test('P104 somebody whose calls fail is no probe before another person had the chance for a second, and no longer', async () => {
  const { call, fail, sentBy, pass } = startBreaker();
  await fail(crowd);
  pass(999);
  assert.equal(await sentBy(() => call('robin', 500)), 0);
  pass(1);
  assert.equal(await sentBy(() => call('robin', 500)), 1);
  pass(1999);
  assert.equal(await sentBy(() => call('robin', 500)), 0);
  assert.equal(await sentBy(() => call('another', 500)), 1);
  pass(2000);
  assert.equal(await call('robin', 200), 200);
});

test('P104 who failed while others were answered counts again after an answer of their own, or ten minutes', async () => {
  const { call, fail, pass } = startBreaker();
  await fail(crowd);
  await call('another', 200);
  await call('robin', 200);
  await fail(crowd);
  await fail(['1', '2', '3']);
  assert.equal(await call('4', 200), 200, 'robin and three more are four');
  await fail(crowd);
  pass(599_999);
  await fail(crowd.slice(1));
  assert.equal(await call('4', 200), 200, 'each failure keeps it');
  pass(600_000);
  await fail(crowd);
  assert.equal(await call('robin', 200), 'busy');
});

test('P104 two attendees whose records are broken take no page from six others, however often they load theirs', async (t) => {
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

test('P77 a convention that is down gets hardly any calls of many people, whatever they open, and is back within a second', async (t) => {
  let clock = 0;
  let isDown = true;
  const { convention, requests } = await startScriptedConvention(
    t,
    (response) => (isDown ? sendHtml(response, 502) : sendJson(response, { id: 7 })),
    { clock: () => clock },
  );
  const read = (id: number) =>
    convention
      .onBehalfOf({ accessToken: 'token', grantedScopes: [], userId: String(id) })
      .currentUser();
  const kinds = new Set<string>();
  for (let id = 0; id < 50; id += 1) await read(id).catch(({ kind }) => kinds.add(kind));
  assert.deepEqual([...kinds], ['unavailable', 'busy']);
  assert.equal(requests.length, 10, 'four twice, the one that opens it, and a probe');
  isDown = false;
  clock += 1000;
  assert.equal((await read(7)).id, '7');
});
