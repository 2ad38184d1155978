import assert from 'node:assert/strict';
import test from 'node:test';
import { startVisit } from '../states/visit.ts';
import { daytime } from '../support/app/clocks.ts';
import { withCache } from '../support/app/limits.ts';
import { startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { isProof } from '../support/machine/rounds.ts';

for (const javaScriptEnabled of isProof ? [true, false] : [true])
  test(`a reload and "Check again" request new data, links and the Back button do not (scripts: ${javaScriptEnabled})`, async (t) => {
    let clock = daytime;
    const app = await startApp(t, {
      settings: { SERVICE_SCOPES: 'registration:read' },
      limits: withCache,
      now: () => clock,
    });
    const { context } = await openBrowser(t, { javaScriptEnabled });
    const page = await context.newPage();
    await startVisit(app, page).logIn('sam');

    /**
     * Advances the clock, so that a reload bypasses the cache again. Returns how many records `act`
     * reads from the platform.
     */
    const callsFor = async (act: () => Promise<unknown>) => {
      clock += 6000;
      app.sandbox.calls.length = 0;
      const isLoaded = page.waitForEvent('load');
      await act();
      await isLoaded;
      return app.sandbox.calls.filter(({ path }) => /^\/api\/(v0|users)\//.test(path)).length;
    };
    const link = (name: string) => () => page.getByRole('link', { name, exact: true }).click();
    assert.equal(await callsFor(link('Profile')), 0);
    assert.equal(await callsFor(link('Badge')), 0);
    assert.equal(await callsFor(() => page.goBack()), 0);
    assert.equal(await callsFor(() => page.goForward()), 0);
    assert.equal(await callsFor(() => page.reload()), 2);
    assert.equal(await callsFor(link('Check again')), 2);
    assert.equal(
      await callsFor(link('Check again')),
      2,
      '"Check again" also reads the records again on the page that it opens',
    );
  });
