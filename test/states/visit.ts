// An attendee in a real browser, on the way to a state of a page: logs in at the sandbox, follows links, presses buttons.
import type { Page, Response } from 'playwright-core';
import { setFaults } from '../support/set-faults.ts';
import type { RunningApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

export type Faults = Parameters<typeof setFaults>[1];

export interface Visit {
  readonly app: RunningApp;
  readonly page: Page;
  /** Opens a path of ours like a typed address. */
  open(path: string): Promise<void>;
  /** Opens a path of ours that needs a login, and logs in as this attendee of the sandbox. */
  logIn(attendee: string, options?: LogInOptions): Promise<void>;
  follow(link: string): Promise<void>;
  press(button: string): Promise<void>;
  /** From now on the convention is broken in these ways. */
  breakConvention(faults: Faults): Promise<void>;
  /** The answer that the page in the browser came with. */
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
    const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (isPage && !response.headers().location) lastAnswer = response;
  });

  const visit: Visit = {
    app,
    page,
    async open(path) {
      await page.goto(app.url + path);
    },

    async logIn(attendee, { path = '/badge-name', untick = [], deny = false } = {}) {
      // It asks for a consent once: what is decided anew is decided at a sandbox that remembers nobody.
      if (deny || untick.length > 0) await app.restartSandbox();
      else await bringCookies(visit, attendee);
      await visit.open(path);
      await passSandbox(visit, { attendee, untick, deny });
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

/** Logs in without a browser, which is faster, and gives the browser the cookies. Where that fails, the browser finds out by itself. */
async function bringCookies({ app, page }: Visit, attendee: string): Promise<void> {
  const fast = visitor();
  await logIn(fast, `${app.url}/sharing`, { as: attendee });
  const cookies = [app.url, app.sandbox.url].flatMap((url) =>
    [...fast.cookies(url)].map(([name, value]) => ({ name, value, url })),
  );
  await page.context().addCookies(cookies);
}

/** Answers what the sandbox asks, until the browser is back with us. It asks who one is once, and for a consent when there is none yet. */
export async function passSandbox(
  { app, page }: Visit,
  { attendee, untick, deny }: { attendee: string; untick: readonly string[]; deny: boolean },
): Promise<void> {
  const who = page.locator(`button[name=attendee][value=${attendee}]`);
  const decide = page.getByRole('button', { name: deny ? 'Deny' : 'Allow', exact: true });
  while (page.url().startsWith(app.sandbox.url)) {
    if (await who.isVisible()) {
      await who.click();
    } else {
      for (const scope of untick) await page.locator(`input[name=scope][value="${scope}"]`).uncheck();
      await decide.click();
    }
    await page.waitForLoadState();
  }
}
