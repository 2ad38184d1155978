// The limits of an app under test: nobody reaches a rate limit, and every page asks the convention,
// because tests change records between two views.
import type { Limits } from '../../src/app.ts';

export const testLimits: Limits = {
  rates: { logins: 1_000_000, pages: 1_000_000 },
  recordCacheSeconds: 0,
};

/** The cache of records as it ships. */
export const withCache: Limits = { ...testLimits, recordCacheSeconds: 60 };
