import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { ask } from '../../src/checks/ask.ts';
import { listen } from '../support/listen.ts';

test('the first 64 Ki characters of a response are read', async (t) => {
  let spaces = 64 * 1024 - 2;
  const server = createServer((_request, response) => response.end(`${' '.repeat(spaces)}{}`));
  const url = new URL(await listen(t, server));
  assert.deepEqual((await ask(url, { deadlineMs: 5000 })).json, {});
  spaces += 1;
  assert.equal((await ask(url, { deadlineMs: 5000 })).json, undefined);
});
