// An attendee in a real browser, on the way to a state: logs in at the sandbox, follows links and
// presses buttons.
import type { Page, Response } from 'playwright-core';
import { setFaults } from '../support/set-faults.ts';
import type { RunningApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

export type Faults = Parameters<typeof setFaults>[1];

export interface Visit {
  readonly app: RunningApp;
  readonly page: Page;
  /** Opens a path of this site, as if typed into the address bar. */
  open(path: string): Promise<void>;
  /** Opens a path of this site that needs a login, and logs in as this sandbox attendee. */
  logIn(attendee: string, options?: LogInOptions): Promise<void>;
  follow(link: string): Promise<void>;
  press(button: string): Promise<void>;
  /** Sets these faults at the convention from now on. */
  breakConvention(faults: Faults): Promise<void>;
  /** The response of the page in the browser. */
  answer(): Response;
}

interface LogInOptions {
  readonly path?: string;
  /** Scopes to leave out on the consent page. */
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
      else await copyLoginCookies(visit, attendee);
      await visit.open(path);
      await completeSandboxLogin(visit, { attendee, untick, deny });
    },

    async follow(name) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await page.waitForLoadState();
    },

    async press(name) {
      await page.getByRole('button', { name, exact: true }).first().click();
      await page.waitForLoadState();
    },

    breakConvention: (faults) => setFaults(app.sandbox, faults),

    answer() {
      if (!lastAnswer) throw new Error('nothing was opened yet');
      return lastAnswer;
    },
  };
  return visit;
}

/**
 * Logs in without the browser, which is faster, and copies the cookies into it. If the login fails,
 * the browser runs into the same failure later.
 */
async function copyLoginCookies({ app, page }: Visit, attendee: string): Promise<void> {
  const client = visitor();
  await logIn(client, `${app.url}/sharing`, { as: attendee });
  const cookies = [app.url, app.sandbox.url].flatMap((url) =>
    [...client.cookies(url)].map(([name, value]) => ({ name, value, url })),
  );
  await page.context().addCookies(cookies);
}

/**
 * Completes the pages of the sandbox until the browser is back at this site. The sandbox asks for
 * the attendee once, and for consent if there is none yet.
 */
export async function completeSandboxLogin(
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
