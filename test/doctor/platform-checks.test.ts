// From when on two clocks that differ are worth a warning, and an error.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { checkPlatform } from '../../src/doctor/platform-checks.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/good-settings.ts';
import { listen } from '../support/listen.ts';

test('a clock that is a minute off is a warning, and over five minutes an error', async (t) => {
  const platformTime = Date.parse('2027-07-02T12:00:00Z');
  const server = createServer((_request, response) => {
    response.writeHead(401, { date: new Date(platformTime).toUTCString() }).end();
  });
  const CONVENTION_URL = await listen(t, server, '127.0.0.1');
  const config = readConfig({ ...goodSettings, CONVENTION_URL });
  for (const [ms, level] of [
    [59_999, undefined],
    [60_000, 'warning'],
    [300_000, 'warning'],
    [300_001, 'error'],
  ] as const) {
    for (const now of [platformTime + ms, platformTime - ms]) {
      const findings = await checkPlatform({ config, deadlineMs: 5000, now: () => now });
      const found = findings.find(({ what }) => what.startsWith('its clock differs'));
      assert.equal(found?.level, level, `${ms} ms`);
    }
  }
});
