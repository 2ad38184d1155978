import assert from 'node:assert/strict';
import type { Sandbox } from '../../../src/sandbox/app.ts';

/** Replaces all faults. An empty list clears them. */
export async function setFaults(
  sandbox: Sandbox,
  faults: readonly { fault: string; route: string; [detail: string]: unknown }[],
): Promise<void> {
  const response = await fetch(`${sandbox.url}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  assert.equal(response.status, 200, await response.text());
}
