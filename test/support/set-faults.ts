// Turns the fault dial of a sandbox.
import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/app.ts';

/** Sets all faults of the sandbox, none when the list is empty; fails when the sandbox does not know one. */
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
