// Finds what a test file has left behind in its process: the next file would run in a world that is not the usual one.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { getGlobalDispatcher } from 'undici';
import { sharedHandles } from '../support/shared.ts';

/** What belongs to the whole process, and must be after a file as it was before. */
const world: Record<string, () => unknown> = {
  'an environment variable': () => JSON.stringify(process.env),
  'the working directory': () => process.cwd(),
  'the clock': () => Date.now,
  timers: () => setTimeout,
  fetch: () => globalThis.fetch,
  'the dispatcher of undici': () => getGlobalDispatcher(),
  'a property of every object': () => Object.getOwnPropertyNames(Object.prototype).join(),
  'the standard output': () => process.stdout.write,
};

/** Remembers the world as it is, and returns the test that ends each file: it fails with the names of what was changed or left open. */
export function rememberWorld(): () => Promise<void> {
  let before = lookAtWorld();
  let openBefore: string[] = [];
  return async () => {
    const changed = Object.keys(world).filter((what) => world[what]?.() !== before.get(what));
    const open = await handlesBeyond(openBefore);
    // The next file is not blamed for this one.
    before = lookAtWorld();
    openBefore = [...openBefore, ...open];
    assert.deepEqual(changed, [], 'changed by this file');
    assert.deepEqual(open, [], 'left open by this file');
  };
}

function lookAtWorld(): Map<string, unknown> {
  return new Map(Object.entries(world).map(([what, read]) => [what, read()]));
}

/** Returns the servers and child processes that are open beside those. What was just closed gets five seconds to be gone. */
async function handlesBeyond(known: readonly string[]): Promise<string[]> {
  let open: string[] = [];
  for (let attempt = 0; attempt < 100; attempt += 1) {
    open = process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap' || name === 'ProcessWrap');
    for (const handle of [...sharedHandles(), ...known]) {
      if (open.includes(handle)) open.splice(open.indexOf(handle), 1);
    }
    if (open.length === 0) return [];
    await sleep(50);
  }
  return open;
}
