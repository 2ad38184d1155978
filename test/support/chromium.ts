// A real browser: Debian's chromium, headless. All tests of a process share it; each has windows, cookies and a cache of its own.
import { type BrowserContext, chromium } from 'playwright-core';
import type { Lifetime } from './child-app.ts';
import { shared } from './shared.ts';

export interface BrowserVisit {
  readonly context: BrowserContext;
  /** What pages wrote to the console as errors or warnings, content security policy violations among them. */
  readonly complaints: string[];
  /** The hosts that were asked for anything. */
  readonly hosts: Set<string>;
}

const sharedBrowser = shared(['ProcessWrap'], async (lifetime) => {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
  lifetime.after(() => browser.close());
  return browser;
});

interface WindowOptions {
  /** In pixels: a phone, where nothing is said. */
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  readonly locale?: string;
  /** For a certificate that a test has made itself. */
  readonly ignoreHTTPSErrors?: boolean;
}

/** Opens a window that nobody used before; it is closed after the test. */
export async function openBrowser(t: Lifetime, options: WindowOptions = {}): Promise<BrowserVisit> {
  const { width = 390, ...others } = options;
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'en-US', ...others });
  t.after(() => context.close());
  const complaints: string[] = [];
  const hosts = new Set<string>();
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  return { context, complaints, hosts };
}
