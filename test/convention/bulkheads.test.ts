// Bulkheads: while the convention keeps some calls waiting, all others are answered.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBulkheads } from '../../src/convention/bulkheads.ts';
import { startAppOfMany } from '../support/app-of-many.ts';
import type { Visitor } from '../support/visitor.ts';
import { sendJson, startScriptedConvention } from './scripted-convention.ts';

/** More than the connections that were there for everybody. */
const many = 72;

test('P78 a person whose 72 pages wait for a slow answer keeps nobody else waiting, on the same page neither', async (t) => {
  const { app, logInAs, pagesUntil } = await startSlowApp(t);
  const [slow, other] = [await logInAs('100'), await logInAs('7')];
  const pages = pagesUntil(8, Array(many).fill(slow));
  await pages.areWaiting;
  for (const path of ['/roles', '/profile', '/badge-name'])
    assert.equal((await other.request(app.url + path)).status, 200, path);
  await pages.end();
});

test('P78 an operation that is slow for many people keeps nobody waiting for the others', async (t) => {
  const { app, logInAs, pagesUntil } = await startSlowApp(t);
  const people: Visitor[] = [];
  for (let id = 100; id < 109; id += 1) people.push(await logInAs(String(id)));
  const other = await logInAs('7');
  const pages = pagesUntil(
    32,
    people.flatMap((each) => Array<Visitor>(many / people.length).fill(each)),
  );
  await pages.areWaiting;
  for (const path of ['/profile', '/badge-name', '/volunteering'])
    assert.equal((await other.request(app.url + path)).status, 200, path);
  await pages.end();
});

test('P78 a call whose turn does not come is busy after half of the deadline, with the seconds to wait', async (t) => {
  const { service, requests } = await startScriptedConvention(t, () => {}, { deadlineMs: 1000 });
  assert.ok(service);
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
  assert.deepEqual(
    outcomes,
    Array.from({ length: 40 }, (_, index) =>
      index < 32 ? 'unavailable 504 undefined' : 'busy 503 30',
    ),
  );
});

test('P78 calls that wait are sent in their order, as soon as others are answered or given up', async (t) => {
  const held: ServerResponse[] = [];
  const { service, requests } = await startScriptedConvention(t, (response) => {
    held.push(response);
  });
  // Changes, because a read that breaks is sent again.
  const results = Array.from({ length: 40 }, (_, index) =>
    service
      .addRole({ userId: String(index), roleId: '3', scope: 'convention' })
      .catch(({ kind }) => kind),
  );
  await until(() => held.length === 32);
  for (let done = 0; done < 40; done += 1) {
    await until(() => held.length > done);
    if (done % 2) held[done]?.destroy();
    else sendJson(held[done] as ServerResponse, { errors: { logic: {} } }, 400);
  }
  const kinds = await Promise.all(results);
  assert.deepEqual(new Set(kinds), new Set(['conflict', 'unavailable']));
  assert.deepEqual(
    requests.slice(32).map(({ path }) => path),
    Array.from({ length: 8 }, (_, index) => `/api/v0/users/${32 + index}/roles/3`),
  );
});

test('P78 a call that gives up waiting leaves its place to the next, and takes none away', async (t) => {
  // The waiting time alone keeps no process alive.
  const alive = setInterval(() => {}, 1000);
  t.after(() => clearInterval(alive));
  const withBulkheads = createBulkheads(50);
  const ends: (() => void)[] = [];
  const hold = () => new Promise<void>((resolve) => void ends.push(resolve));
  const call = (send = hold) => withBulkheads({ operation: 'Read', person: 'robin' }, send);
  for (let round = 0; round < 3; round += 1) {
    const running = Array.from({ length: 8 }, () => call());
    const waiting = Array.from({ length: 8 }, () => call());
    assert.equal(ends.length, 8, 'the others wait');
    for (const each of waiting) await assert.rejects(each, { kind: 'busy' });
    assert.equal(ends.length, 8, 'eight places are there again');
    for (const end of ends.splice(0)) end();
    await Promise.all(running);
  }
});

/**
 * Starts the app with a convention that knows anybody, and lists no roles of users from 100 on
 * before the test says so.
 */
async function startSlowApp(t: TestContext) {
  const { app, logInAs: logIn } = await startAppOfMany(t);
  const held: ServerResponse[] = [];
  let isSlow = true;

  async function logInAs(id: string): Promise<Visitor> {
    scriptRecordsOf(id);
    return logIn(id);
  }

  function scriptRecordsOf(id: string): void {
    app.answers[`GET /api/v0/users/${id}/roles`] = (response: ServerResponse) => {
      if (isSlow && Number(id) >= 100) held.push(response);
      else sendJson(response, { data: [] });
    };
  }

  /** Lets each person open the page of their roles, until so many calls wait for their answer. */
  function pagesUntil(count: number, people: readonly Visitor[]) {
    const pages = people.map(async (who) => (await who.request(`${app.url}/roles`)).status);
    return {
      areWaiting: until(() => held.length >= count),
      async end() {
        assert.ok(held.filter(({ destroyed }) => !destroyed).length <= count);
        isSlow = false;
        for (const response of held) sendJson(response, { data: [] });
        // Too many at once, or on a very busy machine, some have waited too long.
        for (const status of await Promise.all(pages))
          assert.ok([200, 429, 503, 504].includes(status));
      },
    };
  }

  return { app, logInAs, pagesUntil };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}
