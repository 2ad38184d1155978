// Not part of `npm test`, because a heap snapshot takes seconds, and longer in a process that has
// run many tests.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { getHeapSnapshot } from 'node:v8';
import { calls, startScriptedApp } from '../../support/app/scripted-app.ts';
import { sendJson } from '../../support/platform/scripted-platform.ts';

const canary = /heap-canary-[0-9a-f]{8}/;
const ofApp = /token-of-the-script/;

/**
 * Returns the patterns that match a string in a heap snapshot. Reads the snapshot in chunks,
 * because it may be too long for one string. (`for await` would join all buffered chunks.)
 */
async function foundInHeap(patterns: readonly RegExp[]): Promise<RegExp[]> {
  const found = new Set<RegExp>();
  let before = '';
  const snapshot = getHeapSnapshot().setEncoding('utf8');
  snapshot.on('data', (chunk: string) => {
    const text = before + chunk;
    for (const pattern of patterns) if (pattern.test(text)) found.add(pattern);
    before = text.slice(-100);
  });
  await once(snapshot, 'end');
  return patterns.filter((pattern) => found.has(pattern));
}

test('P49 after a search that returned users, nothing of them is left in memory', async (t) => {
  let kept = '';
  const reply = (response: ServerResponse) => {
    const email = `heap-canary-${randomUUID()}@example.org`;
    sendJson(response, { data: [{ id: '78', email, firstName: email }], nextPage: email });
    kept = email;
  };
  const app = await startScriptedApp(t, { [calls.dealers]: reply });
  for (const _ of [1, 2]) assert.equal((await app.open('/dealer')).status, 502);
  assert.deepEqual(
    await foundInHeap([canary, ofApp]),
    [canary, ofApp],
    'a string that is kept is found',
  );
  kept = '';
  assert.equal(kept, '');
  assert.deepEqual(await foundInHeap([canary, ofApp]), [ofApp]);
});
