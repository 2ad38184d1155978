// P77 A read that failed on its way is sent once more, after a pause of random length.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import type { ApiRequest } from '../../src/convention/api-request.ts';
import { ConventionError } from '../../src/convention/convention-error.ts';
import type { RawAnswer } from '../../src/convention/exchange.ts';
import { createRetry } from '../../src/convention/retry.ts';
import { sendHtml, sendJson, startScriptedConvention } from './scripted-convention.ts';

const answered = (status: number, retryAfter?: string): RawAnswer => ({
  status,
  retryAfter,
  text: '',
});
const unreached = new ConventionError('unavailable', 'Read: the convention cannot be reached');
const tooLate = new ConventionError('unavailable', 'Read: too long', { status: 504 });
const ok = answered(200);

/** Sends a call that first ends like this, in `ms`, and then well. Resolves to what came of it. */
async function outcomeOf(
  first: RawAnswer | Error,
  { method = 'GET', ms = 0 }: { method?: ApiRequest['method']; ms?: number } = {},
) {
  const [pauses, ends] = [[] as number[], [first, ok]];
  let [clock, sent] = [1000, 0];
  const withRetry = createRetry({
    latestMs: 4000,
    clock: () => clock,
    pause: async (pauseMs) => pauses.push(pauseMs),
    random: () => 0.25,
  });
  const send = async () => {
    const end = ends[sent++];
    clock += ms;
    if (end instanceof Error) throw end;
    return end as RawAnswer;
  };
  const result = await withRetry({ method }, send).catch((error) => error);
  return { result, sent, pauses };
}

test('P77 a GET is sent once more after 502, 503, 504 or no connection, and a pause of random length', async () => {
  for (const first of [answered(502), answered(503), answered(504), unreached])
    assert.deepEqual(await outcomeOf(first), { result: ok, sent: 2, pauses: [150] });
});

test('P77 nothing else is sent twice: no change, no other status, nothing that names a time to wait or took too long', async () => {
  const busy = new ConventionError('busy', 'Read: too many calls are running');
  const statuses = [200, 302, 400, 401, 403, 404, 409, 429, 500].map((status) => answered(status));
  for (const first of [...statuses, answered(503, '7'), tooLate, busy])
    assert.deepEqual(await outcomeOf(first), { result: first, sent: 1, pauses: [] });
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    for (const first of [answered(503), unreached])
      assert.equal((await outcomeOf(first, { method })).sent, 1, method);
});

test('P77 a retry begins in time, or not at all', async () => {
  for (const first of [answered(502), unreached]) {
    assert.equal((await outcomeOf(first, { ms: 3850 })).sent, 2);
    assert.equal((await outcomeOf(first, { ms: 3851 })).sent, 1);
  }
});

test('P77 a platform that fails for a moment is not noticed, and one that goes on failing is asked twice', async (t) => {
  const breaks = [
    (response: ServerResponse) => sendHtml(response, 502),
    (response: ServerResponse) => response.destroy(),
  ];
  for (const fail of breaks) {
    let failures = 1;
    const { convention, requests } = await startScriptedConvention(t, (response) => {
      if (failures-- > 0) fail(response);
      else sendJson(response, { id: 7 });
    });
    const read = () =>
      convention.onBehalfOf({ accessToken: 'token', grantedScopes: [] }).currentUser();
    assert.equal((await read()).id, '7');
    assert.equal(requests.length, 2);
    failures = 9;
    await assert.rejects(read, { kind: 'unavailable', status: 502 });
    assert.equal(requests.length, 4);
  }
});
