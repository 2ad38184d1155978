// Limits for tests. No test reaches a rate limit, and every page calls the convention, because
// tests change records between two pages.
import type { Limits } from '../../src/app.ts';

export const testLimits: Limits = {
  rates: { logins: 1_000_000, pages: 1_000_000 },
  recordCacheSeconds: 0,
};

/** Limits with the record cache of production. */
export const withCache: Limits = { ...testLimits, recordCacheSeconds: 60 };
