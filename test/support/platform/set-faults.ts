import assert from 'node:assert/strict';
import { request } from 'undici';
import type { Sandbox } from '../../../src/sandbox/app.ts';

/** Replaces all faults. An empty list clears them. */
export async function setFaults(
  sandbox: Sandbox,
  faults: readonly { fault: string; route: string; [detail: string]: unknown }[],
): Promise<void> {
  // A kept connection may be closed by a busy sandbox while it is used again.
  const { statusCode, body } = await request(`${sandbox.url}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
    reset: true,
  });
  assert.equal(statusCode, 200, await body.text());
}
