// A real browser: Debian's chromium, headless, closed after the test. It fails a test on any complaint of a page.
import type { TestContext } from 'node:test';
import { type BrowserContext, chromium } from 'playwright-core';

export interface BrowserVisit {
  readonly context: BrowserContext;
  /** What pages wrote to the console as errors or warnings, content security policy violations among them. */
  readonly complaints: string[];
  /** The hosts that were asked for anything. */
  readonly hosts: Set<string>;
}

export async function openBrowser(
  t: TestContext,
  options: { width?: number; colorScheme?: 'light' | 'dark'; javaScriptEnabled?: boolean; locale?: string } = {},
): Promise<BrowserVisit> {
  const { width = 390, colorScheme = 'light', javaScriptEnabled = true, locale = 'en-US' } = options;
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
  t.after(() => browser.close());
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    javaScriptEnabled,
    locale,
  });
  const complaints: string[] = [];
  const hosts = new Set<string>();
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  return { context, complaints, hosts };
}
