// Resources that all tests in a process share. They open on first use and close after the last
// test.
import { after } from 'node:test';
import type { Lifetime } from './child-app.ts';

const cleanups: (() => unknown)[] = [];
const openHandles: string[] = [];

const processLifetime: Lifetime = {
  after: (end) => void cleanups.push(end),
};

// Registered outside any test, so this runs after the last test.
after(async () => {
  for (const end of cleanups.reverse()) await end();
});

/** Returns Node's names for handles that intentionally stay open between tests. */
export function sharedHandles(): readonly string[] {
  return openHandles;
}

/**
 * Wraps `open` so that it runs only once, and all calls return the same resource. If opening fails,
 * the next call tries again. `keepsOpen`: Node's names for handles that the resource keeps open.
 */
export function shared<Resource>(
  keepsOpen: readonly string[],
  open: (lifetime: Lifetime) => Promise<Resource>,
): () => Promise<Resource> {
  let opened: Promise<Resource> | undefined;
  return () => {
    opened ??= open(processLifetime).finally(() => openHandles.push(...keepsOpen));
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
}
