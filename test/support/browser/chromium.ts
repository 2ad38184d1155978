// Tests in a process share one Chromium, but each visit has its own windows, cookies and cache.
import { existsSync } from 'node:fs';
import { type BrowserContext, chromium } from 'playwright-core';
import type { Lifetime } from '../machine/child-app.ts';
import { shared } from '../machine/shared.ts';

export interface BrowserVisit {
  readonly context: BrowserContext;
  readonly complaints: string[];
  readonly hosts: Set<string>;
}

const headlessShell = '/usr/bin/chromium-headless-shell';
/** For a page, the headless shell needs only a third of the full browser's CPU time. */
export const chromiumPath = existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium';

const sharedBrowser = shared(['ProcessWrap'], async (lifetime) => {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Avoids a separate GPU process, and copying each picture between the two processes.
      '--in-process-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      // All windows in a profile share one renderer process, because starting another takes as long
      // as showing a page.
      '--renderer-process-limit=1',
      // Tests show each page only briefly, so optimising its scripts would cost more time than it
      // saves.
      '--js-flags=--no-opt,--no-maglev,--no-sparkplug',
    ],
  });
  lifetime.after(() => browser.close());
  return browser;
});

interface WindowOptions {
  /** In CSS pixels. Default: a phone's width. */
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'no-preference';
  readonly javaScriptEnabled?: boolean;
  readonly locale?: string;
  readonly hasTouch?: boolean;
  readonly ignoreHTTPSErrors?: boolean;
}

export async function openBrowser(t: Lifetime, options: WindowOptions = {}): Promise<BrowserVisit> {
  const { width = 390, ...others } = options;
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    locale: 'en-US',
    // Animations would change the positions that tests measure. A test of animations overrides this
    // setting.
    reducedMotion: 'reduce',
    ...others,
  });
  t.after(() => context.close());
  const complaints: string[] = [];
  const hosts = new Set<string>();
  context.on('console', (message) => complaints.push(message.text()));
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  return { context, complaints, hosts };
}
