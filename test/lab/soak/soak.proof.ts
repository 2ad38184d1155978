// Runs the soak test for half a minute as part of `npm run proof`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { soak } from './soak.ts';

test('P52 P28 P92 through every fault, nobody sees another person’s data, and no session is lost or comes back', async (t) => {
  const tally = await soak(t, 30);
  for (const line of tally.toMarkdown().split('\n')) t.diagnostic(line);
  assert.deepEqual(tally.broken(), []);
  assert.ok(tally.requests() > 100, 'the crowd has sent requests');
});
