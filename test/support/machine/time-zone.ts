import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

export function setTimeZone(t: TestContext, zone: string): void {
  const ownZone = process.env.TZ;
  t.after(() => {
    if (ownZone === undefined) delete process.env.TZ;
    else process.env.TZ = ownZone;
  });
  process.env.TZ = zone;
  assert.equal(new Intl.DateTimeFormat().resolvedOptions().timeZone, zone);
}
