import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { openMenu } from '../states/visit.ts';
import { allServiceScopes, type RunningApp, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { setFaults } from '../support/platform/set-faults.ts';

interface Journey {
  readonly app: RunningApp;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly hosts: ReadonlySet<string>;
  readonly foreignParts: readonly string[];
  readonly complaints: readonly string[];
}

test('P47 P48 P64 the whole journey of an attendee in a browser', async (t) => {
  const journey = await startJourney(t);
  await lookAround(journey);
  await logInAtTheThirdTry(journey);
  await readEveryPage(journey);
  await visitTheConventionAndLogOut(journey);

  await t.test(
    'P48 the browser requests only this site and, to log in, the convention; pages have no foreign parts except the picture',
    () => checkHosts(journey),
  );
  await t.test(
    'P47 the browser sends the page’s URL to no other site, and a code to nobody',
    async () => {
      checkReferrers(journey);
      await checkHistory(journey);
    },
  );
  await t.test(
    'P64 the browser logs nothing except for pages that are errors: no content security policy is violated',
    () => checkComplaints(journey),
  );
});

async function startJourney(t: TestContext): Promise<Journey> {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const { context, hosts } = await openBrowser(t);
  const page = await context.newPage();
  const foreignParts: string[] = [];
  page.on('request', (request) => {
    const isPart = !request.isNavigationRequest();
    if (isPart && new URL(request.url()).host !== new URL(request.frame().url()).host)
      foreignParts.push(request.url());
  });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!message.location().url.startsWith(app.sandbox.url)) complaints.push(message.text());
  });
  return { app, page, context, hosts, foreignParts, complaints };
}

async function lookAround({ app, page, context, hosts }: Journey): Promise<void> {
  for (const path of ['/nowhere', '/logged-out', '/login/expired', '/'])
    await page.goto(app.url + path);
  assert.deepEqual([...hosts], [hostOf(app)], 'P48 no request to another host before the login');
  assert.deepEqual(await context.cookies(), [], 'P48 no cookie before the login');
}

async function logInAtTheThirdTry({ app, page }: Journey): Promise<void> {
  await logIn(page, app, { decide: 'Deny' });
  await setFaults(app.sandbox, [{ fault: 'server-error', route: 'GET /api/users/current' }]);
  await logIn(page, app, { decide: 'Allow' });
  assert.equal(await page.locator('h1').textContent(), 'You can’t log in right now');
  await setFaults(app.sandbox, []);
  await logIn(page, app, {});
}

async function readEveryPage({ app, page }: Journey): Promise<void> {
  for (const name of ['Profile', 'Volunteering', 'Dealer', 'Roles', 'Badge']) {
    const link = page.locator('.site-header').getByRole('link', { name });
    if (!(await link.isVisible())) await openMenu(page);
    await link.click();
    await page
      .locator('[aria-current=page]', { hasText: name })
      .first()
      .waitFor({ state: 'attached' });
    for (const summary of await page.locator('main summary').all()) await summary.click();
    const formOrigins = await page.evaluate(
      '[...new Set([...document.forms].map(({ action }) => new URL(action).origin))]',
    );
    assert.deepEqual(formOrigins, [app.url], 'P64 no form has a target on another site');
  }
}

async function visitTheConventionAndLogOut({ app, page }: Journey): Promise<void> {
  for (const path of ['/nowhere', '/logout', '/profile']) await page.goto(app.url + path);
  await page.getByRole('link', { name: 'Change details on the Testcon registration site' }).click();
  await page.waitForURL(`${app.sandbox.url}/`);
  await page.goBack();
  await openMenu(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${app.url}/logged-out`);
}

function checkHosts({ app, hosts, foreignParts }: Journey): void {
  assert.deepEqual([...hosts].sort(), [hostOf(app), hostOf(app.sandbox)].sort());
  const pictures = `${app.sandbox.url}/pictures/`;
  assert.deepEqual(
    foreignParts.filter((address) => !address.startsWith(pictures)),
    [],
  );
}

function checkReferrers({ app }: Journey): void {
  const { exchanges, app: server } = app.heard();
  const toOtherSites = exchanges.filter((exchange) => exchange.server !== server);
  assert.ok(
    toOtherSites.some(({ address }) => address === '/'),
    'the link to another site was followed',
  );
  assert.deepEqual(
    toOtherSites
      .filter(({ asked }) => asked.headers.referer?.includes(hostOf(app)))
      .map(({ address }) => address),
    [],
  );
  const referrers = exchanges.map(({ asked }) => asked.headers.referer ?? '');
  assert.deepEqual(
    referrers.filter((referrer) => /code=|state=/.test(referrer)),
    [],
  );
}

async function checkHistory({ page, context }: Journey): Promise<void> {
  const { entries } = await (await context.newCDPSession(page)).send('Page.getNavigationHistory');
  const callbacks = entries.filter(({ url }) => new URL(url).pathname === '/login/callback');
  assert.equal(callbacks.length, 2, 'only the denied and the failed callback are in the history');
}

function checkComplaints({ complaints }: Journey): void {
  const statuses = complaints.map((text) => /status of (\d+)/.exec(text)?.[1] ?? text);
  assert.deepEqual(statuses, ['404', '403', '502', '404', '405']);
}

function hostOf({ url }: { url: string }): string {
  return new URL(url).host;
}

async function logIn(
  page: Page,
  app: RunningApp,
  { decide }: { decide?: 'Allow' | 'Deny' },
): Promise<void> {
  await page.getByRole('link', { name: 'Log in with Testcon' }).click();
  await page.waitForURL((url) => url.origin === app.sandbox.url || url.pathname === '/badge-name');
  const robin = page.locator('button[name=attendee][value=robin]');
  if ((await robin.count()) > 0) await robin.click();
  if (decide) await page.getByRole('button', { name: decide }).click();
  await page.waitForURL((url) => url.origin === app.url);
}
