import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/app.ts';

/**
 * Replaces the sandbox's faults. An empty list clears them. Fails if the sandbox rejects a fault.
 */
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
