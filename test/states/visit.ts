import type { Page, Response } from 'playwright-core';
import type { RunningApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';

export type Faults = Parameters<typeof setFaults>[1];

export interface Visit {
  readonly app: RunningApp;
  /** The page in the browser. Only states with `needsBrowser` may use it. */
  readonly page: Page;
  open(path: string): Promise<void>;
  logIn(attendee: string, options?: LogInOptions): Promise<void>;
  finishLogin(attendee: string, options?: Omit<LogInOptions, 'path'>): Promise<void>;
  follow(link: string): Promise<void>;
  press(button: string): Promise<void>;
  breakConvention(faults: Faults): Promise<void>;
  read(): Promise<ReadPage>;
}

export interface ReadPage {
  readonly url: URL;
  readonly status: number;
  /** The HTML as sent, before scripts change the page. */
  readonly html: string;
  /** The main part's text, with all details open. */
  readonly text: string;
}

export interface LogInOptions {
  readonly path?: string;
  readonly untick?: readonly string[];
  readonly deny?: boolean;
}

export function startVisit(app: RunningApp, page: Page): Visit {
  let lastAnswer: Response | undefined;
  page.on('response', (response) => {
    const isPage =
      response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (isPage && !response.headers().location) lastAnswer = response;
  });

  const visit: Visit = {
    app,
    page,
    async open(path) {
      await page.goto(app.url + path);
    },

    async logIn(attendee, { path = '/badge-name', untick = [], deny = false } = {}) {
      // The sandbox asks for consent only once, unless it is restarted.
      if (deny || untick.length > 0) await app.restartSandbox();
      if (!deny) await copyLoginCookies(visit, { as: attendee, untick });
      await visit.open(path);
      await visit.finishLogin(attendee, { untick, deny });
    },

    finishLogin: (attendee, { untick = [], deny = false } = {}) =>
      finishLogin(visit, { attendee, untick, deny }),

    async follow(name) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await page.waitForLoadState();
    },

    async press(name) {
      const button = page.getByRole('button', { name, exact: true }).first();
      if ((await button.count()) === 0) await openMenu(page);
      await button.click();
      await page.waitForLoadState();
    },

    breakConvention: (faults) => setFaults(app.sandbox, faults),

    async read() {
      if (!lastAnswer) throw new Error('no page has been opened yet');
      await openDetails(page);
      return {
        url: new URL(page.url()),
        status: lastAnswer.status(),
        html: await lastAnswer.text(),
        text: await page.evaluate<string>("document.querySelector('main').innerText"),
      };
    },
  };
  return visit;
}

/**
 * Logs in without the browser, which is faster, and copies the cookies into it. If this login
 * fails, the browser later fails in the same way.
 */
async function copyLoginCookies(
  { app, page }: Visit,
  choices: { as: string; untick: readonly string[] },
): Promise<void> {
  const client = visitor();
  // The first page after the login shows a notice if not everything was shared. /healthz is not a
  // page, so the notice remains for the browser.
  const path = choices.untick.length > 0 ? '/login?return_to=/healthz' : '/sharing';
  await logIn(client, app.url + path, choices);
  const cookies = [app.url, app.sandbox.url].flatMap((url) =>
    [...client.cookies(url)].map(([name, value]) => ({ name, value, url })),
  );
  await page.context().addCookies(cookies);
}

/** The sandbox may ask who is logging in, and may ask for consent. */
async function finishLogin(
  { app, page }: Visit,
  { attendee, untick, deny }: { attendee: string; untick: readonly string[]; deny: boolean },
): Promise<void> {
  const attendeeButton = page.locator(`button[name=attendee][value=${attendee}]`);
  const decisionButton = page.getByRole('button', { name: deny ? 'Deny' : 'Allow', exact: true });
  while (page.url().startsWith(app.sandbox.url)) {
    if (await attendeeButton.isVisible()) {
      await attendeeButton.click();
    } else {
      for (const scope of untick)
        await page.locator(`input[name=scope][value="${scope}"]`).uncheck();
      await decisionButton.click();
    }
    await page.waitForLoadState();
  }
}

/** Opens a path. A preview opens only from the badge page, so that page is opened first. */
export async function openPath(page: Page, url: string, path: string): Promise<void> {
  const isPreview = path.includes('?try=');
  await page.goto(url + (isPreview ? '/badge-name' : path));
  if (!isPreview) return;
  await page.locator(`main a[href="${path}"]`).click();
  await page.locator('#try').waitFor();
}

export async function openMenu(page: Page): Promise<void> {
  await page.locator('.site-menu > summary').click();
}

/**
 * Opens every `<details>` in the main part. The menu in the header stays closed, because it would
 * cover the page.
 */
export async function openDetails(page: Page): Promise<void> {
  await page.evaluate(
    "for (const details of document.querySelectorAll('main details')) details.open = true;",
  );
}
