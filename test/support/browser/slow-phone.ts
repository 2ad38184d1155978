// Simulates a phone with a slow connection and processor in a real browser, to measure the cost of
// a page.
import { chromium } from 'playwright-core';
import type { Lifetime } from '../machine/child-app.ts';
import { chromiumPath } from './chromium.ts';

export interface PhoneView {
  /** Bytes received over the network, including headers, until no request is pending. */
  readonly bytes: number;
  readonly requests: number;
  readonly lcp: number;
  readonly shift: number;
}

/**
 * 400 kbit/s and round trips of 400 ms, like the "slow 3G" preset in browsers. The processor runs
 * at a quarter of this computer's speed.
 */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const slowdown = { rate: 4 };

const whenPainted = `document.fonts.ready.then(() =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))))`;

const paintAndShift = `new Promise((resolve) => {
  const entries = { 'largest-contentful-paint': [], 'layout-shift': [] };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) entries[entry.entryType].push(entry);
  });
  for (const type of Object.keys(entries)) observer.observe({ type, buffered: true });
  setTimeout(() => resolve({
    lcp: entries['largest-contentful-paint'].at(-1)?.startTime,
    shift: entries['layout-shift'].reduce((sum, { value }) => sum + value, 0),
  }), 100);
})`;

export async function startSlowPhone(t: Lifetime) {
  const browser = await chromium.launch({
    // The full browser's user interface would slow down the page, so this prefers the headless
    // shell.
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  t.after(() => browser.close());
  return async (address: string, cookies: ReadonlyMap<string, string>): Promise<PhoneView> => {
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
    });
    const { origin } = new URL(address);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    let [bytes, requests] = [0, 0];
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      if (encodedDataLength > 0) requests += 1;
    });
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', network);
    await devTools.send('Emulation.setCPUThrottlingRate', slowdown);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.evaluate(whenPainted);
    const painted = await page.evaluate<Pick<PhoneView, 'lcp' | 'shift'>>(paintAndShift);
    await context.close();
    return { bytes, requests, ...painted };
  };
}
