import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { startBehindCutProxy } from '../../support/cut-proxy.ts';
import { startApp } from '../../support/start-app.ts';
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

for (const start of [startChromium, startFirefox, startWebKit])
  test(`P117 the kept badge opens without a network, and is gone after a log-out: ${start.name.replace('start', '')}`, async (t) => {
    const settings = { SERVICE_SCOPES: 'registration:read' };
    const { app, proxy } = await startBehindCutProxy(t, { settings });
    const engine = await start(t);
    const journey = startJourney(engine, app);
    const keep = async () => {
      await journey.logIn('/badge-name', /Redbreast/);
      await journey.press('.badge-actions summary');
      await journey.press('.badge-keep:not([hidden]) input');
      await journey.find('.badge-keep input:checked:not(:disabled)');
    };
    await keep();
    await journey.press('form[action="/logout"] button');
    await journey.seen(/^You are logged out/);
    await keep();
    proxy.cut();
    for (const path of ['/badge-name', '/desk']) {
      const begun = performance.now();
      await engine.open(app.url + path);
      const text = await engine.evaluate<string>('document.body.innerText');
      t.diagnostic(`${path}: ${Math.round(performance.now() - begun)} ms`);
      assert.match(text, /^No connection\. This is from/);
    }
  });
