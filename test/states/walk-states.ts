// Runs the states. `npm test` opens a state in a real browser only if it has `needsBrowser`, and
// checks it in one look (a width and a colour scheme). It reads all other states without a browser,
// so each of their kinds of elements must occur in a state that the browser opens. `npm run proof`
// opens every state in every look, and opens it again without JavaScript.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { brokenStore, createAppAlone } from '../support/app/create-app-alone.ts';
import { signedSessionCookie } from '../support/app/session-cookie.ts';
import { allServiceScopes, type RunningApp, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { listen } from '../support/machine/listen.ts';
import { isProof } from '../support/machine/rounds.ts';
import { checkAnswer, checkLooks, elementsOf, type Look, looks } from './check-state.ts';
import { startPlainVisit } from './plain-visit.ts';
import { type StageName, type State, stages } from './state.ts';
import { startVisit, type Visit } from './visit.ts';

/**
 * Returns a test for each stage that the states use (in `npm run proof`, also one without
 * JavaScript), each with its own browser windows and app. A last test compares the elements of all
 * states. The test file calls `test` itself, so that the results are reported under that file.
 */
export function stateTests(
  states: readonly State[],
): { name: string; walk: (t: TestContext) => Promise<void> }[] {
  const walked: Walked[] = [];
  const stageTests = (Object.keys(stages) as StageName[]).flatMap((stage) => {
    const ofStage = states.filter((state) => (state.stage ?? 'ordinary') === stage);
    if (ofStage.length === 0) return [];
    return (isProof ? [true, false] : [true]).map((javaScriptEnabled) => ({
      name: `P64 the states ${stages[stage]}${javaScriptEnabled ? '' : ', without a script'}`,
      walk: (t: TestContext) =>
        walkStates(t, { stage, states: ofStage, walked, javaScriptEnabled }),
    }));
  });
  const name = 'P64 the browser shows every kind of element, and no state without need';
  return [...stageTests, { name, walk: async () => checkNeeds(walked) }];
}

interface Walked {
  readonly state: State;
  readonly elements: ReadonlySet<string>;
  readonly usesBrowser: boolean;
}

function checkNeeds(walked: readonly Walked[]): void {
  const inBrowser = walked.filter(({ state }) => state.needsBrowser);
  const shows = (element: string) => inBrowser.filter(({ elements }) => elements.has(element));
  const unseen = walked.flatMap(({ state, elements }) =>
    [...elements]
      .filter((element) => shows(element).length === 0)
      .map((element) => `${state.name}: ${element}`),
  );
  assert.deepEqual(unseen, [], 'no browser shows these elements: one state needs `needsBrowser`');
  const needless = inBrowser.filter(
    ({ elements, usesBrowser }) =>
      !usesBrowser && [...elements].every((element) => shows(element).length > 1),
  );
  assert.deepEqual(
    needless.map(({ state }) => state.name),
    [],
    'other states show all of their elements in the browser: remove `needsBrowser`',
  );
}

async function walkStates(
  t: TestContext,
  {
    stage,
    states,
    walked,
    javaScriptEnabled,
  }: { stage: StageName; states: readonly State[]; walked: Walked[]; javaScriptEnabled: boolean },
) {
  const { context, complaints, hosts } = await openBrowser(t, { javaScriptEnabled, width: 1280 });
  const app = await startStage[stage](t, context);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const inBrowser = startVisit(app, page);
  const sizes: number[] = [];
  let lookCount = 0;
  for (const state of states) {
    await t.test(state.name, async (subtest) => {
      subtest.after(async () => {
        if (stage !== 'withoutRedis') await context.clearCookies();
        await inBrowser.breakConvention([]);
      });
      const isLookedAt = isProof || state.needsBrowser;
      let usesBrowser = false;
      const browserVisit: Visit = {
        ...inBrowser,
        get page() {
          usesBrowser = true;
          return page;
        },
      };
      const visit = isLookedAt ? browserVisit : startPlainVisit(app, await context.cookies());
      await state.show(visit);
      sizes.push(await checkAnswer(visit, state));
      if (!javaScriptEnabled) return;
      const place = walked.filter((one) => one.state.needsBrowser).length;
      walked.push({ state, elements: elementsOf((await visit.read()).html), usesBrowser });
      if (!isLookedAt) return;
      const seen = isProof ? looks : [looks[place % looks.length] as Look];
      await checkLooks(page, seen);
      lookCount += seen.length;
    });
  }
  const found = `no problems found by html-validate, or by axe in ${lookCount} looks`;
  const size = `at most ${Math.max(...sizes)} bytes of HTML (gzip)`;
  t.diagnostic(`${sizes.length} states ${stages[stage]}: ${found}, ${size}`);
  // Chromium logs every response with an error status, which is not a fault of the page.
  assert.deepEqual(
    complaints.filter((text) => !/status of [45]\d\d/.test(text)),
    [],
  );
  const expectedHosts = [new URL(app.url).host, new URL(app.sandbox.url).host];
  assert.deepEqual(
    [...hosts].filter((host) => !expectedHosts.includes(host)),
    [],
    'no requests to other hosts',
  );
}

const settings = {
  SERVICE_SCOPES: allServiceScopes,
  OAUTH_LOGOUT_URL: 'https://reg.testcon.example/logout',
};
const eventSettings = {
  CONVENTION_PLACE: 'Harbour Hall, Hamburg',
  CONVENTION_MAP_URL: 'https://map.testcon.example/',
  DESK_HOURS: '2027-07-02 10:00-20:00; 2027-07-03 9:00-13:00, 14:00-02:00',
  GUARDIAN_URL: 'https://testcon.example/guardians',
  NEXT_URL: 'https://testcon.example/2028',
  IDENTITY_URL: 'https://testcon.example/identity',
  HELP_EMAIL: 'help@testcon.example',
  BADGE_TIERS: 'Sponsor=f6bd2f/2a1b00',
};
const deadlines = { BADGE_NAME_UNTIL: '2027-06-01', PAY_UNTIL: '2027-06-15' };
const deadlineMs = 1500;

function startAppAt(t: TestContext, moment: string): Promise<RunningApp> {
  const now = () => Date.parse(moment);
  return startApp(t, { settings: { ...settings, ...eventSettings, ...deadlines }, now });
}

const startStage: Record<
  StageName,
  (t: TestContext, context: BrowserContext) => Promise<RunningApp>
> = {
  ordinary: (t) => startApp(t, { settings, deadlineMs }),
  fullPage: (t) => startApp(t, { settings: { ...settings, ...eventSettings } }),
  beforeDeadlines: (t) => startAppAt(t, '2027-05-20T12:00:00Z'),
  afterDeadlines: (t) => startAppAt(t, '2027-06-20T12:00:00Z'),
  duringConvention: (t) => startAppAt(t, '2027-07-02T12:00:00Z'),
  afterConvention: (t) => startAppAt(t, '2027-07-06T12:00:00Z'),
  alone: (t) => startApp(t),
  limited: (t) => startApp(t, { settings, limits: { rates: { logins: 3, pages: 3 } } }),
  narrow: (t) => startApp(t, { settings }),

  async withoutRedis(t, context) {
    const app = await startApp(t, { settings, ownRedis: true });
    await startVisit(app, await context.newPage()).logIn('robin');
    app.redis.process.kill('SIGKILL');
    return app;
  },

  async broken(t, context) {
    const server = createServer();
    const url = await listen(t, server);
    const siteSettings = {
      PUBLIC_URL: url,
      SESSION_SECRETS: 's'.repeat(32),
      CONVENTION_NAME: 'Testcon',
    };
    server.on(
      'request',
      createAppAlone({ settings: siteSettings, keys: brokenStore(new Error('a defect')) }).app,
    );
    const [name = '', value = ''] = signedSessionCookie({
      publicUrl: url,
      secret: siteSettings.SESSION_SECRETS,
    }).split(/=(.*)/);
    await context.addCookies([{ name, value, url }]);
    return { ...(await startApp(t)), url };
  },
};
