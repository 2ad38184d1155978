// A real browser: Debian's Chromium. All tests of a process share it, but each test gets its own
// windows, cookies and cache.
import { existsSync } from 'node:fs';
import { type BrowserContext, chromium } from 'playwright-core';
import type { Lifetime } from './child-app.ts';
import { shared } from './shared.ts';

export interface BrowserVisit {
  readonly context: BrowserContext;
  /** All that pages write to the console, such as content security policy violations. */
  readonly complaints: string[];
  /** The hosts that received a request. */
  readonly hosts: Set<string>;
}

const headlessShell = '/usr/bin/chromium-headless-shell';
/** Chromium without its user interface, if it is here: a page costs a third of the CPU time. */
export const chromiumPath = existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium';

const sharedBrowser = shared(['ProcessWrap'], async (lifetime) => {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      // The windows of a profile share a process: starting one costs as much as showing a page.
      '--renderer-process-limit=1',
      // A test looks at a page for a moment: to optimize its scripts does not pay.
      '--js-flags=--no-opt,--no-maglev,--no-sparkplug',
    ],
  });
  lifetime.after(() => browser.close());
  return browser;
});

interface WindowOptions {
  /** In pixels; defaults to the width of a phone. */
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'no-preference';
  readonly javaScriptEnabled?: boolean;
  readonly locale?: string;
  /** Whether it is pressed with a finger (`pointer: coarse`). */
  readonly hasTouch?: boolean;
  /** Accepts a self-signed certificate. */
  readonly ignoreHTTPSErrors?: boolean;
}

/** Opens a window with an empty profile and closes it after the test. */
export async function openBrowser(t: Lifetime, options: WindowOptions = {}): Promise<BrowserVisit> {
  const { width = 390, ...others } = options;
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    locale: 'en-US',
    // Places are measured at once. Tests of what moves ask for it.
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
