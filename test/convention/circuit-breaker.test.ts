// P77 The circuit breaker: while the platform is down, at most one call a second is sent to it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createCircuitBreaker } from '../../src/convention/circuit-breaker.ts';
import { ConventionError } from '../../src/convention/convention-error.ts';
import type { RawAnswer } from '../../src/convention/exchange.ts';
import { causeOf } from '../../src/log/causes.ts';
import { sendHtml, sendJson, startScriptedConvention } from './scripted-convention.ts';

const answered = (status: number): RawAnswer => ({ status, retryAfter: undefined, text: '' });
const unreached = new ConventionError('unavailable', 'Read: the convention cannot be reached');
const tooLate = new ConventionError('unavailable', 'Read: too long', { status: 504 });

/** Returns a breaker whose calls end as the test says. */
function startBreaker() {
  let [clock, sent] = [0, 0];
  const unlessDown = createCircuitBreaker(() => clock);
  /** Resolves to the status of the answer, or to the kind of the error. */
  async function call(person: string | undefined, end: number | Error | Promise<number>) {
    const send = async () => {
      sent += 1;
      if (end instanceof Error) throw end;
      return answered(await end);
    };
    return unlessDown({ operation: 'Read', person }, send).then(
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

const crowd = ['robin', 'mallory', 'robin', 'mallory', 'robin'];

test('P77 after five failures in a row of two people, calls are refused at once with the seconds to wait', async () => {
  for (const end of [500, 502, 503, unreached, tooLate]) {
    const { call, fail, sentBy } = startBreaker();
    await fail(crowd.slice(1), end);
    assert.equal(await sentBy(() => call('robin', end)), 1, 'four are not enough');
    assert.equal(await sentBy(async () => assert.equal(await call('robin', 200), 'busy')), 0);
  }
});

test('P77 a refused call names why the calls before it failed', async () => {
  const unlessDown = createCircuitBreaker(() => 0);
  const call = (person: string) =>
    unlessDown({ operation: 'Read', person }, async () => answered(500));
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
    pass(1000);
    let answer = (_status: number) => {};
    const probe = call(
      'robin',
      new Promise<number>((resolve) => {
        answer = resolve;
      }),
    );
    assert.equal(await call('mallory', 200), 'busy');
    answer(status);
    assert.equal(await probe, status);
    assert.equal(await call('mallory', 200), 200);
    await fail(crowd.slice(1));
    assert.equal(await call('mallory', 200), 200, 'it counts from the start again');
  }
});

test('P77 failures that only one person meets, or nobody, take nothing from the others', async () => {
  for (const person of ['robin', undefined]) {
    const { call, fail } = startBreaker();
    await fail(Array(50).fill(person));
    assert.equal(await call('mallory', 200), 200);
  }
});

test('P77 failures beside answers do not count: one operation is broken, or slow, and the others work', async () => {
  const { call, fail, pass } = startBreaker();
  for (let round = 0; round < 5; round += 1) {
    await fail(crowd.slice(1));
    assert.equal(await call('robin', 200), 200);
  }
  let giveUp = (_error: Error) => {};
  const slow = new Promise<number>((_resolve, reject) => {
    giveUp = reject;
  });
  const waiting = crowd.map((person) => call(person, slow));
  pass(1);
  assert.equal(await call('robin', 200), 200);
  giveUp(tooLate);
  assert.deepEqual(await Promise.all(waiting), Array(5).fill('unavailable'));
  assert.equal(await call('mallory', 200), 200);
});

test('P77 a convention that is down gets hardly any calls of many people, whatever they open, and is back within a second', async (t) => {
  let clock = 0;
  let isDown = true;
  const { convention, service, requests } = await startScriptedConvention(
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
  assert.equal(requests.length, 5);
  await assert.rejects(service.registration({ userId: '7' }), { kind: 'busy' });
  assert.equal(requests.length, 5);
  isDown = false;
  clock += 1000;
  assert.equal((await read(7)).id, '7');
});
