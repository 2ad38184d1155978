// Resources that all tests of a process share: opened on first use, closed after the last test.
import { after } from 'node:test';
import type { Lifetime } from './child-app.ts';

const cleanups: (() => unknown)[] = [];
const openHandles: string[] = [];

/** Lasts until the end of the test process. */
const processLifetime: Lifetime = {
  after: (end) => void cleanups.push(end),
};

// Registered outside of any test, this hook runs after the last test.
after(async () => {
  for (const end of cleanups.reverse()) await end();
});

/** Returns Node's names for the resources that stay open between tests on purpose. */
export function sharedHandles(): readonly string[] {
  return openHandles;
}

/**
 * Wraps `open` so that only the first call opens the resource and later calls return the same one. If
 * opening fails, the next call tries again. `keepsOpen`: Node's names for the handles that it keeps open.
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
