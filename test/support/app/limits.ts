// Rate limits that tests do not reach, and a disabled record cache, because tests change records
// between two requests.
import type { Limits } from '../../../src/app.ts';

export const testLimits: Limits = {
  rates: { logins: 1_000_000, pages: 1_000_000 },
  recordCacheSeconds: 0,
};

export const withCache: Limits = { ...testLimits, recordCacheSeconds: 60 };
