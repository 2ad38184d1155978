// Finds the global state that a test file has changed, and the servers and processes that it has
// left open, because they could affect the next file.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { getGlobalDispatcher } from 'undici';
import { sharedHandles } from '../../support/machine/shared.ts';

const globalState: Record<string, () => unknown> = {
  'an environment variable': () => JSON.stringify(process.env),
  'the working directory': () => process.cwd(),
  'the clock': () => Date.now,
  timers: () => setTimeout,
  fetch: () => globalThis.fetch,
  'the dispatcher of undici': () => getGlobalDispatcher(),
  'a property of every object': () => Object.getOwnPropertyNames(Object.prototype).join(),
  'the standard output': () => process.stdout.write,
};

/**
 * Records the global state. Run the returned function after each file. The function rejects with a
 * list of what the file has changed or left open.
 */
export function watchGlobalState(): () => Promise<void> {
  let before = readGlobalState();
  let openBefore: string[] = [];
  return async () => {
    const changed = Object.keys(globalState).filter(
      (what) => globalState[what]?.() !== before.get(what),
    );
    const open = await handlesBeyond(openBefore);
    before = readGlobalState();
    openBefore = [...openBefore, ...open];
    assert.deepEqual(changed, [], 'changed by this file');
    assert.deepEqual(open, [], 'left open by this file');
  };
}

function readGlobalState(): Map<string, unknown> {
  return new Map(Object.entries(globalState).map(([what, read]) => [what, read()]));
}

/**
 * Returns the open servers and processes, except the shared ones and those in `known`. Waits up to
 * five seconds for handles that are closing.
 */
async function handlesBeyond(known: readonly string[]): Promise<string[]> {
  let open: string[] = [];
  for (let attempt = 0; attempt < 100; attempt += 1) {
    open = process
      .getActiveResourcesInfo()
      .filter((name) => name === 'TCPServerWrap' || name === 'ProcessWrap');
    for (const handle of [...sharedHandles(), ...known]) {
      if (open.includes(handle)) open.splice(open.indexOf(handle), 1);
    }
    if (open.length === 0) return [];
    await sleep(50);
  }
  return open;
}
