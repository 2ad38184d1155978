// What all tests of a process share: opened when it is first needed, closed after the last test.
import { after } from 'node:test';
import type { Lifetime } from './child-app.ts';

const endings: (() => unknown)[] = [];
const handles: string[] = [];

/** Ends with the process of the tests. */
const untilTheEnd: Lifetime = {
  after: (end) => void endings.push(end),
};

// Registered outside of any test, this hook runs after the last one.
after(async () => {
  for (const end of endings.reverse()) await end();
});

/** Returns Node's names of the resources that stay open between tests on purpose. */
export function sharedHandles(): readonly string[] {
  return handles;
}

/** Makes a function that opens something when it is first called, and returns the same thing ever after. `keepsOpen` names Node's resources. */
export function shared<Thing>(
  keepsOpen: readonly string[],
  open: (lifetime: Lifetime) => Promise<Thing>,
): () => Promise<Thing> {
  let opened: Promise<Thing> | undefined;
  return () => {
    opened ??= open(untilTheEnd).finally(() => handles.push(...keepsOpen));
    return opened;
  };
}
