import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { type HttpResponse, isDifferent, send } from '../../src/checks/http.ts';
import { cpuMilliseconds } from '../support/machine/cpu-time.ts';
import { listen } from '../support/machine/listen.ts';

test('the first 64 Ki characters of a response are read', async (t) => {
  let spaces = 64 * 1024 - 2;
  const server = createServer((_request, response) => response.end(`${' '.repeat(spaces)}{}`));
  const url = new URL(await listen(t, server));
  assert.deepEqual((await send(url, { deadlineMs: 5000 })).json, {});
  spaces += 1;
  assert.equal((await send(url, { deadlineMs: 5000 })).json, undefined);
});

test('a long word in a response costs no extra time: two responses are still compared', () => {
  const response = (error: string): HttpResponse => ({
    ...{ status: 400, header: () => undefined, error: undefined },
    json: { error },
  });
  const long = 'A'.repeat(60_000);
  const cpu = cpuMilliseconds(() =>
    assert.equal(isDifferent(response(long), response(long)), false),
  );
  assert.ok(cpu < 500, `${cpu} ms`);
  assert.equal(isDifferent(response('id a1 failed'), response('id b2 failed')), false);
  assert.equal(isDifferent(response('id a1 failed'), response('id b2 worked')), true);
});
