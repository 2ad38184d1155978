// The state matrix: every state of every page, reached in the sandbox by a real browser, with everything that must be true of it.
// `npm test` looks at each state once, at one width and in one colour in turn; `npm run proof` at all of them, and without a script.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { openBrowser } from '../support/chromium.ts';
import { brokenStore, createAppAlone } from '../support/create-app-alone.ts';
import { signedSessionCookie } from '../support/session-cookie.ts';
import { allServiceScopes, type RunningApp, startApp } from '../support/start-app.ts';
import { checkAnswer, checkLook, looks } from './check-state.ts';
import { type StageName, stages } from './state.ts';
import { states, statesTable } from './states.ts';
import { startVisit } from './visit.ts';

const isProof = process.env.ROUNDS === 'full';
const specified = [
  ...Array.from({ length: 32 }, (_, index) => String(index + 1)),
  ...['5b', '5c', '12b', 'Name', 'Name and birth date on your ID', 'Birth date', 'E-mail verified / Identity verified'],
  ...['Picture', 'Phone', 'Address', 'Country', 'Newsletter, username, volunteer, lead, permissions, user id'],
];

test('every row of the page specification has a state, and no two states have the same name', () => {
  assert.deepEqual([...new Set(states.map(({ row }) => row))].sort(), [...specified].sort());
  assert.equal(new Set(states.map(({ name }) => name)).size, states.length);
});

test('docs/states.md lists these states: npm run states', () => {
  assert.ok(readFileSync('docs/states.md', 'utf8').includes(statesTable()));
});

for (const stage of Object.keys(stages) as StageName[]) {
  for (const javaScriptEnabled of isProof ? [true, false] : [true]) {
    test(`P58 the states ${stages[stage]}${javaScriptEnabled ? '' : ', without a script'}`, (t) =>
      walkStates(t, { stage, javaScriptEnabled }));
  }
}

async function walkStates(
  t: TestContext,
  { stage, javaScriptEnabled }: { stage: StageName; javaScriptEnabled: boolean },
) {
  const { context, complaints, hosts } = await openBrowser(t, { javaScriptEnabled, width: 1280 });
  const app = await setStage[stage](t, context);
  const sizes: number[] = [];
  let looked = 0;
  for (const [index, state] of states.entries()) {
    if ((state.stage ?? 'ordinary') !== stage) continue;
    await t.test(`${state.row}: ${state.name}`, async (ofState) => {
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const visit = startVisit(app, page);
      ofState.after(async () => {
        await page.close();
        if (stage !== 'withoutRedis') await context.clearCookies();
        await visit.breakConvention([]);
      });
      await state.show(visit);
      const size = await checkAnswer(visit, state);
      const seen = javaScriptEnabled ? looks.filter((_, number) => isProof || number === index % looks.length) : [];
      for (const look of seen) await checkLook(page, look);
      sizes.push(size);
      looked += seen.length;
    });
  }
  const found = `nothing found by html-validate, nothing by axe in ${looked} looks, at most ${Math.max(...sizes)} bytes of HTML`;
  t.diagnostic(`${sizes.length} states ${stages[stage]}: ${found} (gzip)`);
  // What the browser notes of an answer that is no success is no complaint about the page.
  assert.deepEqual(
    complaints.filter((text) => !/status of [45]\d\d/.test(text)),
    [],
  );
  const ours = [new URL(app.url).host, new URL(app.sandbox.url).host];
  assert.deepEqual(
    [...hosts].filter((host) => !ours.includes(host)),
    [],
    'nobody else is asked for anything',
  );
}

const settings = { SERVICE_SCOPES: allServiceScopes, OAUTH_LOGOUT_URL: 'https://reg.testcon.example/logout' };
const deadlineMs = 1500;

const setStage: Record<StageName, (t: TestContext, context: BrowserContext) => Promise<RunningApp>> = {
  ordinary: (t) => startApp(t, { settings, deadlineMs }),
  alone: (t) => startApp(t),
  limited: (t) => startApp(t, { settings, rates: { logins: 100, pages: 3 } }),
  narrow: (t) => startApp(t, { settings }),

  async withoutRedis(t, context) {
    const app = await startApp(t, { settings });
    await startVisit(app, await context.newPage()).logIn('robin');
    app.redis.process.kill('SIGKILL');
    return app;
  },

  async broken(t, context) {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    t.after(() => server.close().closeAllConnections());
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    const ofOurs = { PUBLIC_URL: url, SESSION_SECRETS: 's'.repeat(32), CONVENTION_NAME: 'Testcon' };
    server.on('request', createAppAlone({ settings: ofOurs, keys: brokenStore(new Error('a defect')) }).app);
    const [name = '', value = ''] = signedSessionCookie({ publicUrl: url, secret: ofOurs.SESSION_SECRETS }).split(
      /=(.*)/,
    );
    await context.addCookies([{ name, value, url }]);
    return { ...(await startApp(t)), url };
  },
};
