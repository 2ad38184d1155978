import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { startApp } from '../../support/app/start-app.ts';
import { startChromium, startFirefox, startWebKit } from './engine.ts';
import { startJourney, steps } from './journey.ts';

test('Firefox and WebKit are installed (if not: npm run setup -- --proof)', () => {
  for (const program of ['firefox-esr', 'WebKitWebDriver', 'Xvfb'])
    assert.ok(existsSync(`/usr/bin/${program}`), program);
});

for (const start of [startChromium, startFirefox, startWebKit]) {
  for (const [what, walk] of Object.entries(steps)) {
    test(`${what}: ${start.name.replace('start', '')}`, async (t) => {
      const app = await startApp(t);
      const engine = await start(t);
      await walk(startJourney(engine, app), app);
    });
  }
}
