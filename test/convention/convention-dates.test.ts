// The dates come from an undocumented endpoint and are optional, so they must never cause an error
// or a long wait.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Convention } from '../../src/convention/convention.ts';
import {
  type ConventionDates,
  createConventionDates,
} from '../../src/convention/convention-dates.ts';
import type { ApiResponse, Http } from '../../src/convention/send-call.ts';
import { stopTime } from '../support/machine/stop-time.ts';
import {
  type Script,
  sendHtml,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';

const start = Date.parse('2027-01-01T00:00:00Z');
const here = {
  domain: '127.0.0.1',
  startAt: '2027-07-02T16:00:00.000Z',
  endAt: '2027-07-05T01:00:00.000Z',
};
const datesHere = { startAt: here.startAt, endAt: here.endAt };
const past = {
  domain: '127.0.0.1',
  startAt: '2026-07-03T16:00:00.000Z',
  endAt: '2026-07-06T01:00:00.000Z',
};
const elsewhere = {
  domain: 'other.example',
  startAt: '2027-03-01T10:00:00.000Z',
  endAt: '2027-03-03T10:00:00.000Z',
};

/** On a busy machine, the response may arrive after a page has stopped waiting for it. */
async function datesOf(convention: Convention): Promise<ConventionDates | undefined> {
  for (let tries = 0; tries < 9; tries += 1) {
    const dates = await convention.dates();
    if (dates) return dates;
  }
  return undefined;
}

const responses: [what: string, conventions: unknown, startAt: string | undefined][] = [
  ['one convention', [here], here.startAt],
  ['one that is over and one to come', [past, here], here.startAt],
  ['several, one of them of this domain', [elsewhere, here], here.startAt],
  [
    'several, none of them of this domain',
    [elsewhere, { ...elsewhere, domain: 'third.example' }],
    undefined,
  ],
  ['one that is over', [past], undefined],
  ['one without dates', [{ domain: '127.0.0.1' }], undefined],
  ['one whose dates are no text', [{ ...here, startAt: 7, endAt: {} }], undefined],
  ['none', [], undefined],
  ['no list', 'soon', undefined],
];
for (const [what, conventions, startAt] of responses) {
  test(`conventions in the response: ${what}; the first day is ${startAt ?? 'not known'}`, async (t) => {
    const script: Script = (response) => sendJson(response, { organization: {}, conventions });
    const { convention, requests } = await startScriptedPlatform(t, script, { now: () => start });
    assert.deepEqual(await datesOf(convention), startAt && { startAt, endAt: here.endAt });
    assert.deepEqual(
      [requests[0]?.path, requests[0]?.headers.authorization],
      ['/api/config', undefined],
    );
  });
}

test('a convention is not over before its last day ends, wherever it takes place, and its dates are known for two weeks after that', async (t) => {
  const days = { domain: '127.0.0.1', startAt: '2027-01-03', endAt: '2027-01-05' };
  const script: Script = (response) => sendJson(response, { conventions: [days] });
  for (const [time, isKnown] of [
    ['2027-01-05T00:30:00Z', true],
    ['2027-01-06T11:00:00Z', true],
    ['2027-01-20T11:59:59Z', true],
    ['2027-01-20T12:00:01Z', false],
  ] as const) {
    const now = () => Date.parse(time);
    const { convention } = await startScriptedPlatform(t, script, { now });
    assert.equal((await datesOf(convention)) !== undefined, isKnown, time);
  }
});

test('a convention that has just ended gives way to the next one', async (t) => {
  const ended = { ...here, startAt: '2026-12-20', endAt: '2026-12-22' };
  for (const [conventions, startAt] of [
    [[ended], '2026-12-20'],
    [[ended, here], here.startAt],
    [[ended, { ...ended, domain: 'other.example', startAt: '2026-12-24' }], '2026-12-20'],
  ] as const) {
    const script: Script = (response) => sendJson(response, { conventions });
    const { convention } = await startScriptedPlatform(t, script, { now: () => start });
    assert.equal((await datesOf(convention))?.startAt, startAt);
  }
});

const failures: [what: string, script: Script, attempts: number][] = [
  ['is no such address', (response) => sendJson(response, { errors: { resource: {} } }, 404), 1],
  ['is a shield', (response) => sendHtml(response, 503), 2],
  ['is no JSON', (response) => response.end('<h1>Welcome</h1>'), 1],
  ['is a broken connection', (response) => response.destroy(), 2],
];
for (const [what, script, attempts] of failures) {
  test(`where there ${what}, the dates are not known, and nobody asks again for five minutes`, async (t) => {
    let now = start;
    const { convention, requests } = await startScriptedPlatform(t, script, { now: () => now });
    for (let round = 0; round < 3; round += 1) assert.equal(await convention.dates(), undefined);
    assert.equal(requests.length, attempts);
    now += 299_999;
    assert.equal(await convention.dates(), undefined);
    assert.equal(requests.length, attempts);
    now += 1;
    assert.equal(await convention.dates(), undefined);
    assert.equal(requests.length, 2 * attempts);
  });
}

test('a response is cached for an hour, also for simultaneous callers, and after that through a failure', async (t) => {
  let now = start;
  let script: Script = (response) => sendJson(response, { conventions: [here] });
  const { convention, requests } = await startScriptedPlatform(
    t,
    (...exchange) => script(...exchange),
    {
      now: () => now,
    },
  );
  await Promise.all(Array.from({ length: 50 }, () => convention.dates()));
  now += 3_599_999;
  assert.deepEqual(await convention.dates(), datesHere);
  assert.equal(requests.length, 1);
  now += 1;
  script = (response) => sendHtml(response, 500);
  assert.deepEqual(await convention.dates(), datesHere);
  assert.equal(requests.length, 2);
});

test('nobody waits longer than 400 ms for a slow response, which is used when it arrives', async (t) => {
  const pass = stopTime(t);
  const response: ApiResponse = {
    operation: 'Config',
    body: { conventions: [here] },
    reportInvalid() {},
  };
  let send = () => {};
  const arrived = new Promise<ApiResponse>((resolve) => (send = () => resolve(response)));
  const api = { send: () => arrived } as Partial<Http> as Http;
  const dates = createConventionDates({ api, domain: here.domain, now: () => start });
  let isOver = false;
  const waiting = dates().finally(() => (isOver = true));
  await pass(399);
  assert.equal(isOver, false);
  await pass(1);
  assert.equal(await waiting, undefined);
  send();
  assert.deepEqual(await dates(), datesHere);
});
